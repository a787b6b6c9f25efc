import CInboxSystem
import Foundation

/// Signals as bytes in a pipe, for a common wait; their default actions are disabled.
///
/// A signal belongs to one source at a time; releasing the source restores the previous actions.
package final class SignalSource {
  private let pipe: WakePipe
  private let numbers: [Int32]

  /// Readable when a signal has arrived.
  package var descriptor: Int32 { pipe.reading }

  /// Starts receiving signals, also those that a parent process blocked.
  ///
  /// - Parameters:
  ///   - numbers: The signals.
  ///   - others: Further signals, unless they are ignored.
  ///   - takesIgnored: Whether to receive signals that a parent process ignores, as `nohup` does.
  ///   - takesKernel: Whether to receive signals sent by the kernel, as for the terminal's Ctrl-C.
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package init(
    _ numbers: [Int32], and others: [Int32] = [], takesIgnored: Bool = false,
    takesKernel: Bool = true
  ) throws(SystemError) {
    pipe = try WakePipe()
    let (writing, ignoresKernel) = (pipe.writing, takesKernel ? 0 as Int32 : 1)
    let polite = numbers.filter { number in
      // The end of a child is received even if a parent ignores it.
      takesIgnored || number == SIGCHLD || inbox_signal_is_ignored(number) == 0
    }
    let wanted = polite + others.filter { inbox_signal_is_ignored($0) == 0 }
    self.numbers = wanted.filter { inbox_signal_forward($0, writing, ignoresKernel) == 0 }
    Self.unblock(self.numbers)
  }

  deinit {
    for number in numbers { inbox_signal_restore(number) }
  }

  /// The numbers of the signals that arrived since the last call, each once, in order.
  package func take() -> [Int32] {
    pipe.drain().reduce(into: []) { numbers, byte in
      if !numbers.contains(Int32(byte)) { numbers.append(Int32(byte)) }
    }
  }

  /// Stops the process group as the terminal's Ctrl-Z would; returns when it is continued.
  package func stopProcess() {
    inbox_stop()
  }

  /// Whether a signal of ``screen()`` ends the program.
  package static func requestsEnd(_ number: Int32) -> Bool {
    ![SIGWINCH, SIGTSTP, SIGCONT, SIGCHLD].contains(number)
  }

  /// Signals that are rarely sent on purpose, but that end a program that does not handle them.
  private static var stray: [Int32] {
    var numbers = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ]
    #if os(Linux)
      numbers += [SIGPOLL, SIGPWR, SIGSTKFLT]
      numbers += __libc_current_sigrtmin()...__libc_current_sigrtmax()
    #endif
    return numbers
  }

  private static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

extension SignalSource {
  /// The signals of a program with a screen: size, stop and continue, children, and all that would
  /// end it without restoring the terminal.
  ///
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package static func screen() throws(SystemError) -> SignalSource {
    try SignalSource(
      [SIGWINCH, SIGTSTP, SIGCONT, SIGCHLD, SIGTERM, SIGHUP, SIGINT, SIGQUIT], and: stray,
      takesIgnored: true)
  }

  /// The signals that ask a command to end.
  ///
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package static func ending() throws(SystemError) -> SignalSource {
    try SignalSource([SIGINT, SIGTERM, SIGHUP])
  }

  /// The signals of a program that waits for a child: its end, and signals to forward.
  ///
  /// Signals of the terminal reach the child directly, because it is in the same process group.
  ///
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package static func forwarding() throws(SystemError) -> SignalSource {
    try SignalSource(
      [SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM], takesKernel: false)
  }
}

/// A signal that asked the program to end; the program exits with it after cleaning up.
package struct EndedBySignal: Error {
  /// The signal's number.
  package let number: Int32

  /// Makes the error of a signal.
  package init(number: Int32) {
    self.number = number
  }

  /// Ends by the signal itself, so that shells and scripts recognize it.
  package func end() -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
