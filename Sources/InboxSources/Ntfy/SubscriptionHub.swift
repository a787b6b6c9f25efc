import Foundation
package import InboxCore
import Synchronization

/// Hands what comes into the inbox to the subscribers that are connected, whoever pushed it.
///
/// State: the subscribers, and the scheduled messages that are awaited. Guard: the mutex, because
/// subscribers come and go on any thread and one task distributes.
final class SubscriptionHub: Sendable {
  /// A subscriber that is connected.
  struct Subscriber: Sendable {
    fileprivate let number: Int
    /// What it is to get; ends when the hub does, or when the subscriber reads too slowly.
    let events: AsyncStream<NtfyEvent>
  }

  private struct State {
    var subscribers: [Int: Entry] = [:]
    var nextNumber = 0
    var scheduled: [MessageNumber: Date] = [:]
    var tasks: [Task<Void, Never>] = []
    var token: ObservationToken?
    var hasEnded = false
  }

  private struct Entry {
    var subscription: NtfySubscription
    var events: AsyncStream<NtfyEvent>.Continuation
    var disconnect: @Sendable () -> Void
  }

  /// Most subscribers at once.
  private static let mostSubscribers = 10_000
  /// Events that may wait for a subscriber that reads slowly.
  private static let mostWaiting = 500
  /// Seconds between signs of life, as ntfy has it.
  private static let keepalivePause = Duration.seconds(45)

  private let inbox: Inbox
  private let state = Mutex(State())

  init(_ inbox: Inbox) {
    self.inbox = inbox
  }

  /// Connects a subscriber.
  ///
  /// - Parameters:
  ///   - subscription: What it wants.
  ///   - disconnect: Closes its connection, for when it does not read.
  /// - Returns: The subscriber, with what it is to get.
  /// - Throws: ``HTTPProblem/tooManySubscriptions``, `InboxError`.
  func connect(
    _ subscription: NtfySubscription, disconnect: @escaping @Sendable () -> Void
  ) throws -> Subscriber {
    try begin()
    let (events, continuation) = AsyncStream.makeStream(
      of: NtfyEvent.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    return try state.withLock { state in
      guard !state.hasEnded, state.subscribers.count < Self.mostSubscribers else {
        throw HTTPProblem.tooManySubscriptions
      }
      state.nextNumber += 1
      state.subscribers[state.nextNumber] = Entry(
        subscription: subscription, events: continuation, disconnect: disconnect)
      return Subscriber(number: state.nextNumber, events: events)
    }
  }

  /// Forgets a subscriber.
  func disconnect(_ subscriber: Subscriber) {
    state.withLock { $0.subscribers.removeValue(forKey: subscriber.number) }?.events.finish()
  }

  /// Ends all subscriptions.
  func end() {
    let (subscribers, tasks, token) = state.withLock { state in
      defer { (state.subscribers, state.tasks, state.token) = ([:], [], nil) }
      state.hasEnded = true
      return (Array(state.subscribers.values), state.tasks, state.token)
    }
    token?.cancel()
    tasks.forEach { $0.cancel() }
    subscribers.forEach { $0.events.finish() }
  }

  /// Begins to observe with the first subscriber: without any, nothing is read.
  private func begin() throws {
    guard state.withLock({ $0.token == nil && !$0.hasEnded }) else { return }
    let (changes, change) = AsyncStream.makeStream(of: [MessageNumber].self)
    let token = try inbox.observe {
      change.yield($0.numbers(of: [.received, .merged, .resurfaced]))
    }
    let distributing = Task { for await numbers in changes { await distribute(numbers) } }
    let keeping = Task {
      while (try? await Task.sleep(for: Self.keepalivePause)) != nil {
        send(.keepalive) { _ in true }
      }
    }
    let isFirst = state.withLock { state in
      guard state.token == nil, !state.hasEnded else { return false }
      (state.token, state.tasks) = (token, [distributing, keeping])
      return true
    }
    if !isFirst { [distributing, keeping].forEach { $0.cancel() } }
  }

  /// Hands on what has arrived, and what was scheduled and is due.
  private func distribute(_ arrived: [MessageNumber]) async {
    let now = Date()
    let due = state.withLock { state in
      let due = state.scheduled.filter { $0.value <= now }.keys.sorted()
      for number in due { state.scheduled[number] = nil }
      return due
    }
    let messages = (try? await inbox.messages(due + arrived)) ?? []
    for message in messages where message.topic != nil {
      if let start = message.startsAt, start > now {
        state.withLock { $0.scheduled[message.number] = start }
      } else {
        send(.message(message)) { $0.matches(message) }
      }
    }
  }

  private func send(_ event: NtfyEvent, to isWanted: (NtfySubscription) -> Bool) {
    let late = state.withLock { state in
      var late: [Entry] = []
      for (number, entry) in state.subscribers where isWanted(entry.subscription) {
        if case .dropped = entry.events.yield(event) {
          late.append(entry)
          state.subscribers[number] = nil
        }
      }
      return late
    }
    for entry in late {
      entry.events.finish()
      entry.disconnect()
    }
  }
}

extension InboxChange {
  /// The messages that some verbs touched, in their order.
  package func numbers(of verbs: [LogEntry.Verb]) -> [MessageNumber] {
    Set(entries.filter { verbs.contains($0.verb) }.flatMap(\.numbers)).sorted()
  }
}
