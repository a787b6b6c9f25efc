import Foundation
import InboxSystem
import Synchronization

/// A broadcast of changes to every observer of one inbox in this process, in order.
///
/// One thread, blocked in `poll(2)`, owns the watch and makes all calls; it runs while somebody
/// observes. State: the listeners. Guard: the mutex, never held during a call, so that a listener
/// may end its own observation.
final class ChangeBroadcast: Sendable {
  private struct Listener {
    /// The last sequence of the log before the observation began.
    var start: Int64
    let onChange: @Sendable (InboxChange) -> Void
    let end: @Sendable () -> Void
  }

  private struct State {
    var listeners: [UInt64: Listener] = [:]
    var lastKey: UInt64 = 0
    /// Wakes the thread; nil while none runs.
    var interruption: WakePipe?
  }

  private let store: InboxStore
  private let state = Mutex(State())

  init(of store: InboxStore) {
    self.store = store
  }

  /// Subscribes to changes; `onChange` is called on the broadcast's thread.
  ///
  /// - Parameters:
  ///   - end: Called once when the inbox is closed, not when the token ends the subscription.
  ///   - onChange: Receives each change, one at a time and in order.
  /// - Returns: A token that ends the subscription.
  /// - Throws: ``InboxError``.
  func listen(
    end: @escaping @Sendable () -> Void = {},
    _ onChange: @escaping @Sendable (InboxChange) -> Void
  ) throws -> ObservationToken {
    let (moment, start) = (store.configuration.now(), try store.readLog(after: -1, limit: 1))
    let (key, pipe) = try state.withLock { state in
      let pipe = try state.interruption == nil ? Self.makePipe() : nil
      state.interruption = state.interruption ?? pipe
      state.lastKey += 1
      state.listeners[state.lastKey] = Listener(
        start: start.lastSequence, onChange: onChange, end: end)
      return (state.lastKey, pipe)
    }
    if let pipe {
      Thread.detachNewThread { self.run(from: start, at: moment, interruption: pipe) }
    }
    return ObservationToken { self.remove(key) }
  }

  /// Ends every subscription, as the inbox is being closed.
  func stop() {
    let (ended, pipe) = state.withLock { state in
      defer { state.listeners = [:] }
      return (Array(state.listeners.values), state.interruption)
    }
    pipe?.wake()
    for listener in ended { listener.end() }
  }

  private static func makePipe() throws(InboxError) -> WakePipe {
    try InboxError.accessing("pipe") { () throws(SystemError) in try WakePipe() }
  }

  private func remove(_ key: UInt64) {
    let pipe = state.withLock { state in
      state.listeners[key] = nil
      return state.listeners.isEmpty ? state.interruption : nil
    }
    pipe?.wake()
  }

  /// Whether any subscriber is left; if not, the next one starts another thread.
  private func hasListeners(_ interruption: WakePipe) -> Bool {
    interruption.drain()
    return state.withLock { state in
      if state.listeners.isEmpty { state.interruption = nil }
      return !state.listeners.isEmpty
    }
  }

  private func notify(_ change: InboxChange) {
    for key in state.withLock({ $0.listeners.keys.sorted() }) {
      notify(change, to: key)
    }
  }

  private func notify(_ change: InboxChange, to key: UInt64) {
    guard let listener = state.withLock({ $0.listeners[key] }) else { return }
    let isAllNew = change.entries.first.map { $0.sequence > listener.start } ?? true
    // The log of a replaced inbox counts from one again.
    if change.entries.isEmpty, change.isReload {
      state.withLock { $0.listeners[key]?.start = 0 }
    }
    if isAllNew { return listener.onChange(change) }
    let entries = change.entries.filter { $0.sequence > listener.start }
    guard !entries.isEmpty else { return }
    listener.onChange(
      InboxChange(
        entries: entries, countsBefore: change.countsBefore, countsAfter: change.countsAfter))
  }
}

extension ChangeBroadcast {
  /// Delay before a retry after a database error, in seconds.
  private static let pauseAfterError = 0.2

  private func run(from start: LogRead, at begin: Date, interruption: WakePipe) {
    var counts = start.counts ?? InboxCounts()
    var moment = begin
    var watch: InboxWatch?
    while hasListeners(interruption) {
      var delays: [Double] = []
      do {
        let current = try watch ?? store.watch(after: start.lastSequence)
        watch = current
        if let change = try Self.change(from: current, counts: &counts) { notify(change) }
        if let delay = current.retryDelay { delays.append(delay) }
        if let next = try notifyTransitions(since: &moment, counts: &counts) {
          delays.append(max(0, next.timeIntervalSince(store.configuration.now())))
        }
      } catch {
        delays = [Self.pauseAfterError]
      }
      Descriptors.wait(
        for: [.readable(watch?.fileDescriptor ?? -1), .readable(interruption.reading)],
        atMost: delays.min())
    }
  }

  private static func change(
    from watch: InboxWatch, counts: inout InboxCounts
  ) throws -> InboxChange? {
    let entries: [LogEntry]
    switch try watch.take() {
    case .nothing, .gone: return nil
    case .changed(let new): entries = new
    case .reload: entries = []
    }
    let before = counts
    counts = watch.counts ?? before
    return InboxChange(entries: entries, countsBefore: before, countsAfter: counts)
  }

  /// Notifies of clock transitions since a time, updates that time, and returns when the next is
  /// due.
  private func notifyTransitions(
    since moment: inout Date, counts: inout InboxCounts
  ) throws -> Date? {
    let now = store.configuration.now()
    let transitions = try store.transitions(after: moment, through: now)
    moment = now
    if let counted = transitions.counts {
      let before = counts
      counts = counted
      if !transitions.moved.isEmpty {
        notify(InboxChange(moved: transitions.moved, countsBefore: before, countsAfter: counted))
      }
      // When the inbox cannot be written now, the next write settles it; readers correct for it.
      if !store.isReadOnly { _ = try? store.settle(at: now) }
    }
    return transitions.next
  }
}
