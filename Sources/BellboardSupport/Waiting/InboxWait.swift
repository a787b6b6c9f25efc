import Foundation
package import InboxCore
package import InboxSystem

/// The wait of a command for something to do: the inbox changed, or it is time to end.
///
/// Output is watched for its reader going away, which nothing else would tell a waiting program.
package struct InboxWait {
  /// The end of a wait.
  package enum End {
    /// The inbox holds something else than before.
    case changed
    /// Its database was replaced, or what happened is not known in full: read all of it anew.
    case reloaded
    /// The time to wait is over.
    case timeUp
    /// A signal asks the program to end.
    case signal(Int32)
    /// The reader of the output has gone.
    case readerGone
  }

  private let watch: InboxWatch
  private let signals: SignalSource

  /// Waits for changes, and for the signals that end the program.
  package init(watch: InboxWatch, signals: SignalSource) {
    self.watch = watch
    self.signals = signals
  }

  /// Waits for a change, at most so many seconds; nil is as long as it takes.
  ///
  /// With `everyWrite` a write that the log does not tell of is a change too, as counting a metric
  /// is; then some ends say "changed" for nothing.
  package func wait(atMost seconds: Double? = nil, everyWrite: Bool = false) throws -> End {
    let clock = ContinuousClock()
    let deadline = seconds.map { clock.now + .seconds(max(0, $0)) }
    while true {
      let left = deadline.map { max(0, (clock.now.duration(to: $0)) / .seconds(1)) }
      if let end = sleep(atMost: [left, watch.retryDelay].compactMap(\.self).min()) { return end }
      switch try watch.take() {
      case .changed, .gone: return .changed
      case .reload: return .reloaded
      case .nothing: if everyWrite { return .changed }
      }
      if let deadline, clock.now >= deadline { return .timeUp }
    }
  }

  /// Sleeps until one of the descriptors or the time asks for a look; what ended the wait, if so.
  private func sleep(atMost seconds: Double?) -> End? {
    let ready = Descriptors.wait(
      for: [
        .readable(watch.fileDescriptor), .readable(signals.descriptor), .closed(STDOUT_FILENO),
      ], atMost: seconds)
    if let number = signals.take().first { return .signal(number) }
    return ready.closed.contains(STDOUT_FILENO) ? .readerGone : nil
  }
}
