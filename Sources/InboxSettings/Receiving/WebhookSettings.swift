package import InboxText
import InboxTOML

/// What the configuration says of one webhook.
package struct WebhookSettings: Sendable, Hashable {
  /// The shipped templates.
  package static let templates = [
    "alertmanager", "github", "gitlab", "gotify", "grafana", "healthchecks", "json", "pagerduty",
    "sentry", "uptime-kuma",
  ]
  /// The fields of a message that a template may fill.
  package static let fields = [
    "body", "categories", "fold", "format", "glyph", "id", "priority", "progress", "resolves",
    "sent_at", "source", "subtitle", "tags", "thread", "title", "url",
  ]

  /// Its name, which is the source of its messages.
  package var name: String
  /// The shipped template that it begins with.
  package var template: String
  /// The path of its requests; nil for the template's own, or one with the name.
  package var path: String?
  /// The file with the secret that senders know; nil for none.
  package var secretFile: String?
  /// Pointer to a list in the document, each element of which is a message; nil for the template's.
  package var each: String?
  /// Fields that are filled in another way than the template says; an empty text leaves one out.
  package var ownFields: [String: JSONTemplate]

  /// Makes a webhook by hand.
  package init(
    name: String, template: String = "json", path: String? = nil, secretFile: String? = nil,
    each: String? = nil, ownFields: [String: JSONTemplate] = [:]
  ) {
    (self.name, self.template, self.path) = (name, template, path)
    (self.secretFile, self.each, self.ownFields) = (secretFile, each, ownFields)
  }

  private static let keys = ["name", "template", "path", "secret_file", "each", "fields"]

  /// The row of all webhooks.
  static let row = TOMLRow<ReceivingSettings>(
    "webhook", type: "[[webhook]] tables with \(keys.joined(separator: ", "))", default: "[]",
    "services that send JSON by HTTP; a template knows what they send"
  ) { reader, path, settings in
    settings.webhooks = reader.tables(at: path) { reader, path in
      WebhookSettings(&reader, at: path)
    }
  }

  private init?(_ reader: inout TOMLReader, at path: TOMLPath) {
    reader.reportUnknownKeys(at: path, known: Self.keys)
    let template = reader.choice(at: path.appending(key: "template"), from: Self.templates)
    let name = reader.string(at: path.appending(key: "name")) ?? template
    // What is wrong with the template is told already.
    let isNamed = reader.document.value(at: path.appending(key: "template")) == nil
    guard name != nil || isNamed else { return nil }
    guard let name, Self.isName(name) else {
      reader.report(
        .badValue(name ?? "", expected: "a name of letters, digits, '-', '_', '.'", nearest: nil),
        at: path.appending(key: "name"))
      return nil
    }
    self.init(name: name, template: template ?? "json")
    self.path = reader.string(at: path.appending(key: "path"))
    secretFile = reader.string(at: path.appending(key: "secret_file"))
    each = reader.string(at: path.appending(key: "each"))
    if let own = self.path, !own.hasPrefix("/") || own.contains("?") || own == "/" {
      reader.report(
        .badValue(own, expected: "a path such as /hooks/\(name)", nearest: nil),
        at: path.appending(key: "path"))
      return nil
    }
    readFields(&reader, at: path.appending(key: "fields"))
  }

  private mutating func readFields(_ reader: inout TOMLReader, at path: TOMLPath) {
    reader.reportUnknownKeys(at: path, known: Self.fields)
    for key in reader.document.keys(of: path) where Self.fields.contains(key) {
      let place = path.appending(key: key)
      guard let text = reader.string(at: place) else { continue }
      do throws(JSONTemplateError) {
        ownFields[key] = try JSONTemplate(text)
      } catch {
        reader.report(.badValue(text, expected: error.message, nearest: nil), at: place)
      }
    }
  }

  static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}

extension TOMLReader {
  /// The values of an array of tables, each read by `read`; those that are nil are reported already.
  mutating func tables<Value>(
    at path: TOMLPath, _ read: (inout TOMLReader, TOMLPath) -> Value?
  ) -> [Value] {
    guard let value = document.value(at: path) else { return [] }
    guard case .array(let nodes) = value else {
      let none: Value? = mismatch(value, "tables, each under [[\(path)]]", at: path)
      return none.map { [$0] } ?? []
    }
    var values: [Value] = []
    for index in nodes.indices {
      let place = path.appending(index: index)
      guard case .table = nodes[index].value else {
        let _: Value? = mismatch(nodes[index].value, "a table", at: place)
        continue
      }
      if let value = read(&self, place) { values.append(value) }
    }
    return values
  }
}
