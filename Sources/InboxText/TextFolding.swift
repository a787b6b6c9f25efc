import Foundation

/// Folds a text for searches: removes accents, and optionally case.
package enum TextFolding {
  /// The folded text as UTF-8.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - keepsCase: Whether upper case is kept.
  /// - Returns: The bytes, without precomposed and combining accents.
  package static func bytes(of text: String, keepsCase: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { append(scalar, keepsCase: keepsCase, to: &bytes) }
    return bytes
  }

  /// Appends a folded scalar; a combining accent is dropped.
  package static func append(
    _ scalar: Unicode.Scalar, keepsCase: Bool, to bytes: inout [UInt8]
  ) {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      bytes.append(keepsCase ? byte : lowercased(byte))
      return
    }
    guard !isAccent(scalar) else { return }
    let base = bases[scalar] ?? scalar
    if keepsCase {
      bytes.append(contentsOf: String(base).utf8)
    } else {
      for lower in base.properties.lowercaseMapping.unicodeScalars where !isAccent(lower) {
        bytes.append(contentsOf: String(lower).utf8)
      }
    }
  }

  /// Converts an ASCII letter to lower case; other bytes are unchanged.
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    0x300...0x36F ~= scalar.value || 0x1AB0...0x1AFF ~= scalar.value
      || 0x1DC0...0x1DFF ~= scalar.value || 0xFE00...0xFE0F ~= scalar.value
  }

  /// The base letters of precomposed ones in the Latin, Greek and Cyrillic blocks.
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    // Letters with a stroke or without a dot, which have no decomposition.
    var bases: [Unicode.Scalar: Unicode.Scalar] = [
      "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "ı": "i",
      "ŧ": "t", "Ŧ": "T",
    ]
    let blocks: [ClosedRange<UInt32>] = [0xC0...0x52F, 0x1E00...0x1FFF]
    for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
      let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      if parts.count > 1 { bases[scalar] = parts.first }
    }
    return bases
  }()
}
