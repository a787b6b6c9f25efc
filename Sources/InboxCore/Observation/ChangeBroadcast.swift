import InboxText
import Foundation
import Synchronization

/// Tells everybody in this process who listens to one inbox what changed, in order.
///
/// One thread, blocked in `poll(2)`, owns the watch and makes all calls; it runs while somebody
/// listens. State: the listeners. Guard: the mutex, never held during a call, so that a listener
/// may end its own observation.
final class ChangeBroadcast: Sendable {
  /// What the thread needs of the store.
  struct Place: Sendable {
    /// Looks at the log after a sequence.
    var look: @Sendable (_ after: Int64) throws -> LogLook
    /// A watch that tells what comes after a sequence.
    var watch: @Sendable (_ after: Int64) throws -> InboxWatch
  }

  private struct Listener {
    let hearsAfter: Int64
    let hear: @Sendable (InboxChange) -> Void
    let end: @Sendable () -> Void
  }

  private struct State {
    var listeners: [UInt64: Listener] = [:]
    var lastKey: UInt64 = 0
    /// Interrupts the thread's wait; nil while no thread runs.
    var interruption: WakePipe?
  }

  private let place: Place
  private let state = Mutex(State())

  init(place: Place) {
    self.place = place
  }

  /// Calls `hear` on the broadcast's thread for whatever is committed from now on.
  ///
  /// - Parameters:
  ///   - end: called once when the inbox is closed, not when the token ends it.
  ///   - hear: gets each change, one at a time and in order.
  /// - Returns: A token that ends it.
  /// - Throws: ``InboxError``.
  func listen(
    end: @escaping @Sendable () -> Void = {}, _ hear: @escaping @Sendable (InboxChange) -> Void
  ) throws -> ObservationToken {
    let start = try place.look(-1)
    let (key, pipe) = try state.withLock { state in
      let pipe = state.interruption == nil ? try WakePipe() : nil
      state.interruption = state.interruption ?? pipe
      state.lastKey += 1
      state.listeners[state.lastKey] = Listener(
        hearsAfter: start.lastSequence, hear: hear, end: end)
      return (state.lastKey, pipe)
    }
    if let pipe {
      Thread.detachNewThread { self.run(from: start, interruption: pipe) }
    }
    return ObservationToken { self.remove(key) }
  }

  /// Ends every observation, as the inbox is being closed.
  func stop() {
    let (ended, pipe) = state.withLock { state in
      defer { state.listeners = [:] }
      return (Array(state.listeners.values), state.interruption)
    }
    pipe?.ring()
    for listener in ended { listener.end() }
  }

  private func remove(_ key: UInt64) {
    let pipe = state.withLock { state in
      state.listeners[key] = nil
      return state.listeners.isEmpty ? state.interruption : nil
    }
    pipe?.ring()
  }
}

extension ChangeBroadcast {
  /// How long the thread rests after an error of the database before it tries again, in seconds.
  private static let pauseAfterError = 0.2

  private func run(from start: LogLook, interruption: WakePipe) {
    var counts = start.counts ?? InboxCounts()
    var watch: InboxWatch?
    while goesOn(interruption) {
      var delay: Double?
      do {
        let current = try watch ?? place.watch(start.lastSequence)
        watch = current
        if let change = try Self.change(from: current, counts: &counts) { tell(change) }
        delay = current.retryDelay
      } catch {
        delay = Self.pauseAfterError
      }
      Self.wait(for: watch?.fileDescriptor ?? -1, interruption, seconds: delay)
    }
  }

  /// Whether anybody still listens; if not, the next listener starts another thread.
  private func goesOn(_ interruption: WakePipe) -> Bool {
    _ = interruption.takeBytes()
    return state.withLock { state in
      if state.listeners.isEmpty { state.interruption = nil }
      return !state.listeners.isEmpty
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

  private func tell(_ change: InboxChange) {
    for key in state.withLock({ $0.listeners.keys.sorted() }) {
      tell(change, to: key)
    }
  }

  private func tell(_ change: InboxChange, to key: UInt64) {
    guard let listener = state.withLock({ $0.listeners[key] }) else { return }
    let isAllNew = change.entries.first.map { $0.sequence > listener.hearsAfter } ?? true
    if isAllNew { return listener.hear(change) }
    let entries = change.entries.filter { $0.sequence > listener.hearsAfter }
    guard !entries.isEmpty else { return }
    listener.hear(
      InboxChange(
        entries: entries, countsBefore: change.countsBefore, countsAfter: change.countsAfter))
  }

  private static func wait(for descriptor: Int32, _ interruption: WakePipe, seconds: Double?) {
    var descriptors = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interruption.reading, events: Int16(POLLIN), revents: 0),
    ]
    let milliseconds = seconds.map { Int32(($0 * 1_000).rounded(.up)) } ?? -1
    _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
  }
}
