/// Base32 (RFC 4648) without padding, as in subjects and fold ids.
enum Base32 {
  /// The characters of subjects.
  static let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  /// The characters of ids.
  static let lower = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// The first characters of the text of some bytes; fewer if there are no more bits.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; missing bits of the last character are zero.
  ///   - count: Maximum number of characters.
  ///   - alphabet: 32 characters of ASCII.
  /// - Returns: At most `count` characters.
  static func text(
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
}
