import CInboxSystem
import Foundation

/// The two ends of a new pipe, which no started program inherits; the creator closes them.
package struct PipeEnds: Sendable {
  /// The end to read from.
  package let reading: Int32
  /// The end to write to.
  package let writing: Int32

  /// Opens a pipe.
  ///
  /// - Parameter isBlocking: Whether reading and writing block.
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package init(isBlocking: Bool = true) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard inbox_pipe_open(&ends, isBlocking ? 0 : O_NONBLOCK) == 0 else {
      throw SystemError(call: "pipe")
    }
    (reading, writing) = (ends[0], ends[1])
  }
}

/// A non-blocking pipe that wakes a thread by making its reading end readable.
package final class WakePipe: Sendable {
  /// The end to wait on.
  package let reading: Int32
  /// The writing end; a full pipe drops bytes, because its reader is awake anyway.
  package let writing: Int32

  /// Opens the pipe, and closes it with the last reference.
  ///
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package init() throws(SystemError) {
    let ends = try PipeEnds(isBlocking: false)
    (reading, writing) = (ends.reading, ends.writing)
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Wakes the thread that waits for the reading end.
  package func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Reads all pending bytes; none without a wake.
  @discardableResult
  package func drain() -> [UInt8] {
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
