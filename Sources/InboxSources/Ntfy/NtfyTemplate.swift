import Foundation
import InboxCore
import InboxPayloads
import InboxSettings
import InboxText

/// How the text of a publish request is made of its body: by a template in the request, or by one of ours.
enum NtfyTemplate: Sendable {
  /// The body is the text.
  case none
  /// Title, text and priority of the request are templates, and the body is JSON.
  case inRequest
  /// The body is what a service sends.
  case named(Webhook)

  private static let names = ["x-template", "template", "tpl"]

  /// Reads which one a request names.
  ///
  /// - Throws: ``HTTPProblem/noTemplate``.
  init(_ call: HTTPCall) throws(HTTPProblem) {
    let name = call.parameter(Self.names)?.lowercased() ?? "no"
    switch name {
    case "0", "no", "false": self = .none
    case "1", "yes", "true": self = .inRequest
    default:
      guard WebhookSettings.templates.contains(name) else {
        throw .noTemplate.because(
          "there is no template '\(name.printable())' here; there are "
            + WebhookSettings.templates.joined(separator: ", "))
      }
      self = .named(Webhook(WebhookSettings(name: "ntfy", template: name)))
    }
  }

  /// Whether the request brings its own templates.
  var isInRequest: Bool { if case .inRequest = self { true } else { false } }
}

extension HTTPCall {
  /// Most bytes of a title or a text that a template makes.
  private static let mostFilledBytes = 256 * 1_024

  /// The request with the templates of its title, text and priority filled from its body.
  ///
  /// Without a template of the text the body stays the text, so that nothing of it is lost.
  ///
  /// - Throws: ``HTTPProblem``, with ntfy's number for each mistake.
  func filled() throws(HTTPProblem) -> HTTPCall {
    var reader = JSONReader(body, maximumDepth: Payload.maximumDepth)
    guard let document = try? reader.readWhole() else { throw .templateNeedsJSON }
    var call = self
    let templates = [
      (Self.titleNames, parameter(Self.titleNames)), (Self.priorityNames, priority),
    ]
    for (names, template) in templates {
      guard let template else { continue }
      let text = try Self.text(template, from: document)
      for name in names { call.headers[name] = nil }
      call.query.removeAll { names.contains($0.name.lowercased()) }
      call.query.append((names[0], text))
    }
    if let template = parameter(Self.messageNames) {
      for name in Self.messageNames { call.headers[name] = nil }
      call.query.removeAll { Self.messageNames.contains($0.name.lowercased()) }
      call.body = Array(try Self.text(template, from: document).utf8)
    }
    return call
  }

  private static func text(
    _ template: String, from document: JSONValue
  ) throws(HTTPProblem) -> String {
    let text: String
    do throws(GoTemplateError) {
      text = try GoTemplate(template).text(from: document)
    } catch {
      throw HTTPProblem(error)
    }
    guard text.utf8.count <= mostFilledBytes else { throw .templateTextTooLarge }
    // Line breaks outside of the braces, as they are written in a header.
    return text.replacing("\\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension HTTPProblem {
  /// Why a template cannot be read or filled.
  fileprivate init(_ error: GoTemplateError) {
    switch error {
    case .tooLarge: self = .templateTooLarge
    case .syntax(let reason): self = .badTemplate.because(reason.printable())
    case .disallowed(let name): self = .disallowedInTemplate.because(name)
    case .failed(let reason): self = .templateFailed.because(reason.printable())
    case .tooCostly: self = .templateTimedOut.because("it does too much")
    }
  }
}

/// Publishing what a service sends.
extension HTTPService {
  /// Stores what one of our templates makes of a request's body, and answers with the first message.
  func publish(
    _ call: HTTPCall, to topic: NtfyTopic, sequence: String?, by webhook: Webhook
  ) async throws(HTTPProblem) -> HTTPAnswer {
    var payloads = try webhook.delivery(call).payloads
    guard !payloads.isEmpty else {
      throw .templateFailed.because("the template makes no message of this event")
    }
    // What the request says itself, such as tags and a delay.
    var head = call
    head.body = []
    let request = try NtfyPublish(head, to: topic, at: Date())
    let own: Payload
    do throws(PayloadError) {
      own = try request.payload()
    } catch {
      throw .badPayload.because(context.wording.text(error))
    }
    for index in payloads.indices {
      payloads[index].source = topic.source
      payloads[index].take(own)
    }
    if let sequence, payloads.count == 1 { payloads[0].id = sequence }
    let results = try await store(payloads, from: "ntfy")
    switch results[0] {
    case .inserted(_, let id), .merged(_, let id):
      let stored = try await message(topic.description, id)
      return .json(stored?.ntfyJSON() ?? .object(["id": .string(id)]))
    case .ignored(.droppedByRule):
      return .json(.object(["event": "message", "topic": .string(topic.description)]))
    case .ignored, .refused:
      throw .badPayload.because(context.wording.reason(results[0]) ?? "it was not stored")
    }
  }
}

extension Payload {
  /// Takes what a publisher says beside the body.
  fileprivate mutating func take(_ own: Payload) {
    if case .set(let names) = own.tags, !names.isEmpty { tags = own.tags }
    if case .set = own.priority { priority = own.priority }
    if case .set = own.tap { tap = own.tap }
    if case .set = own.actions { actions = own.actions }
    if case .set = own.startsAt { startsAt = own.startsAt }
  }
}
