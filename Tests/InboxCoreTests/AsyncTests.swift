import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// Calls from tasks: they wait without holding a thread of the cooperative pool.
@Suite(.timeLimit(.minutes(1))) struct AsyncTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox

  init() throws { inbox = try Inbox.testing(in: folder) }

  /// Keeps everybody else from writing, on a thread of its own, until the returned closure is
  /// called; a file's lock does not ask which process holds it.
  private func holdWriteLock() async throws -> @Sendable () -> Void {
    let other = try Inbox.testing(in: folder)
    let release = DispatchSemaphore(value: 0)
    await withCheckedContinuation { held in
      Thread.detachNewThread {
        try? other.store.write { _ in
          held.resume()
          release.wait()
        }
        try? other.close()
      }
    }
    return { release.signal() }
  }

  @Test func `while another writer holds the lock, reads and other tasks go on`() async throws {
    try await inbox.push(.make("first"), defaultSource: "cli")
    let release = try await holdWriteLock()
    // Far more writes wait than the pool has threads.
    let writes = (0..<64).map { number in
      Task { [inbox] in _ = try await inbox.push(.make("title \(number)"), defaultSource: "cli") }
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { [inbox] in try await inbox.counts().unread } }
      for try await count in group { #expect(count == 1) }
    }
    #expect(try await inbox.counts().unread == 1)
    release()
    for write in writes { try await write.value }
    #expect(try await inbox.counts().unread == 65)
  }

  @Test func `a task that is cancelled before its turn stores nothing`() async throws {
    let release = try await holdWriteLock()
    let task = Task { [inbox] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await inbox.push(.make(), defaultSource: "cli")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    release()
    #expect(try await inbox.counts().stored == 0)
  }

  @Test func `every verb has its phrase, and undo takes the last one back`() async throws {
    let result = try await inbox.push(.make("title", id: "1"), defaultSource: "cli")
    #expect(result == .inserted(1, id: "1"))
    let numbers = [MessageNumber(1)]
    #expect(try await inbox.markRead(numbers).changedCount == 1)
    #expect(try await inbox.markUnread(numbers).changedCount == 1)
    #expect(try await inbox.pin(numbers).changedCount == 1)
    #expect(try await inbox.unpin(numbers).changedCount == 1)
    #expect(try await inbox.delete(numbers).changedCount == 1)
    #expect(try await inbox.restore(numbers).changedCount == 1)
    #expect(try await inbox.snooze(numbers, until: .testing(60)).changedCount == 1)
    #expect(try await inbox.counts() == InboxCounts(hidden: 1))
    #expect(try await inbox.undo()?.changedCount == 1)
    #expect(try await inbox.counts() == InboxCounts(unread: 1))
  }

  @Test func `whole messages come as a sequence, across pages and up to a limit`() async throws {
    try await inbox.push((1...450).map { Payload.make("title \($0)") }, defaultSource: "cli")
    var numbers: [Int64] = []
    for try await message in inbox.messages(matching: .init()) {
      numbers.append(message.number.rawValue)
    }
    #expect(numbers == (1...450).reversed())
    let oldest = inbox.messages(matching: .init(order: .oldest), limit: 3)
    #expect(try await oldest.reduce(into: []) { $0.append($1.number) } == [1, 2, 3])
  }

  @Test func `pages have a message's id and lists at hand, or the whole message`() async throws {
    let payload = Payload(
      title: "title", body: String(repeating: "b", count: 3_000), id: "a",
      categories: ["ci", "ops"], tags: ["nightly"],
      attachments: [Attachment(name: "log", url: "https://example.org/log", format: .file)],
      custom: .object(["run": .integer(7)]))
    try await inbox.push([payload, .make("later", id: "b")], defaultSource: "cli")
    let rows = InboxPageSource(inbox, query: .init(order: .oldest), pageSize: 1)
    let row = try #require(try await rows.nextPage().first)
    #expect(row.id == "a" && row.categories == ["ci", "ops"] && row.tags == ["nightly"])
    #expect(row.attachments.map(\.url) == ["https://example.org/log"])
    #expect(row.attachmentCount == 1)
    let later = try await rows.nextMessages()
    #expect(later.map(\.id) == ["b"])
    #expect(rows.objects.map(\.id) == ["a", "b"] && !rows.hasNextPage)
    let whole = InboxPageSource(inbox, query: .init(order: .oldest), pageSize: 1)
    let message = try #require(try await whole.nextMessages().first)
    #expect(message.body?.count == 3_000 && message.custom == .object(["run": .integer(7)]))
  }
}
