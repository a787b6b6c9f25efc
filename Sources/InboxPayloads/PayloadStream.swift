/// A decoder of the records of an input in pieces of any size.
///
/// It buffers about one record of the input, which may be of any size.
package struct PayloadStream: Sendable {
  private let decoder: PayloadDecoder
  private var scanner: RecordScanner
  private var count = 0

  /// Starts an input; one to import is of JSON lines, each a record of its own.
  package init(_ decoder: PayloadDecoder = PayloadDecoder()) {
    self.decoder = decoder
    scanner = RecordScanner(
      limits: decoder.limits, isComplete: false, isOfLines: decoder.purpose == .import)
  }

  /// The bytes of the last line or value that were searched without success.
  package var searchedCount: Int { scanner.searchedCount }

  /// Appends a piece and calls `body` with each completed record.
  package mutating func append(
    _ piece: some Collection<UInt8>, _ body: (PayloadRecord) throws -> Void
  ) rethrows {
    scanner.append(piece)
    try deliver(to: body)
  }

  /// Calls `body` with the remaining records at the end of the input.
  package mutating func finish(_ body: (PayloadRecord) throws -> Void) rethrows {
    scanner.finish()
    try deliver(to: body)
  }

  private mutating func deliver(to body: (PayloadRecord) throws -> Void) rethrows {
    while let raw = scanner.next() {
      defer { count += 1 }
      try body(decoder.record(from: raw, index: count))
    }
  }
}
