import Foundation
import InboxTerminal

/// The two ends of a new pipe, which no started program inherits; whoever makes it closes them.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  /// Opens it.
  ///
  /// - Throws: `SystemProblem` when the process has no descriptors left.
  init() throws(SystemProblem) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemProblem(call: "pipe", code: errno) }
    ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}
