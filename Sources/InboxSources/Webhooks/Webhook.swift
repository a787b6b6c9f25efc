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
    self.init(settings, proof: nil)
  }

  /// The webhooks of settings, followed by those at further addresses of their services.
  ///
  /// Discord takes documents for Slack and of GitHub below the address of a webhook.
  static func all(_ settings: [WebhookSettings]) -> [Webhook] {
    let others = settings.filter { $0.template == WebhookTemplateName.discord.rawValue }
      .flatMap { settings in
        [WebhookTemplateName.slack, .github].map { name in
          var other = settings
          other.path = "/" + (settings.route + [name.rawValue]).joined(separator: "/")
          other.template = name.rawValue
          return Webhook(other, proof: .token)
        }
      }
    return settings.map(Webhook.init) + others
  }

  private init(_ settings: WebhookSettings, proof: WebhookProof?) {
    var template = WebhookTemplate.named(settings.template)
    if let proof { template.proof = proof }
    self.template = template
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

  /// Whether the head of a request proves its sender.
  var isProvedByHead: Bool { !hasSecret || template.proof.isInHead }

  /// Refuses a request by its head alone, where that has to prove its sender.
  ///
  /// - Throws: ``HTTPProblem``.
  func checkHead(_ call: HTTPCall) throws(HTTPProblem) {
    guard hasSecret, template.proof.isInHead else { return }
    let secrets: [AccessToken]
    do throws(SecretError) { secrets = try self.secrets() } catch { throw .closedWebhook }
    _ = try template.proof.check(call, secrets: secrets)
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
    var token = token
    // Who has proved nothing costs no more than one reading of the body.
    if hasSecret { token = try template.proof.check(call, secrets: secrets) }
    var body = try WebhookBody(call)
    if hasSecret {
      token = try template.proof.check(body.document, secrets: secrets) ?? token
    }
    if answer == .accepted { body.document = body.document.withKey }
    let document = WebhookSecrets(secrets + [token].compactMap(\.self)).masked(body.document)
    let headers = template.proof.normalized(call.headers)
    var delivery = WebhookDelivery(document: body.document, token: token)
    let parts = try WebhookParts(document, each: list(in: document), size: call.body.count)
    for index in parts.elements.indices {
      do throws(HTTPProblem) {
        let note = index == 0 ? body.fileNote : nil
        if let filled = try fill(parts[index], headers, note: note) {
          delivery.payloads.append(try payload(filled, by: token))
        }
      } catch {
        delivery.note(error, of: parts.isList ? index + 1 : nil)
      }
    }
    if delivery.payloads.isEmpty, let problem = delivery.firstProblem { throw problem }
    return delivery
  }

  /// The pointer to the list of messages; nil if the document is one message.
  private func list(in document: JSONValue) -> String? {
    if each == nil, template.reader != nil, case .array = document { return "" }
    return each
  }

  /// Refuses an element of a list without a value for the title.
  private func check(
    _ part: WebhookPart, _ headers: [String: String], titledBy title: JSONTemplate?
  ) throws(HTTPProblem) {
    switch part.element {
    case .object, .array: break
    default: throw .badPayload.because("not an object")
    }
    guard let title, title.text(from: part.element, in: part.top, headers: headers) != nil,
      title.lacksValues(in: part.element, of: part.top, headers: headers)
    else { return }
    throw .badPayload.because("it has nothing of what the title is made of")
  }

  /// The fields of a message, and what of its part of the document is kept beside them.
  private struct Filled {
    var fields: [String: JSONValue]
    var shown: JSONTemplate.Shown
    var part: WebhookPart
  }

  /// The message of a part of a document; nil if its kind is ignored.
  private func fill(
    _ part: WebhookPart, _ headers: [String: String], note: String?
  ) throws(HTTPProblem) -> Filled? {
    let templates: [String: JSONTemplate]
    var message: [String: JSONValue] = [:]
    var shown = JSONTemplate.Shown()
    if let reader = template.reader {
      let read = reader(part.clean, name)
      (message, templates) = (read.fields, ownFields)
      // A field of one's own may replace what shows a value.
      if ownFields.isEmpty { shown.part = read.shown }
      // With own fields for the texts, the rest of the document is left out.
      if ownFields["title"] != nil || ownFields["body"] != nil { message["custom"] = nil }
      if ownFields["title"] != nil, read.isLaidOut { message["body"] = nil }
    } else {
      guard let known = template.fields(of: part.element, in: part.top, headers), !known.isEmpty
      else { return nil }
      templates = known.merging(ownFields) { $1 }
    }
    if each != nil { try check(part, headers, titledBy: templates["title"]) }
    var isTelling = template.reader != nil
    for (field, template) in templates {
      message[field] = nil
      var places = JSONTemplate.Shown()
      let text = template.text(
        from: part.element, in: part.top, headers: headers,
        needsAll: ["image", "url"].contains(field), takesDefaults: Self.choices.contains(field),
        showing: &places)
      guard let text, !text.isEmpty, let value = Self.value(text, of: field) else { continue }
      message[field] = value
      if !Self.choices.contains(field), field != "resolves" { shown.add(places) }
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
    return Filled(fields: message, shown: shown, part: part)
  }

  /// Fields of which a value chooses one; they say less than it.
  private static let choices: Set = ["format", "glyph", "priority", "progress"]

  private static func joined(_ body: JSONValue?, _ note: String) -> String {
    if case .string(let text)? = body { "\(text)\n\n\(note)" } else { note }
  }

  private func payload(
    _ filled: Filled, by token: AccessToken?
  ) throws(HTTPProblem) -> Payload {
    var message = filled.fields
    // Some services repeat the body in place of a missing text.
    if message["subtitle"] == message["body"] { message["subtitle"] = nil }
    if let image = message.removeValue(forKey: "image") {
      message["attachments"] = .array([.object(["url": image, "format": "image"])])
    }
    // The template's source is below the webhook's.
    var source = message["source"].flatMap { if case .string(let text) = $0 { text } else { nil } }
    if isByApplication { source = source ?? token?.name }
    message["source"] = .string(source.map { "\(name)/\($0)" } ?? name)
    // Forges do not show the comments of a text.
    var body: String?
    if template.reader == nil, message["format"] == "markdown",
      case .string(let text)? = message["body"]
    {
      let shown = HTMLComments.removed(from: text)
      if shown != text { body = text }
      message["body"] = Self.value(shown, of: "body")
    }
    var payload: Payload
    do throws(PayloadError) {
      payload = try PayloadDecoder().payload(from: .object(message))
    } catch {
      throw .badPayload.because("the template makes no message of it")
    }
    // A word for the priority is in the document.
    payload.rest = nil
    if let body { payload.keepRest(of: .object(["body": .string(body)])) }
    // With `custom` a reader keeps the rest itself.
    if message["custom"] == nil { filled.part.keepRest(in: &payload, shown: filled.shown) }
    return payload
  }

  /// A filled text as the value of a field.
  private static func value(_ text: String, of field: String) -> JSONValue? {
    switch field {
    // If a service's time is not valid, the time of arrival is used.
    case "sent_at" where RFC3339.date(from: text) == nil: nil
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
