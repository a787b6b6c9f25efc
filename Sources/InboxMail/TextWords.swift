import InboxText

/// The words of texts, to know what another text says beside them.
struct TextWords {
  private var words: Set<Substring> = []
  /// The words outside of links.
  private var outside: Set<Substring> = []

  init(_ texts: [String]) {
    for text in texts {
      words.formUnion(Self.words(of: text[...]))
      for piece in text.split(whereSeparator: \.isWhitespace) where !piece.contains("://") {
        outside.formUnion(Self.words(of: piece))
      }
    }
  }

  /// The lines of a text with a word that is not among these; nil if there are none.
  func linesBeyond(_ text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).filter { line in
      Self.words(of: line).contains { !words.contains($0) }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Whether a plain text with these words only points to a rich one: a bare link, a hint that a
  /// program cannot show HTML, or a line in place of a text several times as long.
  func isStub(of rich: TextWords) -> Bool {
    guard !outside.isEmpty else { return true }
    let common = words.intersection(rich.words).count
    let isMissing = common * 2 < rich.words.count
    if isMissing, outside.count <= Self.mostInHint, says("html"), !rich.says("html") { return true }
    return rich.words.count >= Self.fewestInText && outside.count * 3 < rich.words.count
      && common * 3 < rich.words.count
  }

  private func says(_ name: String) -> Bool { words.contains { $0.lowercased() == name } }

  /// Maximum different words of a hint that HTML cannot be shown.
  private static let mostInHint = 60
  /// Minimum different words of HTML that is more than a logo.
  private static let fewestInText = 12

  private static func words(of text: Substring) -> [Substring] {
    text.utf8.split { !$0.isAlphanumeric && $0 < 0x80 }.map { Substring($0) }
  }
}
