import InboxPayloads
import InboxSettings
import InboxText

/// Documents of any program.
extension WebhookTemplate {
  /// Any document with the usual names of title, text and link; other fields become custom fields.
  static let json = WebhookTemplate(name: .json, reader: PlainDocument.fields)
}

/// A document of an unknown service.
enum PlainDocument {
  private static let titles = ["title"] + TextNames.title
  private static let bodies = ["body"] + TextNames.body + ["msg"]
  /// Less specific names of a title.
  private static let names = ["summary", "name"]
  private static let urls = ["url", "link", "html_url", "href"]
  private static let priorities = ["priority", "severity", "level"]

  /// The message fields of a document.
  static func fields(of document: JSONValue) -> [String: JSONValue] {
    guard case .object(var rest) = document else { return [:] }
    var fields: [String: JSONValue] = [:]
    fields["title"] = take(titles, from: &rest)
    fields["body"] = take(bodies, from: &rest)
    if fields["title"] == nil { fields["title"] = take(names, from: &rest) }
    fields["url"] = take(urls, from: &rest)
    if let priority = take(priorities, from: &rest) {
      // A number in a text, as in a form.
      fields["priority"] = priority.plainText.flatMap(Int64.init).map(JSONValue.integer) ?? priority
    }
    if !rest.isEmpty { fields["custom"] = .object(rest) }
    return fields
  }

  /// Removes and returns the first field with a text.
  private static func take(_ names: [String], from rest: inout [String: JSONValue]) -> JSONValue? {
    for name in names {
      guard let value = rest[name], case .some(let text) = value.plainText else { continue }
      rest[name] = nil
      return .string(text)
    }
    return nil
  }
}
