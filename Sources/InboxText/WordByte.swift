extension UInt8 {
  /// Whether it is an ASCII letter or digit.
  package var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Whether it is an ASCII letter or digit, `-` or `_`, as allowed in names and bare keys.
  package var isWordByte: Bool {
    isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
