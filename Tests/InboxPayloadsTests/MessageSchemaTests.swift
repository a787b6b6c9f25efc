import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

/// The JSON of messages, its schema and its page say the same.
struct MessageSchemaTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Documentation")

  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(Self.text("message.schema.json"))
  }

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test func `every message is as the schema says, and fills each of its fields`() throws {
    var seen: Set<String> = []
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var message = Message.random(using: &random)
      message.rules = message.tags
      for form in [MessageJSON.Form.message, .export] {
        let json = try JSONValue(json: MessageJSON(message, as: form).text)
        #expect(schema.mistakes(in: json) == [])
        guard case .object(let fields) = json else { continue }
        seen.formUnion(fields.keys)
      }
    }
    #expect(seen == schema.names(of: "message"))
  }

  @Test(
    arguments: [
      ("{}", "v is missing"), (#"{"v":2}"#, "/v: 2 is not 1"), (#"{"odd":1}"#, "odd is not named"),
      (#"{"priority":9}"#, "/priority: 9 is over 5"), (#"{"status":"new"}"#, "is none of"),
      (#"{"tap":{}}"#, "/tap: kind is missing"), (#"{"sent_at":"now"}"#, "is no time"),
      (#"{"earlier":[{"received_at":1}]}"#, "/earlier/0/received_at: 1 is no string"),
    ])
  func `the validator finds what the schema forbids`(text: String, mistake: String) throws {
    let found = schema.mistakes(in: try JSONValue(json: text))
    #expect(found.contains { $0.contains(mistake) }, "\(found)")
  }

  @Test(arguments: [
    "message", "attachment", "tap", "action", "occurrence", "change", "gap", "metric",
  ])
  func `the page lists the fields of the schema`(definition: String) throws {
    let root = try JSONValue(json: Self.text("message.schema.json"))
    guard case .object(let properties)? = root.value(at: "/$defs/\(definition)/properties"),
      case .array(let required)? = root.value(at: "/$defs/\(definition)/required")
    else {
      Issue.record("no \(definition)")
      return
    }
    let page = try Self.text("JSON.md")
    let section = try #require(
      page.components(separatedBy: "\n## \(definition)\n").dropFirst().first)
    let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let expected = properties.map { name, property -> String in
      let star = required.contains(.string(name)) ? " \\*" : ""
      guard case .string(let meaning)? = property.value(at: "/description") else { return name }
      return "| `\(name)`\(star) | \(meaning) |"
    }
    let listed = rows.map { row -> String in
      let cells = row.components(separatedBy: " | ")
      return "\(cells[0]) | \(cells[2])"
    }
    #expect(listed.sorted() == expected.sorted())
  }
}
