import InboxText

/// A document of a vendor with a marker in every text, and an unknown text in every object.
///
/// In its source `=text` stays a text, as what a template decides by, `!text` is a secret, and
/// `https:` stays a link.
struct MarkedDocument {
  /// The markers that a message must keep.
  private(set) var markers: [String] = []
  /// The markers that no message may have.
  private(set) var secrets: [String] = []
  private(set) var json = ""

  init(_ text: String) throws {
    json = marked(try JSONValue(json: text)).json
  }

  private mutating func marker() -> String {
    markers.append("mark\(markers.count + secrets.count)x")
    return markers[markers.count - 1]
  }

  private mutating func marked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text):
      switch text.first {
      case "=": return .string(String(text.dropFirst()))
      case "!":
        secrets.append("secret\(markers.count + secrets.count)x")
        return .string(secrets[secrets.count - 1])
      default:
        return .string(text.hasPrefix("https:") ? "https://e.example/\(marker())" : marker())
      }
    case .array(let values): return .array(values.map { marked($0) })
    case .object(let fields):
      var result: [String: JSONValue] = [:]
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) { result[name] = marked(value) }
      result["unknown field"] = .string(marker())
      return .object(result)
    case .null, .bool, .integer, .number, .decimal: return value
    }
  }
}
