import InboxCore
import InboxTestSupport
import Testing

@Suite struct SnapshotsTests {
  /// What a snapshot shows, as far as these tests tell it.
  private func titles(_ snapshot: InboxSnapshot?) -> [String] {
    snapshot?.rows.map { "\($0.title ?? "") \($0.status.name)" } ?? []
  }

  @Test func `each change of this and of another handle brings the next snapshot`() async throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    let other = try Inbox.testing(in: folder)
    let sequence = inbox.snapshots(of: .init(), in: .init(limit: 10))
    var snapshots = sequence.makeAsyncIterator()
    #expect(try await titles(snapshots.next()) == [])
    _ = try await inbox.push([.make("one", id: "1")], defaultSource: "cli")
    #expect(try await titles(snapshots.next()) == ["one unread"])
    _ = try await other.at(1).push([.make("two", id: "2")], defaultSource: "cli")
    #expect(try await titles(snapshots.next()) == ["two unread", "one unread"])
    _ = try await other.at(2).perform(.read, on: [1])
    #expect(try await titles(snapshots.next()) == ["two unread", "one read"])
    _ = try await inbox.at(3).perform(.delete, on: [2])
    #expect(try await titles(snapshots.next()) == ["one read"])
    _ = try await other.at(4).undo()
    #expect(try await titles(snapshots.next()) == ["two unread", "one read"])
  }

  @Test func `a message whose time comes appears by itself`() async throws {
    let clock = SettableClock(.testing)
    let inbox = try Inbox.testing(now: clock.read)
    let payload = Payload.make("later", startsAt: .testing(0.05))
    _ = try await inbox.push([payload], defaultSource: "cli")
    let sequence = inbox.snapshots(of: .init(), in: .init(limit: 10))
    var snapshots = sequence.makeAsyncIterator()
    #expect(try await titles(snapshots.next()) == [])
    clock.set(.testing(1))
    #expect(try await titles(snapshots.next()) == ["later unread"])
  }
}

@Suite struct MessagesTests {
  let inbox: Inbox

  init() throws {
    inbox = try Inbox.testing()
    let payloads = (1...1_200).map { Payload.make("title \($0)") }
    try inbox.push(payloads, defaultSource: "cli")
  }

  @Test func `whole messages come in order, past a page and up to the limit`() throws {
    var numbers: [Int64] = []
    try inbox.messages(matching: .init()) { numbers.append($0.number.rawValue) }
    #expect(numbers == Array((1...1_200).reversed()))
    numbers = []
    try inbox.messages(matching: .init(order: .oldest), limit: 3) {
      numbers.append($0.number.rawValue)
    }
    #expect(numbers == [1, 2, 3])
  }

  @Test func `messages come by number, and those that are not there are left out`() throws {
    let some = try inbox.messages([7, 5_000, 3].map { MessageNumber($0) })
    #expect(some.map(\.title) == ["title 7", "title 3"])
    #expect(try inbox.message(9)?.title == "title 9")
    #expect(try inbox.message(0) == nil)
  }
}
