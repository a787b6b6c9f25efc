/// A character of which only the first bytes in UTF-8 have arrived.
struct PartialScalar: Equatable {
  private var value: UInt32
  private var missing: Int
  private let smallest: UInt32

  /// Begins one; nil when no character begins with this byte.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2..<0xE0: (value, missing, smallest) = (UInt32(lead & 0x1F), 1, 0x80)
    case 0xE0..<0xF0: (value, missing, smallest) = (UInt32(lead & 0x0F), 2, 0x800)
    case 0xF0..<0xF5: (value, missing, smallest) = (UInt32(lead & 0x07), 3, 0x10000)
    default: return nil
    }
  }

  /// Whether all bytes are here.
  var isComplete: Bool { missing == 0 }

  /// The character; nil when the bytes are complete but no character.
  ///
  /// Control characters of the second kind (C1) are none that a person types.
  var character: Character? {
    guard value >= smallest, value >= 0xA0 else { return nil }
    return Unicode.Scalar(value).map(Character.init)
  }

  /// With one more byte; nil when the byte cannot follow.
  func adding(_ byte: UInt8) -> PartialScalar? {
    guard byte & 0xC0 == 0x80 else { return nil }
    var next = self
    next.value = value << 6 | UInt32(byte & 0x3F)
    next.missing -= 1
    return next
  }
}
