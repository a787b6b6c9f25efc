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
  private let secretFile: String?
  private let ownFields: [String: JSONTemplate]

  /// Makes a webhook; it refuses every request while its secret cannot be read.
  init(_ settings: WebhookSettings) {
    template = .named(settings.template)
    name = settings.name
    path = settings.route
    each = settings.each ?? template.each
    ownFields = settings.ownFields
    answer = template.answer
    secretFile = settings.secretFile
  }

  /// Whether a sender has to know a secret of the webhook's own, in place of a token.
  var hasSecret: Bool { secretFile != nil }

  /// Why it takes nothing now: its secret cannot be read.
  var failure: SecretError? {
    do throws(SecretError) {
      _ = try secret()
      return nil
    } catch {
      return error
    }
  }

  /// The secret as it stands in its file now, so that a new one holds from the next request on.
  private func secret() throws(SecretError) -> [UInt8]? {
    guard let secretFile else { return nil }
    return Array(try SecretFile.secret(secretFile).utf8)
  }

  /// The messages that a request makes; an element of it that is none of interest makes none.
  ///
  /// - Throws: ``HTTPProblem``, for elements only when none of them makes a message.
  func delivery(_ call: HTTPCall) throws(HTTPProblem) -> WebhookDelivery {
    let secret: [UInt8]?
    do throws(SecretError) { secret = try self.secret() } catch { throw .closedWebhook }
    let document = try FormBody.document(of: call)
    if let secret { try template.proof.check(call, document, secret: secret) }
    var delivery = WebhookDelivery()
    for (index, element) in try elements(of: document).enumerated() {
      do throws(HTTPProblem) {
        if let payload = try payload(element, in: document, call.headers) {
          delivery.payloads.append(payload)
        }
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

  private func payload(
    _ element: JSONValue, in document: JSONValue, _ headers: [String: String]
  ) throws(HTTPProblem) -> Payload? {
    guard let known = template.fields(of: element, in: document, headers), !known.isEmpty else {
      return nil
    }
    let fields = known.merging(ownFields) { $1 }
    if each != nil { try check(element, in: document, headers, titledBy: fields["title"]) }
    var message: [String: JSONValue] = [:]
    for (field, template) in fields {
      guard let text = template.text(from: element, in: document, headers: headers),
        !text.isEmpty
      else { continue }
      message[field] = Self.value(text, of: field)
    }
    // Systems that lack one of the texts send another in its place.
    if message["subtitle"] == message["body"] { message["subtitle"] = nil }
    // A source of the template's lies below the webhook's own.
    let source = message["source"].flatMap { if case .string(let text) = $0 { text } else { nil } }
    message["source"] = .string(source.map { "\(name)/\($0)" } ?? name)
    guard message["title"] != nil || message["body"] != nil else {
      throw .badPayload.because("there is neither a title nor a text in it")
    }
    do throws(PayloadError) {
      return try PayloadDecoder().payload(from: .object(message))
    } catch {
      throw .badPayload.because("the template makes no message of it")
    }
  }

  /// A filled text as the type that its field has.
  private static func value(_ text: String, of field: String) -> JSONValue {
    switch field {
    case "priority", "progress": Int64(text).map(JSONValue.integer) ?? .string(text)
    case "tags", "categories":
      .array(
        text.split { $0 == "," || $0 == " " && field == "tags" }
          .map { .string(HTTPCall.trimmed(String($0))) })
    case "sent_at": RFC3339.date(from: text) == nil ? .null : .string(text)
    default: .string(text)
    }
  }
}

/// What a request to a webhook brings.
struct WebhookDelivery: Sendable {
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
