import Foundation
@testable import InboxCore
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
      message.answerer = Answerer(person: "ann", machine: "atlas", time: 1, isSent: true)
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

extension Message {
  private static let texts = [
    "plain", "with \"quotes\" and \\", "\u{1b}[31m\u{9b}", "\u{202e}rtl", "žluť 👩‍🚀", "two\nlines",
    "é\u{2028}£",
  ]

  /// A message with any mix of fields.
  static func random(using random: inout some RandomNumberGenerator) -> Message {
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    func names() -> [String] { (0..<Int.random(in: 0..<3, using: &random)).map { _ in text() } }
    // A name stands once in its list.
    func labels() -> [String] { Set(names()).sorted() }
    func date() -> Date {
      Date(
        timeIntervalSince1970: Double(Int.random(in: 0..<2_000_000_000_000, using: &random)) / 1_000
      )
    }
    let taps: [TapBehavior] = [.app, .url(text()), .website(text()), .thread(text())]
    let customs: [JSONValue] = [
      "text", .object(["a": .array([.number(0.1), .null]), "custom": .integer(.max)]), .bool(false),
      .object([:]), .number(1e300), .decimal("18446744073709551615"), .decimal("1e400"),
    ]
    var message = Message(
      number: MessageNumber(Int64.random(in: 1..<1_000_000, using: &random)), id: text(),
      source: ["cli", "ntfy/a", "http/ci/main"].randomElement(using: &random) ?? "cli",
      receivedAt: date())
    message.title = text()
    message.subtitle = maybe(text())
    message.body = maybe(text())
    message.categories = labels()
    message.thread = maybe(text())
    message.tags = labels()
    message.priority = Priority.allCases.randomElement(using: &random) ?? .default
    message.glyph = maybe("👩‍🚀")
    message.attachments = names().map {
      Attachment(name: maybe($0), url: $0, format: .audio, size: maybe(9))
    }
    message.tap = taps.randomElement(using: &random) ?? .app
    message.actions = names().enumerated().map { index, name in
      MessageAction(id: "\(index)" + text(), label: name, url: maybe(name))
    }
    message.isQuestion = Bool.random(using: &random)
    message.answer = maybe(text())
    message.sound = maybe("default")
    message.badge = maybe(3)
    message.sentAt = maybe(date())
    message.startsAt = maybe(date())
    message.expiresAt = maybe(date())
    message.snoozedUntil = maybe(date())
    message.delivery = Delivery.allCases.randomElement(using: &random) ?? .inbox
    message.status = Status.allCases.randomElement(using: &random) ?? .read
    message.statusBeforeDelete = maybe(.read)
    message.isPinned = Bool.random(using: &random)
    message.custom = maybe(customs.randomElement(using: &random) ?? .null)
    message.conversionTags = labels()
    message.isPartial = Bool.random(using: &random)
    message.snoozedFor = maybe(.visit(machine: "laptop"))
    message.format = BodyFormat.allCases.randomElement(using: &random) ?? .plain
    message.progress = maybe(40)
    message.fold = maybe(text())
    message.occurrences = Int.random(in: 1...3, using: &random)
    message.firstAt = maybe(date())
    message.lastAt = maybe(date())
    message.resolvedAt = maybe(date())
    message.doneAt = maybe(date())
    message.openedAt = maybe(date())
    message.machine = maybe(text())
    message.earlier = names().map { name in
      Occurrence(
        sentAt: maybe(date()), receivedAt: date(), title: maybe(name), subtitle: maybe(name),
        body: name, fields: maybe(["custom": customs[1], "tags": .array([.string(name)])]) ?? [:])
    }
    return message
  }

  /// The message that a payload of an export stands for; nil when its identity is missing.
  init?(restoredFrom payload: Payload) {
    guard let id = payload.id, let source = payload.source, let number = payload.local.number,
      let receivedAt = payload.local.receivedAt, let status = payload.local.status,
      let isPinned = payload.local.isPinned
    else { return nil }
    self.init(number: number, id: id, source: source, receivedAt: receivedAt)
    title = payload.title.value
    subtitle = payload.subtitle.value
    body = payload.body.value
    categories = payload.categories.value ?? []
    thread = payload.thread.value
    tags = payload.tags.value ?? []
    priority = payload.priority.value ?? .default
    glyph = payload.glyph.value
    attachments = payload.attachments.value ?? []
    tap = payload.tap.value ?? .app
    actions = payload.actions.value ?? []
    isQuestion = payload.asks.value ?? false
    answer = payload.local.answer
    sound = payload.sound.value
    badge = payload.badge.value
    sentAt = payload.sentAt.value
    startsAt = payload.startsAt.value
    expiresAt = payload.expiresAt.value
    snoozedUntil = payload.local.snoozedUntil
    delivery = payload.delivery.value ?? .inboxAndAlert
    self.status = status
    statusBeforeDelete = payload.local.statusBeforeDelete
    self.isPinned = isPinned
    custom = payload.custom.value
    conversionTags = payload.conversionTags.value ?? []
    isPartial = payload.isPartial
    snoozedFor = payload.local.snoozedFor
    format = payload.format.value ?? .plain
    progress = payload.progress.value
    fold = payload.fold.value
    occurrences = payload.local.occurrences ?? 1
    firstAt = payload.local.firstAt
    lastAt = payload.local.lastAt
    resolvedAt = payload.local.resolvedAt
    doneAt = payload.local.doneAt
    openedAt = payload.local.openedAt
    machine = payload.local.machine
    earlier = payload.local.earlier ?? []
  }
}
