package import InboxCore
import Synchronization

/// Dispatches new events of the inbox to the connected subscribers, whichever process caused them.
///
/// Each gets the events after its own position, so that none is lost between the existing and the
/// new ones.
///
/// State: the subscribers and their positions. Guard: the mutex, because subscribers connect on any
/// thread and one task dispatches.
final class SubscriptionHub: Sendable {
  /// A connected subscriber; its queue ends with the hub, or when it reads too slowly.
  struct Subscriber: Sendable {
    fileprivate let number: Int
  }

  private struct State {
    var subscribers: [Int: Entry] = [:]
    var nextNumber = 0
    var tasks: [Task<Void, Never>] = []
    var token: ObservationToken?
    var signal: AsyncStream<Void>.Continuation?
    /// The inbox to which the positions refer.
    var origin: String?
    var hasEnded = false

    mutating func remove(_ numbers: some Sequence<Int>) -> [Entry] {
      numbers.compactMap { subscribers.removeValue(forKey: $0) }
    }
  }

  private struct Entry {
    var subscription: NtfySubscription
    var queue: SubscriberQueue
    var place: NtfyPlace
    var disconnect: @Sendable () -> Void

    /// Adds an event to the queue; false if the subscriber reads too slowly.
    func add(_ event: NtfyEvent, _ written: inout [Writing: [UInt8]]) -> Bool {
      let writing = Writing(subscription)
      let bytes = written[writing] ?? subscription.bytes(event)
      written[writing] = bytes
      return bytes.isEmpty || queue.add(bytes)
    }
  }

  /// Maximum connected subscribers.
  private static let mostSubscribers = 10_000
  /// Interval of keepalives, as in ntfy.
  private static let keepalivePause = Duration.seconds(45)

  /// The long polls.
  let wholePolls = WholePolls()
  private let inbox: Inbox
  private let state = Mutex(State())

  init(_ inbox: Inbox) {
    self.inbox = inbox
  }

  /// Connects a subscriber.
  ///
  /// - Parameters:
  ///   - subscription: The subscription.
  ///   - queue: The queue of bytes to send.
  ///   - place: The position of the subscriber.
  ///   - disconnect: Closes the connection if the subscriber does not read.
  /// - Returns: The subscriber.
  /// - Throws: ``HTTPProblem/tooManySubscriptions``, `InboxError`.
  func connect(
    _ subscription: NtfySubscription, _ queue: SubscriberQueue, after place: NtfyPlace,
    disconnect: @escaping @Sendable () -> Void
  ) throws -> Subscriber {
    try begin()
    return try state.withLock { state in
      guard !state.hasEnded, state.subscribers.count < Self.mostSubscribers else {
        throw HTTPProblem.tooManySubscriptions
      }
      state.nextNumber += 1
      state.subscribers[state.nextNumber] = Entry(
        subscription: subscription, queue: queue, place: place, disconnect: disconnect)
      state.signal?.yield()
      return Subscriber(number: state.nextNumber)
    }
  }

  /// The number of connected subscribers.
  var subscriberCount: Int { state.withLock { $0.subscribers.count } }

  /// Disconnects a subscriber.
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

  /// Starts observing with the first subscriber; without subscribers nothing is read.
  private func begin() throws {
    guard state.withLock({ $0.token == nil && !$0.hasEnded }) else { return }
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let origin = try inbox.origin()
    let token = try inbox.observe { _ in signal.yield() }
    let distributing = Task { for await _ in signals { await distribute() } }
    let keeping = Task {
      while (try? await Task.sleep(for: Self.keepalivePause)) != nil { keepAlive() }
    }
    let isFirst = state.withLock { state in
      guard state.token == nil, !state.hasEnded else { return false }
      (state.token, state.tasks, state.signal) = (token, [distributing, keeping], signal)
      state.origin = origin
      return true
    }
    if !isFirst { [distributing, keeping].forEach { $0.cancel() } }
  }

  /// Dispatches new events, from the earliest position of all subscribers.
  ///
  /// After an error of the store, the next change includes the missed events.
  private func distribute() async {
    var isCut = true
    while isCut, !Task.isCancelled {
      let places = state.withLock { $0.subscribers.values.map(\.place) }
      guard let first = places.first else { return }
      let place = places.reduce(first) { $0.intersection($1) }
      do {
        let news = try await onBlockingQueue {
          try self.move(from: place) ? nil : NtfyNews(after: place, in: self.inbox)
        }
        // In a replaced inbox it starts again from another position.
        guard let news else { continue }
        send(news, isAnew: news.end.entry < place.entry)
        isCut = news.isCut
      } catch {
        return
      }
    }
  }

  /// Moves all positions to a replaced inbox.
  ///
  /// - Parameter place: The earliest position of all subscribers.
  /// - Returns: Whether the inbox was replaced.
  /// - Throws: `InboxError`.
  private func move(from place: NtfyPlace) throws -> Bool {
    let origin = try inbox.origin()
    guard state.withLock({ $0.origin != origin }) else { return false }
    let sequence = try inbox.lastSequence(through: place.start.position)
    state.withLock { state in
      state.origin = origin
      for number in state.subscribers.keys {
        state.subscribers[number]?.place.entry = NtfyPlace.Point(position: sequence)
      }
    }
    return true
  }

  private func keepAlive() {
    Self.end(
      state.withLock { state in
        var written: [Writing: [UInt8]] = [:]
        let late = state.subscribers.filter { !$0.value.add(.keepalive, &written) }
        return state.remove(late.keys)
      })
  }

  /// Sends new events to each subscriber.
  ///
  /// - Parameters:
  ///   - news: The events after the earliest position.
  ///   - isAnew: Whether the log starts again, as in a replaced file.
  private func send(_ news: NtfyNews, isAnew: Bool) {
    Self.end(
      state.withLock { state in
        var late: Set<Int> = []
        for item in news.items {
          let event = item.event
          // Subscribers with the same form and topics share the bytes.
          var written: [Writing: [UInt8]] = [:]
          for (number, entry) in state.subscribers
          where item.isNew(to: entry.place) && entry.subscription.matches(item.message) {
            if !late.contains(number), !entry.add(event, &written) { late.insert(number) }
          }
        }
        for (number, entry) in state.subscribers {
          state.subscribers[number]?.place = isAnew ? news.end : entry.place.union(news.end)
        }
        return state.remove(late)
      })
  }

  private static func end(_ late: [Entry]) {
    for entry in late {
      entry.queue.finish()
      entry.disconnect()
    }
  }

  /// The properties of a subscription that determine the bytes of an event.
  private struct Writing: Hashable {
    var form: NtfySubscription.Form
    var topics: String
    var base: String?

    init(_ subscription: NtfySubscription) {
      (form, topics, base) = (subscription.form, subscription.topicList, subscription.base)
    }
  }
}

extension InboxChange {
  /// The messages that some verbs touched in this inbox, ascending; another machine acts on what
  /// was done there.
  package func numbers(of verbs: [LogEntry.Verb]) -> [MessageNumber] {
    Set(entries.filter { $0.isOwn && verbs.contains($0.verb) }.flatMap(\.numbers)).sorted()
  }
}
