/// Takes bytes and integers of variable length off a blob; a blob that ends early gives nil.
struct ByteReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func readByte() -> UInt8? {
    bytes.popFirst()
  }

  /// Seven bits a byte, the lowest first; the high bit says that more follow.
  mutating func readInteger() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}

extension [UInt8] {
  /// Appends an integer as ``ByteReader/readInteger()`` reads it.
  mutating func appendInteger(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
