import InboxCore
import InboxText

/// A decoder of JSON lines in pieces of any size, which buffers at most one line.
package struct PayloadLines: Sendable {
  private let decoder: PayloadDecoder
  private var buffer: [UInt8] = []
  private var line = 1
  private var index = 0
  /// How many bytes of the buffer were searched for a line end without success.
  package private(set) var searchedCount = 0
  /// Bytes of a line that is too long and is discarded; 0 if there is none.
  private var skippedCount = 0

  /// Makes a reader with a decoder for its lines.
  package init(_ decoder: PayloadDecoder = PayloadDecoder(purpose: .import)) {
    self.decoder = decoder
  }

  /// Appends a piece and calls `body` with each completed record.
  package mutating func append<Bytes: Collection<UInt8>>(
    _ bytes: Bytes, _ body: (PayloadRecord) throws -> Void
  ) rethrows {
    buffer.append(contentsOf: bytes)
    if line == 1, index == 0, buffer.starts(with: JSONReader.byteOrderMark) {
      buffer.removeFirst(JSONReader.byteOrderMark.count)
      searchedCount = 0
    }
    var start = 0
    while let end = buffer[max(start, searchedCount)...].firstIndex(of: UInt8(ascii: "\n")) {
      try take(start..<end, body)
      line += 1
      start = end + 1
    }
    buffer.removeFirst(start)
    searchedCount = buffer.count
    guard skippedCount > 0 || buffer.count > decoder.limits.size + 1_024 else { return }
    skippedCount += buffer.count
    searchedCount = 0
    buffer.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with the last record, if its line is not terminated.
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
