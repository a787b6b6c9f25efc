import InboxText

/// The glyphs for drawing the screen.
package enum GlyphSet: String, CaseIterable, Sendable, Hashable {
  /// Lines, marks and emoji unchanged.
  case unicode
  /// ASCII in place of symbols, for console fonts that lack them; letters are kept.
  case ascii
}

extension Frame {
  /// The frame with symbols replaced for the glyph set.
  package func drawn(with glyphs: GlyphSet) -> Frame {
    guard glyphs == .ascii else { return self }
    var frame = self
    for row in frame.lines.indices {
      for place in frame.lines[row].spans.indices { frame.lines[row].spans[place].useASCII() }
    }
    return frame
  }
}

extension Span {
  /// Replaces symbols by ASCII of the same width.
  fileprivate mutating func useASCII() {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    text = text.reduce(into: "") { shown, character in
      shown += ASCIISign.text(for: character) ?? String(character)
    }
  }
}

/// ASCII replacements of symbols.
enum ASCIISign {
  /// The replacement of a character, of the same width; nil for ASCII, letters and others to keep.
  static func text(for character: Character) -> String? {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x80 else { return nil }
    if let sign = signs[scalar] {
      return TextLayout.pad(String(sign), columns: String(character).columns)
    }
    guard unknown.contains(where: { $0.contains(scalar.value) }) else { return nil }
    return TextLayout.pad("#", columns: String(character).columns)
  }

  /// Ranges replaced by `#`: punctuation, arrows, drawings, symbols, private use, emoji.
  private static let unknown: [ClosedRange<UInt32>] = [
    0x2010...0x206F, 0x20A0...0x2BFF, 0x3000...0x3004, 0xE000...0xF8FF, 0x1F000...0x1FBFF,
  ]

  private static let signs: [Unicode.Scalar: Character] = {
    let rows: [(Character, String)] = [
      (">", "▌→❯▶›"), ("<", "←«"), ("^", "↑⚑"), ("v", "↓✓✔☑"), ("-", "─▃▄▅–—‐‑·⊘═▾"),
      ("|", "│┃▎▏║"), ("+", "┌┐└┘├┤┬┴┼╭╮╰╯▸"), ("=", "»━╸"), ("_", "▁▂"), ("o", "●☐○"),
      ("x", "×✗✘"), ("z", "⏾"),
      ("@", "◷✉⏱💬"), ("~", "…"), ("*", "•🔔⛔"), ("#", "▓█▆▇"), (".", "░"), ("'", "‘’"),
      ("\"", "“”"), (" ", "\u{3000}"),
    ]
    var signs: [Unicode.Scalar: Character] = [:]
    for (sign, others) in rows { for scalar in others.unicodeScalars { signs[scalar] = sign } }
    return signs
  }()
}
