import Foundation
import Synchronization

/// What a program hears while it waits for a command: that it ended, and what to pass on to it.
///
/// What the terminal sends reaches the command by itself, as it is in the same process group;
/// what another process sends to this one alone is handed on.
final class CommandSignals {
  /// Readable when something came.
  let descriptor: Int32
  private let writing: Int32
  /// What is taken; what a parent ignores stays ignored.
  private let numbers: [Int32]
  private static let forwarded = [
    SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM,
  ]
  /// The code of what the kernel sends, and so the terminal.
  private static let fromKernel: Int32 = 0x80
  /// Where the handler writes; -1 while nobody listens.
  private static let target = Atomic<Int32>(-1)

  /// Begins to take the signals.
  ///
  /// - Throws: `POSIXError` when the process has no descriptors left.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EMFILE) }
    (descriptor, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    Self.target.store(writing, ordering: .sequentiallyConsistent)
    // A parent that ignores its children's ends would hide this one's from us.
    numbers = [SIGCHLD] + Self.forwarded.filter { !SignalDisposition.isIgnored($0) }
    numbers.forEach(Self.take)
    SignalDisposition.unblock(numbers)
  }

  private static func take(_ number: Int32) {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NOCLDSTOP
    sigfillset(&action.sa_mask)
    action.__sigaction_handler.sa_sigaction = { number, information, _ in
      let isOfTerminal = information?.pointee.si_code == CommandSignals.fromKernel
      guard number == SIGCHLD || !isOfTerminal else { return }
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(CommandSignals.target.load(ordering: .sequentiallyConsistent), &byte, 1)
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
