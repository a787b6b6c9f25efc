import InboxTestSupport
import InboxText
import Testing

@Suite struct TextLayoutTests {
  @Test(arguments: [
    ("the quick brown fox", 10, 9, ["the quick", "brown fox"]),
    ("the quick brown fox jumps", 10, 2, ["the quick", "brown fox…"]),
    ("exactly ten", 11, 1, ["exactly ten"]),
    ("exactly ten!", 11, 1, ["exactly…"]),
    ("a word that goes on", 14, 1, ["a word that…"]),
    ("a b c unbreakable", 14, 1, ["a b c unbreak…"]),
    ("one two three four five six", 12, 2, ["one two", "three four…"]),
    ("unbreakable", 4, 9, ["unbr", "eaka", "ble"]),
    ("a unbreakable", 4, 9, ["a", "unbr", "eaka", "ble"]),
    ("one\n\n  two", 10, 9, ["one", "", "  two"]),
    ("one\ntwo", 10, 1, ["one…"]),
    ("one\n", 10, 1, ["one"]),
    ("ab   cd", 2, 9, ["ab", "cd"]),
    ("日本語テキスト", 6, 9, ["日本語", "テキス", "ト"]),
    ("日本語テキスト", 5, 2, ["日本", "語テ…"]),
    ("日本", 1, 9, ["…", "…"]),
    ("cafe\u{301} x", 4, 9, ["cafe\u{301}", "x"]),
    ("abc", 1, 1, ["…"]),
    ("abc", 0, 3, []),
    ("abc", 3, 0, []),
    ("", 3, 3, []),
  ])
  func `text is broken between words and cut with an ellipsis`(
    text: String, width: Int, lines: Int, expected: [String]
  ) {
    #expect(TextLayout.wrap(text, width: width, lines: lines) == expected)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 4, "日…"), ("日本語", 0, ""), ("a", -1, ""),
  ])
  func `what does not fit gives way to an ellipsis`(text: String, columns: Int, expected: String) {
    #expect(TextLayout.truncate(text, columns: columns) == expected)
  }

  @Test func `padding fills to the column`() {
    #expect(TextLayout.pad("日本", columns: 6) == "日本  ")
    #expect(TextLayout.pad("日本語", columns: 4) == "日… ")
  }

  @Test func `no string is ever wider than asked, split inside a grapheme or a control`() {
    var generator = SeededRandom(seed: 7)
    for _ in 0..<400 {
      let raw = String.hostile(length: Int.random(in: 0...80, using: &generator), &generator)
      let text = raw.printable(keepingNewlines: true)
      let graphemes = Set(text)
      for width in [1, 2, 3, 7, 20, 60] {
        for line in TextLayout.wrap(text, width: width, lines: 12) {
          #expect(line.columns <= width)
          #expect(line.allSatisfy { graphemes.contains($0) || $0 == "…" })
          #expect(line.unicodeScalars.allSatisfy { !$0.isHarmful })
        }
        #expect(TextLayout.truncate(raw.printable(), columns: width).columns <= width)
      }
    }
  }

  /// Looking back over all blanks at each of them would take minutes.
  @Test func `a line of very many blanks is laid out like a short one`() {
    let text = "a" + String(repeating: " ", count: 250_000) + "b"
    #expect(TextLayout.wrap(text, width: 1_000_000, lines: 2) == [text])
    #expect(TextLayout.wrap("é" + text.dropFirst(), width: 1_000_000, lines: 2).count == 1)
    #expect(TextLayout.wrap(text, width: 40, lines: 3) == ["a", "b"])
  }
}
