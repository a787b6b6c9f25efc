import Foundation
package import InboxCore

extension PipeEnds {
  /// Opens a pipe.
  ///
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package static func open(isBlocking: Bool = true) throws(SystemError) -> PipeEnds {
    guard let ends = PipeEnds(isBlocking: isBlocking) else {
      throw SystemError(call: "pipe", code: errno)
    }
    return ends
  }
}
