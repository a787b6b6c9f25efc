/// A hash of texts (FNV-1a) that is stable across processes and versions.
package struct TextHash {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of no text.
  package init() {}

  /// The hash of the texts so far.
  package var value: Int64 { Int64(bitPattern: hash) }

  /// Adds a text; nil counts as an empty one.
  package mutating func add(_ text: String?) {
    var hash = hash
    for byte in (text ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // Separates the texts: 0xFF does not occur in UTF-8.
    self.hash = (hash ^ 0xFF) &* 0x100_0000_01B3
  }
}
