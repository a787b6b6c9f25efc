import InboxText

/// The id of a message with a fold key: `fold-<hash of source and key>-<number>`.
///
/// Two machines that both store the first push of a key make the same message, so that its
/// occurrences are counted together. The hash is FNV-1a over 128 bits in base32: it separates the
/// keys of one source, which is all that identity needs, and links no library. A sender that looks
/// for a collision finds one, and folds its own messages.
package struct FoldID: Sendable, Hashable {
  /// The hash as 26 characters of base32.
  package let hash: String
  /// 0, and one more for each message that takes the place of a deleted or removed one.
  package let number: Int64

  private static let prefix = "fold-"
  private static let hashSize = 26

  /// Creates the id of a fold key.
  ///
  /// - Parameters:
  ///   - source: The source of the message.
  ///   - key: The sender's fold key.
  ///   - number: From ``Target``.
  package init(source: String, key: String, number: Int64) {
    self.init(hash: Self.hash(source: source, key: key), number: number)
  }

  private init(hash: String, number: Int64) {
    self.hash = hash
    self.number = number
  }

  /// Parses an id; nil for any other id.
  package init?(_ id: String) {
    guard id.hasPrefix(Self.prefix) else { return nil }
    let parts = id.dropFirst(Self.prefix.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == Self.hashSize,
      parts[0].utf8.allSatisfy(Base32.lower.contains),
      let number = Int64(parts[1]), RegisterLimits.number.contains(number),
      number.description == parts[1]
    else { return nil }
    self.init(hash: String(parts[0]), number: number)
  }

  /// The hash of a fold key: 26 characters.
  package static func hash(source: String, key: String) -> String {
    let bytes = ["fold 1", "fold 2"].flatMap { half -> [UInt8] in
      var hash = TextHash()
      for text in [half, source, key] { hash.add(text) }
      let value = UInt64(bitPattern: hash.value)
      return (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
    }
    return Base32.text(bytes, upTo: hashSize, in: Base32.lower)
  }
}

extension FoldID: CustomStringConvertible {
  /// The id.
  package var description: String { "\(Self.prefix)\(hash)-\(number)" }
}
