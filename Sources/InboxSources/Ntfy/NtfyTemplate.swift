import Foundation
import InboxCore
import InboxPayloads
import InboxSettings
import InboxText

/// How a publish request gets its text: from the body, a template in the request, or a built-in
/// one.
enum NtfyTemplate: Sendable {
  /// The body is the text.
  case none
  /// Title, text and priority are templates, and the body is JSON.
  case inRequest
  /// The body is a document for a webhook template.
  case named(Webhook)

  private static let names = ["x-template", "template", "tpl"]

  /// Parses the template of a request.
  ///
  /// - Throws: ``HTTPProblem/noTemplate``.
  init(_ call: HTTPCall) throws(HTTPProblem) {
    let name = call.parameter(Self.names)?.lowercased() ?? "no"
    switch name {
    case "0", "no", "false": self = .none
    case "1", "yes", "true": self = .inRequest
    default:
      guard WebhookVendor.builtInNames.contains(name) else {
        throw .noTemplate.because(
          "there is no template '\(name.printable())' here; there are "
            + WebhookVendor.builtInNames.joined(separator: ", "))
      }
      self = .named(Webhook(WebhookSettings(name: "ntfy", template: name)))
    }
  }

  /// Whether the request contains its own templates.
  var isInRequest: Bool { if case .inRequest = self { true } else { false } }
}

extension HTTPCall {
  /// Maximum bytes of a title or text made by a template.
  private static let mostFilledBytes = 256 * 1_024

  /// The request with title, text and priority filled from its body.
  ///
  /// Without a template for the text the body stays the text, so that nothing is lost.
  ///
  /// - Throws: ``HTTPProblem``, with ntfy's code for each error.
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
      call.query.removeAll { names.contains($0.name) }
      call.query.append((names[0], text))
    }
    if let template = parameter(Self.messageNames) {
      for name in Self.messageNames { call.headers[name] = nil }
      call.query.removeAll { Self.messageNames.contains($0.name) }
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
    // Escaped line breaks outside of the braces, as in headers.
    return text.replacing("\\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension HTTPProblem {
  /// The error for a template that cannot be parsed or filled.
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

/// Publishing a service's document.
extension HTTPService {
  /// Stores the messages that a built-in template makes of the body; responds with the first.
  func publish(
    _ call: HTTPCall, to topic: NtfyTopic, sequence: String?, by webhook: Webhook
  ) async throws(HTTPProblem) -> HTTPAnswer {
    var payloads = try webhook.delivery(call).payloads
    guard !payloads.isEmpty else {
      throw .templateFailed.because("the template makes no message of this event")
    }
    // Fields of the request itself, such as tags and a delay.
    var head = call
    head.body = []
    let request = try NtfyPublish(head, to: topic, at: Date())
    let own = try payload(of: request)
    for index in payloads.indices {
      payloads[index].source = topic.source
      payloads[index].take(own)
    }
    if let sequence, payloads.count == 1 { payloads[0].id = sequence }
    if try await isSuperseded(payloads, of: call, at: topic.description) {
      return .json(request.answer(id: payloads[0].id ?? ""))
    }
    let result = try await store(payloads, from: "ntfy")[0]
    if let problem = problem(result) { throw problem }
    guard let id = result.stored?.id else {
      return .json(.object(["event": "message", "topic": .string(topic.description)]))
    }
    let stored = try await message(topic.description, id)
    return .json(stored?.ntfyJSON() ?? .object(["id": .string(id)]))
  }
}

extension Payload {
  /// Applies the publisher's fields outside the body.
  fileprivate mutating func take(_ own: Payload) {
    if case .set(let names) = own.tags, !names.isEmpty { tags = own.tags }
    if case .set = own.priority { priority = own.priority }
    if case .set = own.tap { tap = own.tap }
    if case .set = own.actions { actions = own.actions }
    if case .set = own.startsAt { startsAt = own.startsAt }
  }
}
