/// Detects diffs and assigns roles to their lines.
enum DifferenceLines {
  /// Whether a text contains a diff.
  static func contains(_ text: String) -> Bool {
    text.hasPrefix("diff --git ")
      || text.utf8.split(separator: 0x0A).contains { $0.starts(with: "@@ -".utf8) }
  }

  /// The role of a line of a diff; nil for context lines.
  static func role(of line: String) -> Role? {
    switch line.utf8.first {
    case UInt8(ascii: "@"): line.hasPrefix("@@ ") ? .code : nil
    case UInt8(ascii: "d"): line.hasPrefix("diff ") ? .strong : nil
    case UInt8(ascii: "+"): line.hasPrefix("+++ ") ? .strong : .added
    case UInt8(ascii: "-"): line.hasPrefix("--- ") ? .strong : .removed
    default: nil
    }
  }
}
