import Foundation
package import InboxCore
package import InboxSystem

/// Waits of a command for a change of the inbox, a deadline or a signal.
///
/// Output is watched too: a waiting program would not notice otherwise that its reader is gone.
package struct InboxWait {
  /// The end of a wait.
  package enum End {
    /// The inbox has changed.
    case changed
    /// Its database was replaced, or some changes are unknown: reload everything.
    case reloaded
    /// The time is up.
    case timeUp
    /// A signal asks the program to end.
    case signal(Int32)
  }

  private let watch: InboxWatch
  private let signals: SignalSource

  /// Waits for changes, and for the signals that end the program.
  package init(watch: InboxWatch, signals: SignalSource) {
    self.watch = watch
    self.signals = signals
  }

  /// Waits for changes that are streamed to an output; the signals end its writes too.
  package init(streaming inbox: Inbox, to output: StandardOutput) throws {
    let signals = try SignalSource.ending()
    output.endingSignals = signals
    self.init(watch: try inbox.watch(), signals: signals)
  }

  /// Waits for a change, at most for some seconds; nil is without a limit.
  ///
  /// With `everyWrite` a write without an entry of the log, such as a counted metric, is a change
  /// too; some of the reported changes are then empty.
  ///
  /// - Throws: `OutputError.readerGone` once the reader of the output has gone; `InboxError`.
  package func wait(atMost seconds: Double? = nil, everyWrite: Bool = false) throws -> End {
    let clock = ContinuousClock()
    let deadline = seconds.map { clock.now + .seconds(max(0, $0)) }
    while true {
      let left = deadline.map { max(0, (clock.now.duration(to: $0)) / .seconds(1)) }
      let ready = Descriptors.wait(
        for: [
          .readable(watch.fileDescriptor), .readable(signals.descriptor), .closed(STDOUT_FILENO),
        ], atMost: [left, watch.retryDelay].compactMap(\.self).min())
      if let number = signals.take().first { return .signal(number) }
      if ready.closed.contains(STDOUT_FILENO) { throw OutputError.readerGone }
      switch try watch.take() {
      case .changed, .gone: return .changed
      case .reload: return .reloaded
      case .nothing: if everyWrite { return .changed }
      }
      if let deadline, clock.now >= deadline { return .timeUp }
    }
  }
}
