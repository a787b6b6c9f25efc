import InboxTestSupport
import Testing

@testable import InboxCore

/// Observers hear what the clock moves into the list and out of it.
@Suite(.timeLimit(.minutes(20))) struct ClockObservingTests {
  private let clock = SettableClock(.testing)
  private let inbox: Inbox

  init() throws { inbox = try .testing(now: clock.read) }

  /// What an observer hears from now on.
  private func observe(_ inbox: Inbox) throws -> (AsyncStream<InboxChange>, ObservationToken) {
    let (changes, heard) = AsyncStream.makeStream(of: InboxChange.self)
    return (changes, try inbox.observe { heard.yield($0) })
  }

  @Test func `a start, an expiry and the end of a snooze are heard at their times`() async throws {
    let payload = Payload.make("one", startsAt: .testing(0.02), expiresAt: .testing(0.04))
    _ = try await inbox.push([payload, .make("two")], defaultSource: "cli")
    _ = try await inbox.perform(.snooze(until: .date(.testing(0.06))), on: [2])
    let (changes, token) = try observe(inbox)
    var heard: [InboxChange] = []
    clock.set(.testing(0.03))
    for await change in changes {
      heard.append(change)
      // The thread finds the next time from the clock, a few milliseconds ahead.
      clock.set(.testing(heard.count == 1 ? 0.05 : 0.07))
      if heard.count == 3 { break }
    }
    #expect(heard.map { $0.updated.map(\.rawValue) } == [[1], [1], [2]])
    #expect(heard.allSatisfy { $0.entries.isEmpty && !$0.isReload })
    #expect(
      heard.map(\.countsAfter) == [
        InboxCounts(unread: 1, hidden: 1), InboxCounts(hidden: 2),
        InboxCounts(unread: 1, hidden: 1),
      ])
    #expect(heard.map(\.countsBefore).dropFirst() == heard.map(\.countsAfter).dropLast())
    #expect(heard[0].countsBefore == InboxCounts(hidden: 2))
    token.cancel()
  }

  @Test func `what the clock moved is heard also when somebody else settled it`() async throws {
    let folder = try TemporaryFolder()
    let clock = clock
    let configuration = InboxConfiguration.testing(now: clock.read)
    let inbox = try Inbox.open(folder: folder.path + "/inbox", configuration: configuration)
    let other = try Inbox.open(folder: folder.path + "/inbox", configuration: configuration)
    _ = try await inbox.push([.make("one", startsAt: .testing(3_600))], defaultSource: "cli")
    let (changes, token) = try observe(inbox)
    clock.set(.testing(3_700))
    // The write settles first, and its commit wakes the observer.
    _ = try await other.push([.make("two")], defaultSource: "cli")
    var moved: [MessageNumber] = []
    for await change in changes {
      moved += change.entries.isEmpty ? change.updated : []
      if !moved.isEmpty { break }
    }
    #expect(moved == [1])
    token.cancel()
  }

  @Test func `what does not come into the list or leave it is no transition`() throws {
    let expired = Payload.make("both", startsAt: .testing(10), expiresAt: .testing(20))
    let alert = Payload.make("alert", startsAt: .testing(10), delivery: .alert)
    let deleted = Payload.make("deleted", startsAt: .testing(10))
    try inbox.push(expired, alert, deleted, from: "cli")
    try inbox.perform(.delete, on: [3])
    let whole = try inbox.store.transitions(after: .testing, through: .testing(30))
    #expect(whole.moved == [] && whole.next == nil)
    let half = try inbox.store.transitions(after: .testing, through: .testing(15))
    #expect(half.moved == [1] && half.next == .testing(20))
    #expect(half.counts == InboxCounts(unread: 1, deleted: 1, hidden: 1))
    let none = try inbox.store.transitions(after: .testing, through: .testing(5))
    #expect(none == ClockTransitions(next: .testing(10)))
  }
}
