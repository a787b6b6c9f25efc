import CSystem
import Foundation
import InboxCore

/// Signals as bytes in a pipe, so that one `poll` waits for them too.
///
/// There is one at a time, made by a program's own loop; what the signals did before is put back
/// when it closes.
public final class SignalPipe {
  private static let numbers = [
    SIGWINCH, SIGTSTP, SIGCONT, SIGCHLD, SIGTERM, SIGHUP, SIGINT, SIGQUIT,
  ]

  private let ends: WakePipe

  /// Readable when a signal has come.
  public var descriptor: Int32 { ends.reading }

  /// Begins to take the signals.
  ///
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  public init() throws(SystemError) {
    ends = try WakePipe(PipeEnds.open(isBlocking: false))
    for number in Self.numbers { _ = bellboard_signal_forward(number, ends.writing) }
  }

  /// The signals that have come since, each kind once, in order.
  public func take() -> [Signal] {
    ends.takeBytes().reduce(into: []) { signals, byte in
      guard let signal = Signal(number: Int32(byte)), !signals.contains(signal) else { return }
      signals.append(signal)
    }
  }

  /// Stops the process as the terminal's Ctrl-Z would; returns when it goes on.
  func stop() {
    bellboard_stop()
  }

  deinit {
    for number in Self.numbers { bellboard_signal_restore(number) }
  }
}
