import InboxCore

/// The text of a key file of the exchange.
package enum KeyText {
  /// Number of bytes of a key.
  private static let size = 32
  /// Groups of four characters in a line.
  private static let groupsPerLine = 7

  /// The lines of a new key: 52 characters of base32, in groups of four.
  package static func random() -> [String] {
    let bytes = (0..<size).map { _ in UInt8.random(in: .min ... .max) }
    let text = Base32.text(bytes, upTo: 52, in: Base32.upper)
    let groups = stride(from: 0, to: text.count, by: 4).map { text.dropFirst($0).prefix(4) }
    return stride(from: 0, to: groups.count, by: groupsPerLine).map { start in
      groups.dropFirst(start).prefix(groupsPerLine).joined(separator: "-")
    }
  }
}
