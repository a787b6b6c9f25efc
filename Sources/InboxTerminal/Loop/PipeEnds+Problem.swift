import Foundation
package import InboxCore

extension PipeEnds {
  /// Opens a pipe.
  ///
  /// - Throws: ``SystemProblem`` when the process has no descriptors left.
  package static func open(isBlocking: Bool = true) throws(SystemProblem) -> PipeEnds {
    guard let ends = PipeEnds(isBlocking: isBlocking) else {
      throw SystemProblem(call: "pipe", code: errno)
    }
    return ends
  }
}
