import InboxText
import Foundation
import InboxPayloads
import InboxTestSupport
import Testing

@testable import InboxCore

/// Whatever the store keeps, an export and an import bring back.
@Suite struct TakenBackTests {
  private static let long = String(repeating: "x", count: 200 * 1_024)

  private static func payload(_ change: (inout Payload) -> Void) -> Payload {
    var payload = Payload.make("T", id: "1")
    change(&payload)
    return payload
  }

  private static let refused: [(Payload, String)] = [
    (payload { $0.id = "" }, "id"), (payload { $0.id = String(repeating: "i", count: 257) }, "id"),
    (payload { $0.actions = .set([MessageAction(id: "a", label: "")]) }, "actions[0].label"),
    (
      payload {
        $0.actions = .set([MessageAction(id: String(repeating: "i", count: 257), label: "A")])
      }, "actions[0].id"
    ),
    (payload { $0.attachments = .set([Attachment(url: "")]) }, "attachments[0].url"),
    (payload { $0.tap = .set(.website("")) }, "tap.url"),
    (payload { $0.tap = .set(.thread("")) }, "tap.thread"),
    (payload { $0.expiresAt = .set(.distantFuture + 1e15) }, "expires_at"),
  ]

  @Test(arguments: refused)
  func `what no import would take is not stored`(payload: Payload, field: String) throws {
    let inbox = try Inbox.testing()
    let outcome = try inbox.push(
      [payload, .make("good")], defaultSource: "cli")
    guard case .refused(.badField(let name, _, _)) = outcome.results[0] else {
      Issue.record("\(outcome.results[0])")
      return
    }
    #expect(name == field)
    #expect(outcome.results[1] == .inserted(MessageNumber(1), id: "id-1"))
  }

  @Test func `a message that is too large is refused, also when a merge would make it so`() throws {
    let inbox = try Inbox.testing()
    let outcome = try inbox.push(
      [
        .make("T", id: "1", body: Self.long + Self.long), .make("T", id: "1", body: Self.long),
        .make(Self.long, id: "1"),
      ], defaultSource: "cli")
    let limit = Payload.maximumSize
    #expect(
      outcome.results == [
        .refused(.tooLarge(bytes: 409_605, limit: limit)), .inserted(MessageNumber(1), id: "1"),
        .refused(.tooLarge(bytes: 409_604, limit: limit)),
      ])
    #expect(try inbox.message(MessageNumber(1))?.title == "T")
  }

  @Test func `custom that is nested too deep is refused`() throws {
    let nested = (0..<80).reduce(JSONValue.null) { value, _ in .array([value]) }
    let outcome = try Inbox.testing().push(
      [Self.payload { $0.custom = .set(nested) }], defaultSource: "cli")
    #expect(outcome.results == [.refused(.tooDeep(limit: Payload.maximumDepth))])
  }

  @Test func `a source that names nobody is refused where nothing stands in for it`() throws {
    let payload = Self.payload { $0.source = "/" }
    let inbox = try Inbox.testing()
    #expect(
      try inbox.push([payload], defaultSource: "//").results
        == [.refused(.badField(name: "source", expected: "a name", found: "none"))])
    _ = try inbox.push([payload], defaultSource: "/app/")
    #expect(try inbox.message(MessageNumber(1))?.source == "app")
  }

  @Test func `a merge that empties the text is ignored`() throws {
    let outcome = try Inbox.testing().push(
      [.make("T", id: "1"), Self.payload { $0.title = .set("") }], defaultSource: "cli")
    #expect(outcome.results[1] == .ignored(.leavesNoText))
  }

  @Test func `what is stored comes back from an export as it is`() throws {
    let inbox = try Inbox.testing()
    let label = String(repeating: "ž", count: 200)
    let payloads = [
      Self.payload {
        $0.id = String(repeating: "\0", count: 80)
        $0.source = "/ci//main/"
        $0.glyph = .set("ok")
        $0.tags = .set(["", "a"])
        $0.actions = .set([.init(id: "", label: "A"), .init(id: label, label: label)])
        $0.custom = .set(.null)
      },
      Self.payload { $0.body = .set(String(repeating: "\u{7F}", count: 262_000)) },
    ]
    _ = try inbox.push(payloads, defaultSource: "cli")
    let first = try exported(inbox)
    #expect(first.count == 2)
    let other = try Inbox.testing()
    var records: [PayloadRecord] = []
    var lines = PayloadStream(PayloadDecoder(purpose: .import))
    for line in first { lines.append(line + [10]) { records.append($0) } }
    let outcome = try other.importMessages(try records.map { try $0.result.get() })
    #expect(outcome.results.count == 2)
    #expect(try exported(other) == first)
  }

  private func exported(_ inbox: Inbox) throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try inbox.exportMessages { lines.append(MessageJSON($0, as: .export).bytes) }
    return lines
  }
}
