import Foundation
import InboxCore

/// A pipe whose ends never block and never reach a started program.
final class WakePipe: Sendable {
  /// Becomes readable when something was written.
  let reading: Int32
  /// Takes bytes; a full pipe drops them, because its reader is awake anyway.
  let writing: Int32

  /// Opens it.
  ///
  /// - Throws: ``SystemProblem``.
  init() throws(SystemProblem) {
    let ends = try PipeEnds.open(isBlocking: false)
    (reading, writing) = (ends.reading, ends.writing)
  }

  /// Wakes whoever waits for the reading end.
  func ring() {
    _ = [UInt8(1)].withUnsafeBytes { write(writing, $0.baseAddress, 1) }
  }

  /// Everything that waits.
  func takeBytes() -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(reading, $0.baseAddress, $0.count) }
      guard count > 0 else { return result }
      result += buffer.prefix(count)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }
}
