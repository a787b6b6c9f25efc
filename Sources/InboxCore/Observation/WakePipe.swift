import Foundation

/// A pipe whose ends never block: its reading end becomes readable when somebody rings.
package final class WakePipe: Sendable {
  /// The end to wait on.
  package let reading: Int32
  /// Takes bytes; a full pipe drops them, because its reader is awake anyway.
  package let writing: Int32

  /// Takes the ends of a pipe over, and closes them in time.
  ///
  /// - Parameter ends: Ends that do not block.
  package init(_ ends: PipeEnds) {
    (reading, writing) = (ends.reading, ends.writing)
  }

  /// Makes the pipe.
  ///
  /// - Throws: ``InboxError/cannotAccess(path:reason:)`` when the process has no descriptor left.
  convenience init() throws(InboxError) {
    guard let ends = PipeEnds(isBlocking: false) else {
      throw .cannotAccess(path: "pipe", reason: String(cString: strerror(errno)))
    }
    self.init(ends)
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Wakes whoever waits for the reading end.
  package func ring() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Takes everything that waits; empty when nobody has rung.
  package func takeBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
      while true {
        let count = read(reading, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        bytes += buffer.prefix(count)
      }
    }
    return bytes
  }
}
