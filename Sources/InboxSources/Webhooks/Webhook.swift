import Foundation
import InboxCore
import InboxPayloads
import InboxSettings
import InboxText

/// A webhook with its settings and its template.
struct Webhook: Sendable {
  /// The path components of its requests.
  let path: [String]
  /// The kind of response.
  let answer: WebhookTemplate.Answer
  /// Its name, the source of its messages.
  let name: String
  private let template: WebhookTemplate
  private let each: String?
  private let settings: WebhookSettings
  private let ownFields: [String: JSONTemplate]

  /// Makes a webhook, which refuses all requests while its secret cannot be read.
  init(_ settings: WebhookSettings) {
    template = .named(settings.template)
    name = settings.name
    path = settings.route
    each = settings.each ?? template.each
    ownFields = settings.ownFields
    answer = template.answer
    self.settings = settings
  }

  /// Whether it has its own secret, instead of a token.
  var hasSecret: Bool { settings.secretFile != nil }

  /// Whether the name of the sender's token is part of the source.
  var isByApplication: Bool { template.name == .gotify }

  /// The error of reading its secret; nil if it can be read.
  var failure: SecretError? {
    do throws(SecretError) {
      _ = try secrets()
      return nil
    } catch {
      return error
    }
  }

  /// The current secrets, read from the file for each request.
  ///
  /// - Throws: `SecretError`.
  func secrets() throws(SecretError) -> [AccessToken] {
    guard let path = settings.secretFile else { return [] }
    return try settings.secrets(in: path)
  }

  /// Makes the messages of a request; irrelevant elements make none.
  ///
  /// - Parameters:
  ///   - call: The request.
  ///   - token: The token of the request, if the webhook has no secret.
  /// - Returns: The messages, and what was left out.
  /// - Throws: ``HTTPProblem``; for elements only if none of them makes a message.
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

  /// Refuses an element of a list without a value for the title.
  private func check(
    _ element: JSONValue, in document: JSONValue, _ headers: [String: String],
    titledBy title: JSONTemplate?
  ) throws(HTTPProblem) {
    switch element {
    case .object, .array: break
    default: throw .badPayload.because("not an object")
    }
    guard let title, title.text(from: element, in: document, headers: headers) != nil,
      title.lacksValues(in: element, of: document, headers: headers)
    else { return }
    throw .badPayload.because("it has nothing of what the title is made of")
  }

  /// The message fields of an element; nil if its kind is ignored.
  private func fields(
    _ element: JSONValue, in document: JSONValue, _ headers: [String: String], note: String?
  ) throws(HTTPProblem) -> [String: JSONValue]? {
    let templates: [String: JSONTemplate]
    var message: [String: JSONValue] = [:]
    if let reader = template.reader {
      (message, templates) = (reader(element), ownFields)
      // With own fields for the texts, the rest of the document is left out.
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
      // Constant texts of a template do not count as content.
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
    // Some services repeat the body in place of a missing text.
    if message["subtitle"] == message["body"] { message["subtitle"] = nil }
    if let image = message.removeValue(forKey: "image") {
      message["attachments"] = .array([.object(["url": image, "format": "image"])])
    }
    // The template's source is below the webhook's.
    var source = message["source"].flatMap { if case .string(let text) = $0 { text } else { nil } }
    if isByApplication { source = source ?? token?.name }
    message["source"] = .string(source.map { "\(name)/\($0)" } ?? name)
    do throws(PayloadError) {
      return try PayloadDecoder().payload(from: .object(message))
    } catch {
      throw .badPayload.because("the template makes no message of it")
    }
  }

  /// A filled text as the value of a field.
  private static func value(_ text: String, of field: String) -> JSONValue {
    switch field {
    // If a service's time is not valid, the time of arrival is used.
    case "sent_at" where RFC3339.date(from: text) == nil: .null
    // Titles are single lines.
    case "title", "subtitle":
      .string(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    // Missing pieces leave their line ends behind.
    case "body": .string(text.trimmingCharacters(in: .newlines))
    default: FieldTable.value(of: text, for: field)
    }
  }
}

/// The content of a webhook request.
struct WebhookDelivery: Sendable {
  /// The document of the request.
  let document: JSONValue
  /// The token of the request; nil if none was required.
  let token: AccessToken?
  /// The messages.
  var payloads: [Payload] = []
  /// The number of invalid elements.
  private(set) var badCount = 0
  /// The error of the first of them.
  private(set) var firstProblem: HTTPProblem?

  /// Counts an invalid element with its position in the list, from 1.
  mutating func note(_ problem: HTTPProblem, of element: Int?) {
    badCount += 1
    let placed = element.map { HTTPProblem(problem.code, "\(problem.message) (element \($0))") }
    firstProblem = firstProblem ?? placed ?? problem
  }
}
