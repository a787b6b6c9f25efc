import InboxText

/// The signs that a screen is drawn with.
package enum GlyphSet: String, CaseIterable, Sendable, Hashable {
  /// Lines, marks and emoji as they are.
  case unicode
  /// ASCII in place of signs, for consoles whose fonts lack them; letters stay.
  case ascii
}

extension Frame {
  /// The frame with signs in place of which a font without them shows boxes.
  func drawn(with glyphs: GlyphSet) -> Frame {
    guard glyphs == .ascii else { return self }
    var frame = self
    for row in frame.lines.indices {
      for place in frame.lines[row].spans.indices { frame.lines[row].spans[place].useASCII() }
    }
    return frame
  }
}

extension Span {
  /// Replaces each sign by one of ASCII, as wide as it was.
  fileprivate mutating func useASCII() {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    text = text.reduce(into: "") { shown, character in
      shown += ASCIISign.text(for: character) ?? String(character)
    }
  }
}

/// The signs of ASCII that stand for others.
enum ASCIISign {
  /// What stands for a character, as wide as it; nil for letters and ASCII.
  static func text(for character: Character) -> String? {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x80 else { return nil }
    if let sign = signs[scalar] {
      return TextLayout.pad(String(sign), columns: String(character).columns)
    }
    guard unknown.contains(where: { $0.contains(scalar.value) }) else { return nil }
    return TextLayout.pad("#", columns: String(character).columns)
  }

  /// Punctuation, arrows, drawings, signs, private use, emoji.
  private static let unknown: [ClosedRange<UInt32>] = [
    0x2010...0x206F, 0x20A0...0x2BFF, 0x3000...0x3004, 0xE000...0xF8FF, 0x1F000...0x1FBFF,
  ]

  private static let signs: [Unicode.Scalar: Character] = {
    let rows: [(Character, String)] = [
      (">", "▌→❯▶"), ("<", "←«"), ("^", "↑⚑"), ("v", "↓✓✔☑"), ("-", "─▃▄▅–—‐‑·⊘═▾"),
      ("|", "│┃▎▏║"), ("+", "┌┐└┘├┤┬┴┼╭╮╰╯▸"), ("=", "»━╸"), ("_", "▁▂"), ("o", "●☐○"),
      ("x", "×✗✘"), ("z", "⏾"),
      ("@", "◷✉"), ("~", "…"), ("*", "•🔔⛔"), ("#", "▓█▆▇"), (".", "░"), ("'", "‘’"),
      ("\"", "“”"), (" ", "\u{3000}"),
    ]
    var signs: [Unicode.Scalar: Character] = [:]
    for (sign, others) in rows { for scalar in others.unicodeScalars { signs[scalar] = sign } }
    return signs
  }()
}
