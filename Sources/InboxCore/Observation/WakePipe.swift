import Foundation

/// A pipe whose reading end becomes readable when somebody rings.
final class WakePipe: Sendable {
  /// The end to wait on.
  let readingEnd: Int32
  private let writingEnd: Int32

  /// Makes the pipe.
  ///
  /// - Throws: ``InboxError/cannotAccess(path:reason:)`` when the process has no descriptor left.
  init() throws(InboxError) {
    guard let ends = PipeEnds(isBlocking: false) else {
      throw .cannotAccess(path: "pipe", reason: String(cString: strerror(errno)))
    }
    (readingEnd, writingEnd) = (ends.reading, ends.writing)
  }

  deinit {
    close(readingEnd)
    close(writingEnd)
  }

  /// Makes the reading end readable; a full pipe is readable already.
  func ring() {
    var byte: UInt8 = 1
    _ = write(writingEnd, &byte, 1)
  }

  /// Takes what was rung and says whether there was anything.
  func drain() -> Bool {
    var hasRung = false
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
      while read(readingEnd, buffer.baseAddress, buffer.count) > 0 { hasRung = true }
    }
    return hasRung
  }
}
