import Foundation
import InboxCore
import InboxTerminal
import Synchronization

/// Signals as something to wait on; while it lives they do nothing else.
///
/// There is one at a time. Where its handler writes and what it passes over (state) are atomics
/// (guard), because a signal interrupts any thread, also one that holds a lock (reason).
final class TakenSignals {
  /// Readable when a signal has come.
  let descriptor: Int32
  private let writing: Int32
  private let numbers: [Int32]

  /// The code of what the kernel sends, and so the terminal.
  private static let fromKernel: Int32 = 0x80
  /// Where the handler writes; -1 while nobody listens.
  private static let target = Atomic<Int32>(-1)
  /// Whether what the terminal sends is passed over; read by the handler.
  private static let passesOverTerminal = Atomic<Bool>(false)

  /// Begins to take signals; what a parent ignores, as `nohup` does, stays ignored.
  ///
  /// - Parameters:
  ///   - numbers: Which ones; a child's end is taken whatever a parent ignores.
  ///   - fromTerminal: Whether those too that the terminal's keys send.
  /// - Throws: `SystemError` when the process has no descriptors left.
  init(_ numbers: [Int32], fromTerminal: Bool) throws {
    let ends = try PipeEnds.open(isBlocking: false)
    (descriptor, writing) = (ends.reading, ends.writing)
    self.numbers = numbers.filter { $0 == SIGCHLD || !SignalDisposition.isIgnored($0) }
    Self.target.store(writing, ordering: .sequentiallyConsistent)
    Self.passesOverTerminal.store(!fromTerminal, ordering: .sequentiallyConsistent)
    self.numbers.forEach(Self.take)
    SignalDisposition.unblock(self.numbers)
  }

  private static func take(_ number: Int32) {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NOCLDSTOP
    sigfillset(&action.sa_mask)
    action.__sigaction_handler.sa_sigaction = { number, information, _ in
      let isPassedOver =
        TakenSignals.passesOverTerminal.load(ordering: .sequentiallyConsistent)
        && information?.pointee.si_code == TakenSignals.fromKernel
      guard number == SIGCHLD || !isPassedOver else { return }
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(TakenSignals.target.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = saved
    }
    sigaction(number, &action, nil)
  }

  /// What came since, in order.
  func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map(Int32.init)
  }

  deinit {
    numbers.forEach { signal($0, SIG_DFL) }
    Self.target.store(-1, ordering: .sequentiallyConsistent)
    close(descriptor)
    close(writing)
  }
}

extension TakenSignals {
  /// Takes the signals that ask a program to end, so that it ends in order.
  ///
  /// - Throws: `SystemError`.
  static func ending() throws -> TakenSignals {
    try TakenSignals([SIGINT, SIGTERM, SIGHUP], fromTerminal: true)
  }

  /// Takes what a program hears while it waits for a command: its end, and what to hand on to it.
  ///
  /// What the terminal sends reaches the command by itself, as it is in the same process group;
  /// what another process sends to this one alone is handed on.
  ///
  /// - Throws: `SystemError`.
  static func ofCommand() throws -> TakenSignals {
    try TakenSignals(
      [SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM], fromTerminal: false)
  }
}
