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
