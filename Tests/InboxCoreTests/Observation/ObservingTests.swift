import Foundation
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxCore

/// Observers and sequences within a process.
///
/// All tests begin at once, so that the limit counts the wait for a turn as well.
@Suite(.timeLimit(.minutes(20))) struct ObservingTests {
  private let inbox = Inbox.empty()

  @Test func `each observer hears each commit once, in order, with counts before and after`()
    async throws
  {
    let recorders = [try Recorder(of: inbox), try Recorder(of: inbox)]
    for number in 1...20 { try inbox.append(Int64(number)) }
    for recorder in recorders {
      let changes = await recorder.changes { $0.flatMap(\.entries).count == 20 }
      #expect(changes.flatMap(\.entries).map(\.sequence) == Array(1...20))
      #expect(changes.flatMap(\.inserted).map(\.rawValue) == Array(1...20))
      #expect(changes[0].countsBefore == InboxCounts())
      #expect(changes.last?.countsAfter == InboxCounts(unread: 20))
      for change in changes {
        let gained = change.countsAfter.unread - change.countsBefore.unread
        #expect(gained == change.entries.count)
      }
    }
  }

  @Test func `what was committed before is not reported`() async throws {
    try inbox.append(1)
    let early = try Recorder(of: inbox)
    try inbox.append(2)
    let late = try Recorder(of: inbox)
    try inbox.append(3)
    let heardEarly = await early.changes { $0.flatMap(\.entries).count == 2 }
    let heardLate = await late.changes { !$0.isEmpty }
    #expect(heardEarly.flatMap(\.entries).map(\.sequence) == [2, 3])
    #expect(heardLate.flatMap(\.entries).map(\.sequence) == [3])
  }

  @Test(arguments: [false, true])
  func `a token that is dropped or cancelled ends its observation alone`(
    isCancelled: Bool
  ) async throws {
    let calls = Mutex(0)
    var token: ObservationToken? = try inbox.observe { _ in calls.withLock { $0 += 1 } }
    #expect(token != nil)
    let other = try Recorder(of: inbox)
    if isCancelled { token?.cancel() } else { token = nil }
    try inbox.append(1)
    _ = await other.changes { !$0.isEmpty }
    // Calls are made in the order of the observations, so this one's would have come before.
    #expect(calls.withLock { $0 } == 0)
    token = nil
  }

  @Test func `an observer may end itself, and another begin after the last has gone`()
    async throws
  {
    let (calls, call) = AsyncStream.makeStream(of: Int.self)
    let held = Held()
    let count = Mutex(0)
    let observation = try inbox.observe { change in
      count.withLock { $0 += 1 }
      held.cancel()
      call.yield(change.entries.count)
    }
    held.hold(observation)
    try inbox.append(1)
    for await _ in calls { break }
    try inbox.append(2)
    let next = try Recorder(of: inbox)
    try inbox.append(3)
    let heard = await next.changes { !$0.isEmpty }
    #expect(heard.flatMap(\.entries).map(\.sequence) == [3])
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `closing the inbox ends its sequences`() async throws {
    try inbox.append(1)
    var snapshots = snapshots().makeAsyncIterator()
    _ = try await snapshots.next()
    let closing = Task { [inbox] in try inbox.close() }
    let next = try? await snapshots.next()
    #expect(next == nil)
    try await closing.value
    #expect(throws: InboxError.self) { try inbox.log(after: 0, limit: 1) }
  }

  @Test func `a cancelled task gets no more snapshots`() async throws {
    let reading = Task { [snapshots = snapshots()] in
      var iterator = snapshots.makeAsyncIterator()
      _ = try await iterator.next()
      return try await iterator.next()
    }
    reading.cancel()
    #expect(try await reading.value == nil)
  }

  @Test func `the first snapshot comes at once, the next after a change`() async throws {
    var snapshots = snapshots().makeAsyncIterator()
    #expect(try await snapshots.next()?.sequence == 0)
    try inbox.append(1)
    #expect(try await snapshots.next()?.sequence == 1)
    try inbox.append(2)
    #expect(try await snapshots.next()?.sequence == 2)
  }

  @Test func `a snapshot comes when the clock moves a message, settled first`() async throws {
    let settled = Settling(due: .testing(0.01))
    var snapshots = snapshots(settling: settled).makeAsyncIterator()
    #expect(try await snapshots.next()?.nextTransition == .testing(0.01))
    settled.clock.withLock { $0 = .testing(60) }
    #expect(try await snapshots.next()?.nextTransition == nil)
    #expect(settled.settledAt.withLock { $0 } == [.testing(60)])
  }

  private func snapshots(settling: Settling = .init(due: nil)) -> SnapshotSequence {
    let source = SnapshotSequence.Source(
      read: { [inbox] _ in
        let sequence = try inbox.store.readLog(after: 0, limit: 1).lastSequence
        return InboxSnapshot(sequence: sequence, nextTransition: settling.due.withLock { $0 })
      },
      settle: { settling.settle(at: $0) }, now: { settling.clock.withLock { $0 } })
    return SnapshotSequence(inbox: inbox, source: source)
  }
}

/// Records what an observer hears.
private final class Recorder: Sendable {
  private let heard: AsyncStream<InboxChange>
  private let token: ObservationToken

  init(of inbox: Inbox) throws {
    let (stream, continuation) = AsyncStream.makeStream(of: InboxChange.self)
    heard = stream
    token = try inbox.observe { continuation.yield($0) }
  }

  /// What it hears until that is enough.
  func changes(until isEnough: ([InboxChange]) -> Bool) async -> [InboxChange] {
    var changes: [InboxChange] = []
    for await change in heard {
      changes.append(change)
      if isEnough(changes) { break }
    }
    return changes
  }
}

/// A token that its own observer can cancel.
private final class Held: Sendable {
  private let token = Mutex<ObservationToken?>(nil)

  func hold(_ observation: ObservationToken) { token.withLock { $0 = observation } }

  func cancel() { token.withLock { $0 }?.cancel() }
}

/// A store in which one transition is due, and its clock.
private final class Settling: Sendable {
  let due: Mutex<Date?>
  let clock = Mutex(Date.testing)
  let settledAt = Mutex<[Date]>([])

  init(due: Date?) { self.due = Mutex(due) }

  func settle(at date: Date) {
    due.withLock { $0 = nil }
    settledAt.withLock { $0.append(date) }
  }
}

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
