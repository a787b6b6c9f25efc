/// A hash of texts (FNV-1a) that is the same in every process and version; nil is an empty text.
package struct TextHash {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Makes the hash of no text.
  package init() {}

  /// The hash of what was added.
  package var value: Int64 { Int64(bitPattern: hash) }

  /// Adds a text.
  package mutating func add(_ text: String?) {
    var hash = hash
    for byte in (text ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // No byte of UTF-8: it separates the texts.
    self.hash = (hash ^ 0xFF) &* 0x100_0000_01B3
  }
}
