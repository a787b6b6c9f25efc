import Foundation
package import InboxCore
import Synchronization

/// Hands what comes into the inbox to the subscribers that are connected, whoever pushed it.
///
/// State: the subscribers, and the scheduled messages that are awaited. Guard: the mutex, because
/// subscribers come and go on any thread and one task distributes.
final class SubscriptionHub: Sendable {
  /// A subscriber that is connected; its queue ends when the hub does, or when it reads too slowly.
  struct Subscriber: Sendable {
    fileprivate let number: Int
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
    var queue: SubscriberQueue
    var disconnect: @Sendable () -> Void
  }

  /// Most subscribers at once.
  private static let mostSubscribers = 10_000
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
  ///   - queue: Where that waits to be sent.
  ///   - disconnect: Closes its connection, for when it does not read.
  /// - Returns: The subscriber.
  /// - Throws: ``HTTPProblem/tooManySubscriptions``, `InboxError`.
  func connect(
    _ subscription: NtfySubscription, _ queue: SubscriberQueue,
    disconnect: @escaping @Sendable () -> Void
  ) throws -> Subscriber {
    try begin()
    return try state.withLock { state in
      guard !state.hasEnded, state.subscribers.count < Self.mostSubscribers else {
        throw HTTPProblem.tooManySubscriptions
      }
      state.nextNumber += 1
      state.subscribers[state.nextNumber] = Entry(
        subscription: subscription, queue: queue, disconnect: disconnect)
      return Subscriber(number: state.nextNumber)
    }
  }

  /// Forgets a subscriber.
  func disconnect(_ subscriber: Subscriber) {
    state.withLock { $0.subscribers.removeValue(forKey: subscriber.number) }?.queue.finish()
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
    subscribers.forEach { $0.queue.finish() }
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
      // Subscribers with the same form and topics share the bytes.
      var written: [Writing: [UInt8]] = [:]
      for (number, entry) in state.subscribers where isWanted(entry.subscription) {
        let writing = Writing(entry.subscription)
        let bytes = written[writing] ?? entry.subscription.bytes(event)
        written[writing] = bytes
        if !entry.queue.add(bytes) {
          late.append(entry)
          state.subscribers[number] = nil
        }
      }
      return late
    }
    for entry in late {
      entry.queue.finish()
      entry.disconnect()
    }
  }

  /// On what of a subscription the bytes of an event depend.
  private struct Writing: Hashable {
    var form: NtfySubscription.Form
    var topics: String

    init(_ subscription: NtfySubscription) {
      (form, topics) = (subscription.form, subscription.topicList)
    }
  }
}

extension InboxChange {
  /// The messages that some verbs touched, in their order.
  package func numbers(of verbs: [LogEntry.Verb]) -> [MessageNumber] {
    Set(entries.filter { verbs.contains($0.verb) }.flatMap(\.numbers)).sorted()
  }
}
