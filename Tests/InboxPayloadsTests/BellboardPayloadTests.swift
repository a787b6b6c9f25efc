import Foundation
import InboxCore
import InboxPayloads
import InboxTestSupport
import InboxText
import Testing

struct BellboardPayloadTests {
  private static func text(_ change: (inout Payload) -> Void) -> Payload {
    var payload = Payload()
    payload.title = .set("t")
    change(&payload)
    return payload
  }

  private static let date = Date(timeIntervalSince1970: 1_769_847_300)

  private static func kept(_ fields: [String: JSONValue]) -> Payload.Field<JSONValue> {
    .set(.object(fields))
  }

  private static let fields: [(String, @Sendable (inout Payload) -> Void)] = [
    (#""subtitle":"s""#, { $0.subtitle = .set("s") }),
    (#""body":"b\u0000c""#, { $0.body = .set("b␀c") }), (#""body":null"#, { $0.body = .cleared }),
    (#""id":"x""#, { $0.id = "x" }), (#""id":7"#, { $0.id = "7" }), (#""id":null"#, { _ in }),
    (#""id":"""#, { _ in }), (#""body":"""#, { $0.body = .cleared }),
    (#""priority":"""#, { $0.priority = .cleared }), (#""tap":"""#, { $0.tap = .cleared }),
    (#""url":"""#, { $0.tap = .cleared }), (#""tags":"""#, { $0.tags = .cleared }),
    (#""sent_at":"""#, { $0.sentAt = .cleared }), (#""message":"b""#, { $0.body = .set("b") }),
    (#""text":"b","summary":"s""#, { ($0.body, $0.custom) = (.set("b"), kept(["summary": "s"])) }),
    (#""body":"b","message":"m""#, { ($0.body, $0.custom) = (.set("b"), kept(["message": "m"])) }),
    (#""message":["m"]"#, { $0.custom = kept(["message": .array(["m"])]) }),
    (#""source":"/ci//main/""#, { $0.source = "ci/main" }), (#""source":"/""#, { _ in }),
    (#""category":"c""#, { $0.categories = .set(["c"]) }),
    (#""category":["b","c"],"categories":["a","b"]"#, { $0.categories = .set(["a", "b", "c"]) }),
    (#""categories":null"#, { $0.categories = .cleared }),
    (#""tags":["a",""," b ","a"]"#, { $0.tags = .set(["a", "b"]) }),
    (#""tags":" a, b c,,a""#, { $0.tags = .set(["a", "b c"]) }),
    (#""category":"a,b""#, { $0.categories = .set(["a", "b"]) }),
    (#""conversion_tags":"x""#, { $0.conversionTags = .set(["x"]) }),
    (#""thread":"th""#, { $0.thread = .set("th") }),
    (#""priority":4"#, { $0.priority = .set(.high) }),
    (#""priority":"max""#, { $0.priority = .set(.max) }),
    (#""priority":null"#, { $0.priority = .cleared }),
    (#""glyph":"👩‍🚀""#, { $0.glyph = .set("👩‍🚀") }), (#""glyph":"""#, { $0.glyph = .cleared }),
    (#""sound":"default""#, { $0.sound = .set("default") }),
    (#""badge":3.0"#, { $0.badge = .set(3) }),
    (#""sent_at":"2026-01-31T08:15:00Z""#, { $0.sentAt = .set(date) }),
    (#""starts_at":1769847300"#, { $0.startsAt = .set(date) }),
    (#""expires_at":1769847300.25"#, { $0.expiresAt = .set(date + 0.25) }),
    (#""delivery":"inbox""#, { $0.delivery = .set(.inbox) }),
    (#""delivery":"alert""#, { $0.delivery = .set(.alert) }),
    (#""tap":{"kind":"url","url":"u"}"#, { $0.tap = .set(.url("u")) }),
    (#""tap":{"kind":"website","url":"u"}"#, { $0.tap = .set(.website("u")) }),
    (#""tap":{"kind":"thread","thread":"x"}"#, { $0.tap = .set(.thread("x")) }),
    (#""tap":null"#, { $0.tap = .cleared }), (#""url":"u""#, { $0.tap = .set(.url("u")) }),
    (
      #""url":"u","tap":{"kind":"app"}"#, { ($0.tap, $0.custom) = (.set(.app), kept(["url": "u"])) }
    ),
    (
      #""actions":[{"label":"Yes"},{"id":"n","label":"No","url":"u"}]"#,
      {
        $0.actions = .set([
          MessageAction(id: "Yes", label: "Yes"), MessageAction(id: "n", label: "No", url: "u"),
        ])
      }
    ),
    (
      #""actions":[{"title":"Open","link":"u"}]"#,
      { $0.actions = .set([MessageAction(id: "Open", label: "Open", url: "u")]) }
    ),
    (
      #""attachments":[{"url":"u","name":"n","format":"image","size":9},{"url":"v"}]"#,
      {
        $0.attachments = .set([
          Attachment(name: "n", url: "u", format: .image, size: 9), Attachment(url: "v"),
        ])
      }
    ),
    (#""custom":[1,null]"#, { $0.custom = .set(.array([.integer(1), .null])) }),
    (#""custom":null"#, { $0.custom = .cleared }),
    (#""custom":"a\u0000b""#, { $0.custom = .set("a\0b") }),
    (#""resurface":true"#, { $0.resurfaces = true }), (#""partial":true"#, { $0.isPartial = true }),
    (#""replaces_id":12"#, { ($0.id, $0.resurfaces) = ("12", true) }),
    (#""replaces_id":0"#, { _ in }),
    (#""new_field":5"#, { $0.custom = kept(["new_field": .integer(5)]) }),
    (#""x":1,"custom":{"x":2,"y":3}"#, { $0.custom = kept(["x": .integer(2), "y": .integer(3)]) }),
    (#""x":1,"custom":"s""#, { $0.custom = kept(["x": .integer(1), "custom": "s"]) }),
  ]

  @Test(arguments: fields)
  func `each field is taken as written`(
    fields: String, change: @Sendable (inout Payload) -> Void
  ) throws {
    var payload = try decoded(#"{"title":"t",\#(fields)}"#)
    // What is kept in `custom` under its own name is noted besides.
    (payload.notes, payload.unknownNames) = ([], [])
    #expect(payload == Self.text(change))
  }

  private static let oddValues: [(String, @Sendable (Payload) -> Bool)] = [
    (#""priority":9"#, { $0.priority == .set(.max) }),
    (#""priority":"urgent""#, { $0.priority == .set(.max) }),
    (#""priority":"purple""#, { $0.priority == .set(.default) }),
    (#""delivery":"pigeon""#, { $0.delivery == .set(.inboxAndAlert) }),
    (#""tap":{"kind":"teleport"}"#, { $0.tap == .set(.app) }),
    (
      #""attachments":[{"url":"u","format":"hologram"}]"#,
      { $0.attachments == .set([Attachment(url: "u")]) }
    ),
    (#""glyph":"ab""#, { $0.glyph == .set("a") }),
    (#""title":"again""#, { $0.title == .set("again") }),
  ]

  @Test(arguments: oddValues)
  func `what is unknown becomes the nearest meaning with a note`(
    fields: String, holds: @Sendable (Payload) -> Bool
  ) throws {
    let payload = try decoded(#"{"title":"t",\#(fields)}"#)
    #expect(holds(payload))
    #expect(payload.notes.count == 1)
  }

  @Test(
    arguments: [
      (#""tap":{"kind":"url"}"#, "tap.url", nil), (#""tap":{}"#, "tap.kind", nil),
      (#""tap":{"kind":"url","href":"u"}"#, "tap.url", "tap.href"),
      (#""tap":{"type":"url","url":"u"}"#, "tap.kind", "tap.type"),
      (#""actions":[{"id":"x"}]"#, "actions[0].label", nil),
      (#""actions":[{"lable":"Yes"}]"#, "actions[0].label", "actions[0].lable"),
      (#""attachments":[{"url":"u"},{}]"#, "attachments[1].url", nil),
    ] as [(String, String, String?)])
  func `a part that is missing is told, and what may have been meant for it`(
    fields: String, name: String, other: String?
  ) {
    #expect(problem(of: #"{"id":"1",\#(fields)}"#) == .missingField(name: name, mistakenFor: other))
  }

  @Test func `an action that sends or runs something is kept as ntfy publishes it`() throws {
    let payload = try decoded(
      #"{"title":"t","actions":[{"label":"a","method":"PUT","url":"u"},{"label":"b","run":"c"}]}"#)
    #expect(payload.actions.value?.map(\.url) == [nil, nil])
    #expect(payload.notes == [])
    let custom = try JSONValue(
      json: #"{"actions":[{"action":"http","label":"a","method":"PUT","url":"u"},"#
        + #"{"action":"run","label":"b","run":"c"}]}"#)
    #expect(payload.custom.value == custom)
  }

  @Test(arguments: [
    (#""tap":{"kind":"app","url":"u"}"#, "unknown tap.url was left out"),
    (#""actions":[{"label":"a","colour":"red"}]"#, "unknown actions[0].colour was left out"),
    (#""attachments":[{"url":"u","type":"x"}]"#, "unknown attachments[0].type was left out"),
    (#""x":1,"custom":{"x":2}"#, "x was left out, as custom has another one"),
  ])
  func `what cannot be kept is told`(fields: String, note: String) throws {
    #expect(try decoded(#"{"title":"t",\#(fields)}"#).notes == [note])
  }

  @Test(arguments: [
    (#""title":5"#, "title", "a text", "a number"),
    (#""body":["x"]"#, "body", "a text", "an array"),
    (#""tags":[1]"#, "tags[0]", "a text", "a number"),
    (#""tags":5"#, "tags", "an array", "a number"),
    (#""badge":"1""#, "badge", "an integer", "a text"),
    (#""badge":1.5"#, "badge", "an integer", "a number"),
    (#""resurface":1"#, "resurface", "true or false", "a number"),
    (#""priority":true"#, "priority", "1 to 5, or a name such as high", "true or false"),
    (#""sent_at":"soon""#, "sent_at", "an RFC 3339 time or Unix seconds", "this text"),
    (#""sent_at":1769847300000"#, "sent_at", "an RFC 3339 time or Unix seconds", "this number"),
    (#""tap":"app""#, "tap", "an object", "a text"), (#""url":5"#, "url", "a text", "a number"),
    (#""actions":[{"label":null}]"#, "actions[0].label", "a text", "null"),
    (#""actions":[{"label":""}]"#, "actions[0].label", "a text", "an empty text"),
    (#""v":2"#, "v", "1", "a number"),
  ])
  func `a wrong type is reported with the field's name`(
    fields: String, name: String, expected: String, found: String
  ) {
    #expect(
      problem(of: #"{"id":"1",\#(fields)}"#)
        == .badField(name: name, expected: expected, found: found))
  }

  @Test func `an id longer than 256 bytes is refused`() {
    let id = { String(repeating: "é", count: $0) }
    #expect(problem(of: #"{"title":"t","id":"\#(id(128))"}"#) == nil)
    #expect(problem(of: #"{"title":"t","id":"\#(id(129))"}"#) != nil)
  }

  @Test func `what belongs to the reader is noted on a push and taken by an import`() throws {
    let text = #"""
      {"title":"t","number":7,"status":"deleted","pinned":true,"status_before_delete":"read",
       "snoozed_until":1,"received_at":2}
      """#
    #expect(try decoded(text).notes.count == 6)
    let payload = try decoded(text, for: .import)
    #expect(payload.notes.isEmpty)
    #expect(payload.local.number == MessageNumber(7))
    #expect(payload.local.status == .deleted)
    #expect(payload.local.statusBeforeDelete == .read)
    #expect(payload.local.isPinned == true)
    #expect(payload.local.snoozedUntil == Date(timeIntervalSince1970: 1))
    #expect(payload.local.receivedAt == Date(timeIntervalSince1970: 2))
  }

  @Test func `a snooze of an import that nothing can end is noted with what can`() throws {
    let payload = try decoded(#"{"title":"t","snoozed_for":"hear"}"#, for: .import)
    #expect(payload.local.snoozedFor == nil)
    #expect(
      payload.notes == [
        #"unknown snoozed_for "hear" was taken as no snooze; "#
          + "it takes repeat, resolved, next, here or on MACHINE"
      ])
    for rest in ["", #","fold":"f","resolved_at":1"#] {
      let payload = try decoded(#"{"title":"t","snoozed_for":"resolved"\#(rest)}"#, for: .import)
      #expect(payload.local.snoozedFor == nil)
      #expect(
        payload.notes == [#"snoozed_for "resolved" was left out: nothing could resolve it"#])
    }
    let waits = try decoded(#"{"title":"t","fold":"f","snoozed_for":"resolved"}"#, for: .import)
    #expect(waits.local.snoozedFor == .resolution && waits.notes == [])
  }

  @Test func `without text only a record with an id can update something`() throws {
    let payload = try decoded(#"{"id":"x","priority":5}"#)
    #expect(payload.id == "x" && !payload.hasText && !payload.isSilent)
    #expect(problem(of: #"{"priority":5}"#) == .noText)
  }
}

/// Decodes the only record of a text, as a push unless told otherwise.
func decoded(_ json: String, for purpose: PayloadDecoder.Purpose = .push) throws -> Payload {
  let records = PayloadDecoder(purpose: purpose).decode(Array(json.utf8))
  try #require(records.count == 1)
  return try records[0].result.get()
}

/// The problem of the only record of a text.
func problem(of json: String) -> PayloadError? {
  let records = PayloadDecoder().decode(Array(json.utf8))
  guard records.count == 1, case .failure(let problem) = records[0].result else { return nil }
  return problem
}

/// What became of each record: its title, or `!` and its line.
func outline(_ json: String) -> [String] {
  PayloadDecoder().decode(Array(json.utf8)).map(\.outline)
}

/// The outlines of an input that comes in pieces of one, two, three and seven bytes.
func outlines(ofPiecesOf json: String) -> [[String]] {
  [1, 2, 3, 7].map { size in records(of: Array(json.utf8), inPiecesOf: size).map(\.outline) }
}

/// The records of an input that comes in pieces.
func records(
  of bytes: [UInt8], inPiecesOf size: Int, for purpose: PayloadDecoder.Purpose = .push
) -> [PayloadRecord] {
  var stream = PayloadStream(PayloadDecoder(purpose: purpose))
  var records: [PayloadRecord] = []
  for start in stride(from: 0, to: bytes.count, by: size) {
    stream.append(bytes[start..<min(start + size, bytes.count)]) { records.append($0) }
  }
  stream.finish { records.append($0) }
  return records
}

extension PayloadRecord {
  /// Its title, or `!` and its line.
  fileprivate var outline: String {
    switch result {
    case .success(let payload): payload.title.value ?? payload.body.value ?? ""
    case .failure: "!\(line)"
    }
  }
}
