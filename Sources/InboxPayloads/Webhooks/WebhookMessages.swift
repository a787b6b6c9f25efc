import Foundation
package import InboxCore
package import InboxText

/// What makes the messages of a webhook's documents.
package struct WebhookMessages: Sendable {
  private let vendor: WebhookVendor
  private let name: String

  /// Makes the messages of a webhook.
  ///
  /// - Parameters:
  ///   - vendor: The service.
  ///   - name: The name of the webhook, the source of its messages.
  package init(of vendor: WebhookVendor, name: String) {
    (self.vendor, self.name) = (vendor, name)
  }

  /// The messages of a document, and what made none.
  package struct Result: Sendable {
    /// The messages.
    package var payloads: [Payload] = []
    /// The errors, with the position of the element in its list, from 1.
    package var errors: [(error: WebhookError, element: Int?)] = []
  }

  /// Makes the messages of a document; irrelevant elements make none.
  ///
  /// - Parameters:
  ///   - document: What was sent to the webhook.
  ///   - headers: Headers by name in lower case.
  ///   - size: The size of the body in bytes.
  ///   - secrets: The secrets of the webhook and of the request, which are masked wherever they
  ///     stand.
  ///   - note: A note for the end of the first text.
  ///   - application: The name of the sending application, below the source.
  ///   - mostElements: Maximum elements of a list.
  /// - Returns: The messages, and what made none.
  package func read(
    _ document: JSONValue, headers: [String: String] = [:], size: Int, secrets: [String] = [],
    note: String? = nil, application: String? = nil, mostElements: Int = .max
  ) -> Result {
    let document = WebhookSecrets.masked(document, secrets)
    var result = Result()
    let parts: [WebhookPart]
    do throws(WebhookError) {
      parts = try WebhookPart.all(
        of: document, each: list(in: document), size: size, most: mostElements)
    } catch {
      return Result(errors: [(error, nil)])
    }
    for (index, part) in parts.enumerated() {
      do throws(WebhookError) {
        if let (fields, shown) = try fill(part, headers, note: index == 0 ? note : nil) {
          result.payloads.append(try payload(fields, shown, of: part, from: application))
        }
      } catch {
        result.errors.append((error, part.isElement ? index + 1 : nil))
      }
    }
    return result
  }

  /// The pointer to the list of messages; nil if the document is one message, as one without elements
  /// may be.
  private func list(in document: JSONValue) -> String? {
    if !vendor.empty.isEmpty, document.value(at: vendor.each ?? "") == .array([]) { return nil }
    if vendor.each == nil, vendor.reader != nil, case .array = document { return "" }
    return vendor.each
  }

  /// The fields of the message of a part of a document, and the places of what they show; nil if its
  /// kind is ignored.
  private func fill(
    _ part: WebhookPart, _ headers: [String: String], note: String?
  ) throws(WebhookError) -> (fields: [String: JSONValue], shown: Template.Shown)? {
    let templates: [String: Template]
    var message: [String: JSONValue] = [:]
    var shown = Template.Shown()
    var isLaidOut = false
    if let reader = vendor.reader {
      let read = reader.read(part.clean, for: name)
      (message, templates, isLaidOut) = (read.fields, vendor.overrides, read.isLaidOut)
      // A field of one's own may replace what shows a value.
      if vendor.overrides.isEmpty { shown.part = read.shown }
      // With own fields for the texts, the rest of the document is left out.
      if vendor.overrides["title"] != nil || vendor.overrides["body"] != nil {
        message["custom"] = nil
      }
    } else {
      let known =
        vendor.each == nil || part.isElement
        ? vendor.fields(of: part.element, in: part.top, headers) : vendor.empty
      guard let known, !known.isEmpty else { return nil }
      templates = known.merging(vendor.overrides) { $1 }
    }
    // The title first: a text that is the document laid out goes with that of the reader.
    for (field, template) in templates.sorted(by: { $0.key > $1.key }) {
      if field == "title", template.lacksValues(in: part.element, of: part.top, headers: headers) {
        continue
      }
      let filled = template.filled(
        from: part.element, in: part.top, headers: headers,
        needsAll: ["image", "url"].contains(field), takesDefaults: Self.choices.contains(field),
        cleaning: { WebhookSecrets.cleaned($0) })
      // Without a value the field stays as the reader has it.
      guard let (text, places) = filled else { continue }
      message[field] = text.isEmpty ? nil : Self.value(text, of: field)
      guard message[field] != nil else { continue }
      if field == "title", isLaidOut { message["body"] = nil }
      if !Self.choices.contains(field), field != "resolves" { shown.add(places) }
    }
    if let note {
      let texts = [message["body"]?.plainText, note].compactMap(\.self)
      message["body"] = .string(texts.joined(separator: "\n\n"))
    }
    guard message["title"] != nil || message["body"] != nil else {
      throw .unusable("there is nothing in it that '\(vendor.name)' sends")
    }
    return (message, shown)
  }

  /// Fields of which a value chooses one; they say less than it.
  private static let choices: Set = ["format", "glyph", "priority", "progress"]

  private func payload(
    _ fields: [String: JSONValue], _ shown: Template.Shown, of part: WebhookPart,
    from application: String?
  ) throws(WebhookError) -> Payload {
    var message = fields
    // Some services repeat the body in place of a missing text.
    if [message["title"], message["body"]].contains(message["subtitle"]) {
      message["subtitle"] = nil
    }
    if let image = message.removeValue(forKey: "image") {
      message["attachments"] = .array([.object(["url": image, "format": "image"])])
    }
    // The template's source is below the webhook's.
    let source = message["source"]?.plainText ?? application
    message["source"] = .string(source.map { "\(name)/\($0)" } ?? name)
    // Forges do not show the comments of a text.
    let body = message["body"] ?? .null
    if vendor.reader == nil, message["format"] == "markdown", case .string(let text) = body {
      message["body"] = Self.value(HTMLComments.removed(from: text), of: "body")
    }
    var payload: Payload
    do throws(PayloadError) {
      payload = try PayloadDecoder().payload(from: .object(message))
    } catch {
      throw .unusable("the template makes no message of it")
    }
    // A word for the priority is in the document.
    payload.rest = nil
    payload.keepRest(of: .object(["body": body]))
    // With `custom` a reader keeps the rest itself.
    if message["custom"] == nil { part.keepRest(in: &payload, shown: shown) }
    return payload
  }

  /// A filled text as the value of a field.
  private static func value(_ text: String, of field: String) -> JSONValue? {
    switch field {
    // If a service's time is not valid, the time of arrival is used.
    case "sent_at" where RFC3339.date(from: text) == nil: nil
    case "progress":
      Double(text.trimmingCharacters(in: ["%", " "]))
        .flatMap { (0...100).contains($0) ? .integer(Int64($0)) : nil }
    // Titles are single lines.
    case "title", "subtitle":
      .string(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    // Missing pieces leave their line ends behind.
    case "body": .string(text.trimmingCharacters(in: .newlines))
    default: FieldTable.value(of: text, for: field)
    }
  }
}

/// The reason why a document or an element makes no message.
package enum WebhookError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It is not what the template expects; a clause.
  case unusable(String)
  /// The list has more elements than so many.
  case tooMany(Int)

  /// The reason, a clause.
  package var description: String {
    switch self {
    case .unusable(let reason): reason
    case .tooMany(let limit): "the list has more than \(limit) elements"
    }
  }
}
