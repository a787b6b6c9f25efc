import InboxTestSupport
import InboxText
import Testing

/// Text on terminals that join graphemes, and on those where a vowel sign shares a cell.
@Suite struct TextMeasureTests {
  private static let joining = TextMeasure(joinsGraphemes: true)
  private static let sharing = TextMeasure(spacingMarkColumns: 0)
  private static let all = [
    TextMeasure(), joining, sharing, TextMeasure(joinsGraphemes: true, spacingMarkColumns: 0),
  ]

  private func printable(_ text: String, _ measure: TextMeasure) -> (text: String, columns: Int) {
    TextMeasure.$current.withValue(measure) {
      let shown = text.printable()
      return (shown, shown.columns)
    }
  }

  @Test(arguments: [
    ("👩‍💻", 2), ("👨‍👩‍👧‍👦!", 3), ("👍🏽", 2), ("☝🏽", 2), ("❤️", 2), ("⌚️", 2), ("1️⃣", 2), ("#️⃣*️⃣", 4),
    ("🇩🇪", 2), ("🇩🇪🇯🇵", 4), ("🏳️‍🌈", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("👩‍💻👩🏿‍🚀", 4), ("🧑🏻‍❤️‍💋‍🧑🏼", 2), ("👁️‍🗨️", 2),
    ("🚀 Deploy 🎉 v2.4.1 👩‍💻🇩🇪🇯🇵 finished", 35),
  ])
  func `an emoji of many scalars is whole where the terminal joins it`(text: String, columns: Int) {
    let shown = printable(text, Self.joining)
    #expect(shown.text == text)
    #expect(shown.columns == columns)
  }

  @Test(arguments: [("👩‍💻🇩🇪", "👩🇩🇪"), ("👍🏽1️⃣❤️", "👍🏽1️⃣❤️"), ("👩🏿‍🚀", "👩🏿"), ("🏳️‍🌈", "🏳️")])
  func `an emoji with joiners is its first one where the terminal joins only others`(
    raw: String, expected: String
  ) {
    let measure = TextMeasure(joinsGraphemes: true, joinsSequences: false)
    #expect(printable(raw, measure).text == expected)
  }

  @Test(arguments: [
    ("👩\u{200D}", "👩"), ("👩\u{200D}x", "👩x"), ("🇩x", "Dx"), ("🇩", "D"), ("🇩🇪🇯", "🇩🇪J"),
    ("x\u{FE0F}", "x"),
    ("1\u{FE0F}", "1"), ("1\u{20E3}", "1\u{FE0F}\u{20E3}"), ("👍🏽🏽", "👍🏽"), ("❤️\u{FE0F}", "❤️"),
    ("👍\u{E0067}\u{E007F}", "👍"), ("🏽\u{200D}👩", "🏽"), ("😀\u{FE0E}", "😀"),
    ("🇩\u{1B}🇪", "D␛E"), ("🇩\r\n🇪", "D⏎E"),
  ])
  func `what a terminal would not join is dropped or shown by itself`(
    raw: String, expected: String
  ) {
    #expect(printable(raw, Self.joining).text == expected)
  }

  @Test func `an endless emoji is cut`() {
    let endless = "👩" + String(repeating: "\u{200D}👩", count: 1_000)
    let shown = printable(endless, Self.joining)
    #expect(shown.text.unicodeScalars.count == 15)
    #expect(shown.columns == 2)
  }

  @Test(arguments: [("हिन्दी", 5, 3), ("का", 2, 1), ("தமிழ்", 4, 3), ("বাংলা", 5, 2), ("ไทย", 3, 3)])
  func `a vowel sign has a column or shares that of its letter`(
    text: String, own: Int, shared: Int
  ) {
    for (measure, columns) in [(TextMeasure(), own), (Self.sharing, shared)] {
      let shown = printable(text, measure)
      #expect(shown.text == text)
      #expect(shown.columns == columns)
    }
    #expect(printable("\u{93E}x", Self.sharing).text == "◌\u{93E}x")
  }

  @Test(arguments: all)
  func `no line is wider than asked or splits a grapheme, in any measure`(measure: TextMeasure) {
    var generator = SeededRandom(seed: 23)
    TextMeasure.$current.withValue(measure) {
      for _ in 0..<400 {
        let raw = String.emojiAmongOthers(
          length: Int.random(in: 0...40, using: &generator), &generator)
        let text = raw.printable(keepingNewlines: true)
        #expect(text.printable(keepingNewlines: true) == text)
        let graphemes = Set(text)
        #expect(text.reduce(0) { $0 + $1.columns(in: measure) } == text.columns)
        for width in [1, 2, 3, 7, 20] {
          for line in TextLayout.wrap(text, width: width, lines: 12) {
            #expect(line.columns <= width)
            #expect(line.allSatisfy { graphemes.contains($0) || $0 == "…" })
          }
          let ends = [
            TextLayout.truncate(text, columns: width), text.beginning(columns: width),
            text.ending(columns: width),
          ]
          for end in ends {
            #expect(end.columns <= width)
            #expect(end.allSatisfy { graphemes.contains($0) || $0 == "…" })
          }
        }
      }
    }
  }
}

extension String {
  /// Random text of emoji, whole and in pieces, Indic syllables and hostile scalars.
  fileprivate static func emojiAmongOthers(
    length: Int, _ random: inout SeededRandom
  ) -> String {
    let pieces = [
      "👩‍💻", "🇩🇪", "🇯", "1️⃣", "❤️", "👍🏽", "🏳️‍🌈", "\u{200D}", "\u{FE0F}", "\u{20E3}", "🏽", "👩", "☝", "1",
      "a",
      " ", "日", "का", "\u{93E}", "क्षि", "\u{301}", "\n",
    ]
    return (0..<length).reduce(into: "") { text, _ in
      text +=
        Int.random(in: 0..<8, using: &random) == 0
        ? hostile(length: 1, &random) : pieces.randomElement(using: &random) ?? ""
    }
  }
}
