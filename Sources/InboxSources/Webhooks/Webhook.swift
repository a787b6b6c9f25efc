import Foundation
import InboxCore
import InboxPayloads
import InboxSettings
import InboxText

/// A webhook as it is served: its settings and its template.
struct Webhook: Sendable {
  /// The parts of the path of its requests.
  let path: [String]
  /// What is answered.
  let answer: WebhookTemplate.Answer
  /// Its name, which is the source of its messages.
  let name: String
  private let template: WebhookTemplate
  private let each: String?
  private let settings: WebhookSettings
  private let ownFields: [String: JSONTemplate]

  /// Makes a webhook; it refuses every request while its secret cannot be read.
  init(_ settings: WebhookSettings) {
    template = .named(settings.template)
    name = settings.name
    path = settings.route
    each = settings.each ?? template.each
    ownFields = settings.ownFields
    answer = template.answer
    self.settings = settings
  }

  /// Whether a sender has to know a secret of the webhook's own, in place of a token.
  var hasSecret: Bool { settings.secretFile != nil }

  /// Whether its source is that of the token that a sender has.
  var isByApplication: Bool { template.name == .gotify }

  /// Why it takes nothing now: its secret cannot be read.
  var failure: SecretError? {
    do throws(SecretError) {
      _ = try secrets()
      return nil
    } catch {
      return error
    }
  }

  /// The secrets as they stand in their file now, so that a new one holds from the next request on.
  ///
  /// - Throws: `SecretError`.
  func secrets() throws(SecretError) -> [AccessToken] {
    guard let path = settings.secretFile else { return [] }
    return try settings.secrets(in: path)
  }

  /// The messages that a request makes; an element of it that is none of interest makes none.
  ///
  /// - Parameters:
  ///   - call: The request.
  ///   - token: The token that let it in, where the webhook has no secret of its own.
  /// - Returns: The messages, and what was left out.
  /// - Throws: ``HTTPProblem``, for elements only when none of them makes a message.
  func delivery(
    _ call: HTTPCall, by token: AccessToken? = nil
  ) throws(HTTPProblem) -> WebhookDelivery {
    let secrets: [AccessToken]
    do throws(SecretError) { secrets = try self.secrets() } catch { throw .closedWebhook }
    let body = try WebhookBody(call)
    var token = token
    if hasSecret { token = try template.proof.check(call, body.document, secrets: secrets) }
    var delivery = WebhookDelivery(document: body.document, token: token)
    for (index, element) in try elements(of: body.document).enumerated() {
      do throws(HTTPProblem) {
        let note = index == 0 ? body.fileNote : nil
        let fields = try fields(element, in: body.document, call.headers, note: note)
        if let fields { delivery.payloads.append(try payload(fields, by: token)) }
      } catch {
        delivery.note(error, of: each == nil ? nil : index + 1)
      }
    }
    if delivery.payloads.isEmpty, let problem = delivery.firstProblem { throw problem }
    return delivery
  }

  private func elements(of document: JSONValue) throws(HTTPProblem) -> [JSONValue] {
    guard let each else { return [document] }
    guard case .array(let list)? = document.value(at: each) else {
      throw .badPayload.because("the document has no list at \(each), where 'each' points")
    }
    return list
  }

  /// Refuses an element of a list of which a title would say nothing.
  private func check(
    _ element: JSONValue, in document: JSONValue, _ headers: [String: String],
    titledBy title: JSONTemplate?
  ) throws(HTTPProblem) {
    switch element {
    case .object, .array: break
    default: throw .badPayload.because("it is no object")
    }
    guard let title, title.text(from: element, in: document, headers: headers) != nil,
      title.lacksValues(in: element, of: document, headers: headers)
    else { return }
    throw .badPayload.because("it has nothing of what the title is made of")
  }

  /// The fields of the message that an element makes; nil where none of its kind is of interest.
  private func fields(
    _ element: JSONValue, in document: JSONValue, _ headers: [String: String], note: String?
  ) throws(HTTPProblem) -> [String: JSONValue]? {
    let templates: [String: JSONTemplate]
    var message: [String: JSONValue] = [:]
    if let reader = template.reader {
      (message, templates) = (reader(element), ownFields)
      // Who says where the texts are has looked at the rest.
      if ownFields["title"] != nil || ownFields["body"] != nil { message["custom"] = nil }
    } else {
      guard let known = template.fields(of: element, in: document, headers), !known.isEmpty else {
        return nil
      }
      templates = known.merging(ownFields) { $1 }
    }
    if each != nil { try check(element, in: document, headers, titledBy: templates["title"]) }
    var isTelling = template.reader != nil
    for (field, template) in templates {
      message[field] = nil
      let text = template.text(
        from: element, in: document, headers: headers, needsAll: ["image", "url"].contains(field))
      guard let text, !text.isEmpty else { continue }
      message[field] = Self.value(text, of: field)
      // What the template says of every document tells nothing of this one.
      if ["title", "body"].contains(field), template.hasPlaces || ownFields[field] != nil {
        isTelling = true
      }
    }
    if let note { message["body"] = .string(Self.joined(message["body"], note)) }
    guard isTelling || note != nil else {
      throw .badPayload.because("there is nothing in it that '\(template.name.rawValue)' sends")
    }
    guard message["title"] != nil || message["body"] != nil else {
      throw .badPayload.because("there is neither a title nor a text in it")
    }
    return message
  }

  private static func joined(_ body: JSONValue?, _ note: String) -> String {
    if case .string(let text)? = body { "\(text)\n\n\(note)" } else { note }
  }

  private func payload(
    _ fields: [String: JSONValue], by token: AccessToken?
  ) throws(HTTPProblem) -> Payload {
    var message = fields
    // Systems that lack one of the texts send another in its place.
    if message["subtitle"] == message["body"] { message["subtitle"] = nil }
    if let image = message.removeValue(forKey: "image") {
      message["attachments"] = .array([.object(["url": image, "format": "image"])])
    }
    // A source of the template's lies below the webhook's own.
    var source = message["source"].flatMap { if case .string(let text) = $0 { text } else { nil } }
    if isByApplication { source = source ?? token?.name }
    message["source"] = .string(source.map { "\(name)/\($0)" } ?? name)
    do throws(PayloadError) {
      return try PayloadDecoder().payload(from: .object(message))
    } catch {
      throw .badPayload.because("the template makes no message of it")
    }
  }

  /// A filled text as the value that its field is read from.
  private static func value(_ text: String, of field: String) -> JSONValue {
    switch field {
    // What a service gives as a time may be none; that of the arrival then stands.
    case "sent_at" where RFC3339.date(from: text) == nil: .null
    // They are one line each.
    case "title", "subtitle":
      .string(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    // Of pieces that are not there the line ends between them are left.
    case "body": .string(text.trimmingCharacters(in: .newlines))
    default: FieldTable.value(of: text, for: field)
    }
  }
}

/// What a request to a webhook brings.
struct WebhookDelivery: Sendable {
  /// The document of the request.
  let document: JSONValue
  /// The token that let it in; nil where none was asked for.
  let token: AccessToken?
  /// The messages.
  var payloads: [Payload] = []
  /// How many elements make none because something is wrong with them.
  private(set) var badCount = 0
  /// What is wrong with the first of them.
  private(set) var firstProblem: HTTPProblem?

  /// Counts an element that makes no message, by its place in the list, from 1.
  mutating func note(_ problem: HTTPProblem, of element: Int?) {
    badCount += 1
    let placed = element.map { HTTPProblem(problem.code, "\(problem.message) (element \($0))") }
    firstProblem = firstProblem ?? placed ?? problem
  }
}
