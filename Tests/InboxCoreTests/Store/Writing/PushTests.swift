import InboxText
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct PushTests {
  private let inbox = Inbox.empty()

  @Test func `every field of a message comes back from the store`() throws {
    let payload = Payload(
      title: "T", body: "B", source: "s", id: "1", categories: ["c", "d"], tags: ["t"],
      thread: "th", priority: .max,
      attachments: [.init(name: "n", url: "u", format: .image, size: 7)], tap: .thread("th"),
      actions: [.init(id: "a", label: "A", url: "x")], badge: 3, sentAt: .testing(-5),
      startsAt: .testing(-2), expiresAt: .testing(9), delivery: .inbox,
      custom: .object(["k": .array([.integer(1), .null])]), conversionTags: ["v"])
    try inbox.push(payload, from: "cli")
    var expected = payload.makeMessage(id: "1", source: "s", at: .testing)
    expected.number = MessageNumber(1)
    #expect(try inbox.stored() == [expected])
  }

  @Test func `a known message keeps what is absent and clears what is null`() throws {
    let second = Payload.make("New", id: "1").with { $0.thread = .cleared }
    let outcome = try inbox.push(.make("Old", id: "1", body: "B", thread: "t"), second, from: "cli")
    #expect(outcome.results == [.inserted(1, id: "1"), .merged(1, id: "1")])
    let message = try #require(try inbox.stored().first)
    #expect(message.title == "New")
    #expect(message.body == "B")
    #expect(message.thread == nil)
  }

  @Test func `a deleted message stays deleted unless resurfaced`() throws {
    try inbox.push(.make(id: "1"), from: "a")
    try inbox.perform(.delete, on: [1])
    let again = Payload.make("Again", id: "1")
    try inbox.at(1).push(again, from: "a")
    #expect(try inbox.stored().map(\.status) == [.deleted])
    try inbox.at(2).push(again.with { $0.resurfaces = true }, from: "a")
    #expect(try inbox.stored().map(\.status) == [.unread])
    #expect(try inbox.stored().map(\.sortDate) == [.testing(2)])
  }

  @Test func `an import over the maximum stores nothing`() throws {
    let inbox = try Inbox.testing(maximumCount: 1)
    #expect(throws: InboxError.overMaximum(count: 2, maximum: 1)) {
      try inbox.importMessages([.make(), .make()])
    }
    #expect(try inbox.stored().isEmpty)
    #expect(try inbox.importMessages([.make(), .make()], pruning: true).prunedCount == 1)
  }

  @Test func `an import keeps the local status of a known message unless replacing`() throws {
    var payload = Payload.make(id: "1", source: "s")
    (payload.local.status, payload.local.isPinned) = (.read, true)
    _ = try inbox.importMessages([payload])
    #expect(try inbox.stored().map(\.status) == [.read])
    payload.local.status = .deleted
    _ = try inbox.importMessages([payload])
    #expect(try inbox.stored().map(\.status) == [.read])
    _ = try inbox.importMessages([payload], replacing: true)
    #expect(try inbox.stored().map(\.status) == [.deleted])
  }
}
