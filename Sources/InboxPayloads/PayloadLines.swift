import InboxCore
import InboxText

/// A decoder of JSON lines, in pieces of any size; it keeps no more than one line.
package struct PayloadLines: Sendable {
  private let decoder: PayloadDecoder
  private var buffer: [UInt8] = []
  private var line = 1
  private var index = 0
  /// Bytes of a line that is too long and is being thrown away; 0 when none is.
  private var skippedCount = 0

  /// Makes a reader that hands its lines to a decoder.
  package init(_ decoder: PayloadDecoder = PayloadDecoder(purpose: .import)) {
    self.decoder = decoder
  }

  /// Takes the next piece and hands each record that it completes to `body`.
  package mutating func append<Bytes: Collection<UInt8>>(
    _ bytes: Bytes, _ body: (PayloadRecord) throws -> Void
  ) rethrows {
    buffer.append(contentsOf: bytes)
    if line == 1, index == 0, buffer.starts(with: JSONReader.byteOrderMark) {
      buffer.removeFirst(JSONReader.byteOrderMark.count)
    }
    var start = 0
    while let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
      try take(start..<end, body)
      line += 1
      start = end + 1
    }
    buffer.removeFirst(start)
    guard skippedCount > 0 || buffer.count > decoder.limits.size + 1_024 else { return }
    skippedCount += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Hands over the last record when its line has no end.
  package mutating func finish(_ body: (PayloadRecord) throws -> Void) rethrows {
    try take(0..<buffer.count, body)
    buffer.removeAll()
  }

  private mutating func take(
    _ range: Range<Int>, _ body: (PayloadRecord) throws -> Void
  ) rethrows {
    var record = decoder.decodeLine(buffer, in: range, index: index, line: line)
    if skippedCount > 0 {
      let error = PayloadError.tooLarge(
        bytes: skippedCount + range.count, limit: decoder.limits.size)
      record = PayloadRecord(index: index, line: line, result: .failure(error))
      skippedCount = 0
    }
    guard let record else { return }
    index += 1
    try body(record)
  }
}
