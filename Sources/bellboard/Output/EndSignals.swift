import Foundation
import Synchronization

/// The signals that ask a program to end, as something to wait on, so that it ends in order.
final class EndSignals {
  /// Readable when a signal has come.
  let descriptor: Int32
  private let writing: Int32
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// Where the handler writes; -1 while nobody listens.
  private static let target = Atomic<Int32>(-1)

  /// Begins to take the signals, which no longer end the program by themselves.
  ///
  /// - Throws: ``InputProblem`` when the process has no descriptors left.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw InputProblem.unreadable(path: "signals", reason: String(cString: strerror(errno)))
    }
    (descriptor, writing) = (ends[0], ends[1])
    ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    Self.target.store(writing, ordering: .sequentiallyConsistent)
    // A parent may have left them blocked, and then nobody could end this program politely.
    var set = sigset_t()
    sigemptyset(&set)
    for number in Self.numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    for number in Self.numbers {
      signal(number) { _ in
        let saved = errno
        var byte: UInt8 = 1
        _ = write(EndSignals.target.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = saved
      }
    }
  }

  deinit {
    Self.numbers.forEach { signal($0, SIG_DFL) }
    Self.target.store(-1, ordering: .sequentiallyConsistent)
    close(descriptor)
    close(writing)
  }
}
