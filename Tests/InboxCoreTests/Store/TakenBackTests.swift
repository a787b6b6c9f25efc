import InboxText
import Foundation
import InboxPayloads
import InboxTestSupport
import Testing

@testable import InboxCore

/// Whatever the store keeps, an export and an import bring back.
@Suite struct TakenBackTests {
  private static let long = String(repeating: "x", count: 200 * 1_024)

  private static let base = Payload.make("T", id: "1")

  private static let refused: [(Payload, String)] = [
    (base.with { $0.id = "" }, "id"),
    (base.with { $0.id = String(repeating: "i", count: 257) }, "id"),
    (base.with { $0.actions = .set([MessageAction(id: "a", label: "")]) }, "actions[0].label"),
    (
      base.with {
        $0.actions = .set([MessageAction(id: String(repeating: "i", count: 257), label: "A")])
      }, "actions[0].id"
    ),
    (base.with { $0.attachments = .set([Attachment(url: "")]) }, "attachments[0].url"),
    (base.with { $0.tap = .set(.website("")) }, "tap.url"),
    (base.with { $0.tap = .set(.thread("")) }, "tap.thread"),
    (base.with { $0.expiresAt = .set(.distantFuture + 1e15) }, "expires_at"),
  ]

  @Test(arguments: refused)
  func `what no import would take is not stored`(payload: Payload, field: String) throws {
    let inbox = try Inbox.testing()
    let outcome = try inbox.push(payload, .make("good"), from: "cli")
    guard case .refused(.badField(let name, _, _)) = outcome.results[0] else {
      throw Unexpected(outcome.results[0])
    }
    #expect(name == field)
    #expect(outcome.results[1] == .inserted(1, id: "id-1"))
  }

  @Test func `a message that is too large is refused, also when a merge would make it so`() throws {
    let inbox = try Inbox.testing()
    let outcome = try inbox.push(
      .make("T", id: "1", body: Self.long + Self.long), .make("T", id: "1", body: Self.long),
      .make(Self.long, id: "1"), from: "cli")
    let limit = Payload.maximumSize
    #expect(
      outcome.results == [
        .refused(.tooLarge(bytes: 409_605, limit: limit)), .inserted(1, id: "1"),
        .refused(.tooLarge(bytes: 409_604, limit: limit)),
      ])
    #expect(try inbox.message(1)?.title == "T")
  }

  @Test func `custom that is nested too deep is refused`() throws {
    let nested = (0..<80).reduce(JSONValue.null) { value, _ in .array([value]) }
    let outcome = try Inbox.testing().push(Self.base.with { $0.custom = .set(nested) }, from: "cli")
    #expect(outcome.results == [.refused(.tooDeep(limit: Payload.maximumDepth))])
  }

  @Test func `a source that names nobody is refused where nothing stands in for it`() throws {
    let payload = Self.base.with { $0.source = "/" }
    let inbox = try Inbox.testing()
    #expect(
      try inbox.push(payload, from: "//").results
        == [.refused(.badField(name: "source", expected: "a name", found: "none"))])
    try inbox.push(payload, from: "/app/")
    #expect(try inbox.message(1)?.source == "app")
  }

  @Test func `a merge that empties the text is ignored`() throws {
    let outcome = try Inbox.testing().push(
      .make("T", id: "1"), Self.base.with { $0.title = .set("") }, from: "cli")
    #expect(outcome.results[1] == .ignored(.leavesNoText))
  }

  @Test func `what is stored comes back from an export as it is`() throws {
    let inbox = try Inbox.testing()
    let label = String(repeating: "ž", count: 200)
    let payloads = [
      Self.base.with {
        $0.id = String(repeating: "\0", count: 80)
        $0.source = "/ci//main/"
        $0.glyph = .set("ok")
        $0.tags = .set(["", "a"])
        $0.actions = .set([.init(id: "", label: "A"), .init(id: label, label: label)])
        $0.custom = .set(.null)
      },
      Self.base.with { $0.body = .set(String(repeating: "\u{7F}", count: 262_000)) },
    ]
    try inbox.push(payloads, defaultSource: "cli")
    let first = try inbox.exported()
    #expect(first.count == 2)
    let other = try Inbox.testing()
    var records: [PayloadRecord] = []
    var lines = PayloadStream(PayloadDecoder(purpose: .import))
    for line in first { lines.append(line + [10]) { records.append($0) } }
    let outcome = try other.importMessages(try records.map { try $0.result.get() })
    #expect(outcome.results.count == 2)
    #expect(try other.exported() == first)
  }
}
