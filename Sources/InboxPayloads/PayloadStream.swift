/// A decoder of the records of an input, in pieces of any size.
///
/// It holds about one record of the input, however much there is of it.
package struct PayloadStream: Sendable {
  private let decoder: PayloadDecoder
  private var scanner: RecordScanner
  private var count = 0

  /// Begins an input.
  package init(_ decoder: PayloadDecoder = PayloadDecoder()) {
    self.decoder = decoder
    scanner = RecordScanner(limits: decoder.limits, isComplete: false)
  }

  /// Takes the next piece and hands each record that it completes to `body`.
  package mutating func append(
    _ piece: some Collection<UInt8>, _ body: (PayloadRecord) throws -> Void
  ) rethrows {
    scanner.append(piece)
    try deliver(to: body)
  }

  /// Hands over what remains at the end of the input.
  package mutating func finish(_ body: (PayloadRecord) throws -> Void) rethrows {
    scanner.finish()
    try deliver(to: body)
  }

  private mutating func deliver(to body: (PayloadRecord) throws -> Void) rethrows {
    while let raw = scanner.next() {
      let index = count
      count += 1
      try body(decoder.record(from: raw, index: index))
    }
  }
}
