/// Base32 (RFC 4648) without padding, as in subjects, fold ids and keys.
package enum Base32 {
  /// The characters of subjects.
  package static let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  /// The characters of ids.
  package static let lower = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// The first characters of the text of some bytes; fewer if there are no more bits.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; missing bits of the last character are zero.
  ///   - count: Maximum number of characters.
  ///   - alphabet: 32 characters of ASCII.
  /// - Returns: At most `count` characters.
  package static func text(
    _ bytes: some Sequence<UInt8>, upTo count: Int, in alphabet: [UInt8]
  ) -> String {
    var characters: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes where characters.count < count {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5, characters.count < count {
        bits -= 5
        characters.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
      }
    }
    if bits > 0, characters.count < count {
      characters.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)])
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// The bytes of a text in upper case; nil if it is none.
  ///
  /// - Returns: The whole bytes; bits of the last character that fill no byte must be zero.
  package static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for character in text.utf8 {
      guard let value = upper.firstIndex(of: character) else { return nil }
      buffer = (buffer << 5 | UInt32(value)) & 0xFFF
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    guard bits < 5, buffer & (1 << UInt32(bits) - 1) == 0 else { return nil }
    return bytes
  }
}
