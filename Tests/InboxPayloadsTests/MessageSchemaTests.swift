import Foundation
import InboxCore
import InboxPayloads
import InboxTestSupport
import InboxText
import Testing

/// The JSON of messages, its schema and its page say the same.
struct MessageSchemaTests {
  private let schema: JSONSchema

  init() throws { schema = try JSONSchema(Self.text("message.schema.json")) }

  private static func text(_ name: String) throws -> String {
    try String(
      contentsOfFile: "\(BuiltProgram.packageFolder)/Documentation/\(name)", encoding: .utf8)
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

  @Test(arguments: [
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

struct PayloadRoundTripTests {
  @Test(arguments: 0..<200) func `an exported message comes back whole`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let message = Message.random(using: &random)
    let json = MessageJSON(message, as: .export)
    #expect(!json.bytes.contains(UInt8(ascii: "\n")))
    let payload = try decoded(json.text, for: .import)
    #expect(payload.notes.isEmpty)
    #expect(Message(restoredFrom: payload) == message)
  }

  @Test func `layout 1 has these names in this order`() {
    var message = Message(
      number: MessageNumber(7), id: "a", source: "cli",
      receivedAt: Date(timeIntervalSince1970: 1.5))
    (message.title, message.tags) = ("T", ["x"])
    message.attachments = [Attachment(name: "n", url: "u", format: .image, size: 1)]
    message.actions = [MessageAction(id: "i", label: "l", url: "v")]
    (message.status, message.statusBeforeDelete) = (.deleted, .read)
    let fields = #"""
      "id":"a","number":7,"source":"cli","title":"T","tags":["x"],"priority":3,\#
      "attachments":[{"format":"image","name":"n","size":1,"url":"u"}],"tap":{"kind":"app"},\#
      "actions":[{"id":"i","label":"l","url":"v"}],"received_at":"1970-01-01T00:00:01.500Z",\#
      "delivery":"inbox+alert","status":"deleted"
      """#
    #expect(MessageJSON(message).text == #"{"v":1,\#(fields),"pinned":false}"#)
    #expect(
      MessageJSON(message, as: .export).text
        == #"{"v":1,\#(fields),"status_before_delete":"read","pinned":false}"#)
  }

  @Test(arguments: 0..<60) func `mutated bytes never crash and always end`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<3 { bytes += MessageJSON(Message.random(using: &random)).bytes + [0x0A] }
    if Bool.random(using: &random) { bytes = [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")] }
    let odd = Array("{}[]\",:\\u\n\0".utf8) + [0xFF, 0xC2, 0xE2]
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = odd.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      let records = PayloadDecoder().decode(bytes)
      #expect(records.map(\.index) == Array(records.indices))
      #expect(!records.isEmpty)
      #expect(records.map(\.line) == records.map(\.line).sorted())
    }
  }
}
