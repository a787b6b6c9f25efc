/// The part of a pasted text that has arrived so far.
struct PartialPaste: Equatable {
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0

  /// The text; invalid bytes are replaced, line ends are line feeds.
  var text: String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing("\r", with: "\n")
  }

  /// Adds one byte; true when it completes the end mark.
  mutating func add(_ byte: UInt8, limit: Int) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    let failed = Self.end[..<matched]
    matched = byte == Self.end[0] ? 1 : 0
    if bytes.count < limit { bytes += failed }
    if matched == 0, bytes.count < limit { bytes.append(byte) }
    return false
  }
}

/// The first bytes of a character in UTF-8.
struct PartialScalar: Equatable {
  private var value: UInt32
  private var missing: Int
  private let smallest: UInt32

  /// Starts with a lead byte; nil when no character begins with it.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2..<0xE0: (value, missing, smallest) = (UInt32(lead & 0x1F), 1, 0x80)
    case 0xE0..<0xF0: (value, missing, smallest) = (UInt32(lead & 0x0F), 2, 0x800)
    case 0xF0..<0xF5: (value, missing, smallest) = (UInt32(lead & 0x07), 3, 0x10000)
    default: return nil
    }
  }

  /// Whether all bytes have arrived.
  var isComplete: Bool { missing == 0 }

  /// The character; nil when the bytes are complete but no character.
  ///
  /// C1 control characters are none, because no key types them.
  var character: Character? {
    guard value >= smallest, value >= 0xA0 else { return nil }
    return Unicode.Scalar(value).map(Character.init)
  }

  /// The same with one more byte; nil when the byte cannot follow.
  func adding(_ byte: UInt8) -> PartialScalar? {
    guard byte & 0xC0 == 0x80 else { return nil }
    var next = self
    next.value = value << 6 | UInt32(byte & 0x3F)
    next.missing -= 1
    return next
  }
}
