extension TOMLScanner {
  /// What the escapes in a basic string stand for.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var result = ""
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\", let escape = scalars.next() else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch escape {
      case "u": append(digits: 4, from: &scalars, to: &result)
      case "U": append(digits: 8, from: &scalars, to: &result)
      default: result.unicodeScalars.append(simple[escape] ?? escape)
      }
    }
    return result
  }

  private static let simple: [Unicode.Scalar: Unicode.Scalar] = [
    "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{c}", "r": "\r", "e": "\u{1b}",
  ]

  private static func append(
    digits count: Int, from scalars: inout String.UnicodeScalarView.Iterator,
    to result: inout String
  ) {
    var digits = ""
    for _ in 0..<count {
      guard let scalar = scalars.next() else { break }
      digits.unicodeScalars.append(scalar)
    }
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else { return }
    result.unicodeScalars.append(scalar)
  }
}
