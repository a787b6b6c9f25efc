import Foundation

/// The two ends of a new pipe, which no started program inherits; whoever makes it closes them.
package struct PipeEnds: Sendable {
  /// Readable when something was written.
  package let reading: Int32
  /// Takes bytes.
  package let writing: Int32

  /// Opens it; nil when the process has no descriptors left, and `errno` says so.
  ///
  /// - Parameter isBlocking: Whether reading and writing wait.
  package init?(isBlocking: Bool) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      if !isBlocking { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }
    (reading, writing) = (ends[0], ends[1])
  }
}
