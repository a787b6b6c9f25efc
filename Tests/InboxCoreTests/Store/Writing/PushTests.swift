import InboxText
import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct PushTests {
  @Test func `every field of a message comes back from the store`() throws {
    let inbox = try Inbox.testing()
    var payload = Payload.make(
      "T", id: "1", source: "s", body: "B", categories: ["c", "d"], tags: ["t"], thread: "th",
      priority: .max, sentAt: .testing(-5), startsAt: .testing(-2), expiresAt: .testing(9),
      delivery: .inbox)
    payload.attachments = .set([.init(name: "n", url: "u", format: .image, size: 7)])
    payload.actions = .set([.init(id: "a", label: "A", url: "x")])
    payload.tap = .set(.thread("th"))
    payload.custom = .set(.object(["k": .array([.integer(1), .null])]))
    payload.conversionTags = .set(["v"])
    payload.badge = .set(3)
    _ = try inbox.push([payload], defaultSource: "cli")
    var expected = payload.makeMessage(id: "1", source: "s", at: .testing)
    expected.number = MessageNumber(1)
    #expect(try inbox.stored() == [expected])
  }

  @Test func `a known message keeps what is absent and clears what is null`() throws {
    let inbox = try Inbox.testing()
    var second = Payload.make("New", id: "1")
    second.thread = .cleared
    let outcome = try inbox.push(
      [.make("Old", id: "1", body: "B", thread: "t"), second], defaultSource: "cli")
    #expect(
      outcome.results == [
        .inserted(MessageNumber(1), id: "1"), .merged(MessageNumber(1), id: "1"),
      ])
    let message = try #require(try inbox.stored().first)
    #expect(message.title == "New")
    #expect(message.body == "B")
    #expect(message.thread == nil)
  }

  @Test func `a deleted message stays deleted unless resurfaced`() throws {
    let inbox = try Inbox.testing()
    _ = try inbox.push([.make(id: "1")], defaultSource: "a")
    _ = try inbox.perform(.delete, on: .numbers([.init(1)]))
    var again = Payload.make("Again", id: "1")
    _ = try inbox.at(.testing(1)).push([again], defaultSource: "a")
    #expect(try inbox.stored().map(\.status) == [.deleted])
    again.resurfaces = true
    _ = try inbox.at(.testing(2)).push([again], defaultSource: "a")
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
    let inbox = try Inbox.testing()
    var payload = Payload.make(id: "1", source: "s")
    payload.local.status = .read
    payload.local.isPinned = true
    _ = try inbox.importMessages([payload])
    #expect(try inbox.stored().map(\.status) == [.read])
    payload.local.status = .deleted
    _ = try inbox.importMessages([payload])
    #expect(try inbox.stored().map(\.status) == [.read])
    _ = try inbox.importMessages([payload], replacing: true)
    #expect(try inbox.stored().map(\.status) == [.deleted])
  }
}
