import Foundation
import Synchronization

/// The signals that ask a program to end, as something to wait on, so that it ends in order.
final class EndSignals {
  /// Readable when a signal has come.
  let descriptor: Int32
  private let writing: Int32
  /// The signals that are taken; what a parent ignores, as `nohup` does, stays ignored.
  private let numbers: [Int32]
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
    numbers = [SIGINT, SIGTERM, SIGHUP].filter { !SignalDisposition.isIgnored($0) }
    for number in numbers {
      signal(number) { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(EndSignals.target.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = saved
      }
    }
    SignalDisposition.unblock(numbers)
  }

  /// The signal that came first and was not yet taken; nil when there is none.
  func take() -> Int32? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
  }

  deinit {
    numbers.forEach { signal($0, SIG_DFL) }
    Self.target.store(-1, ordering: .sequentiallyConsistent)
    close(descriptor)
    close(writing)
  }
}
