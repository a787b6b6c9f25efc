import Foundation
import InboxTestSupport
import Testing

@testable import InboxText

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

/// Widths are those of the C library, because ncurses places text by them, but for newer Unicode.
@Suite struct TextColumnsTests {
  #if canImport(Glibc)
    private typealias WidthFunction = @convention(c) (wchar_t) -> Int32
    /// `LC_ALL_MASK`, a macro that Swift cannot see.
    private static let allCategories: Int32 = 0x1FBF
    /// The one that Debian 12 comes with, which knows Unicode 14; others know other Unicodes.
    private static let version = "2.36"

    private static func libraryVersion() -> String {
      typealias VersionFunction = @convention(c) () -> UnsafePointer<CChar>
      guard let symbol = dlsym(nil, "gnu_get_libc_version") else { return "" }
      return String(cString: unsafeBitCast(symbol, to: VersionFunction.self)())
    }

    @Test(.enabled(if: libraryVersion() == version, "other versions know other scalars"))
    func `every scalar has the width that the C library gives it, but for newer Unicode`() throws {
      let symbol = try #require(dlsym(nil, "wcwidth"))
      let wcwidth = unsafeBitCast(symbol, to: WidthFunction.self)
      let locale = try #require(newlocale(Self.allCategories, "C.UTF-8", nil))
      let previous = uselocale(locale)
      defer {
        _ = uselocale(previous)
        freelocale(locale)
      }
      let differing = (0x20...0x10FFFF).compactMap(Unicode.Scalar.init(_:)).filter { scalar in
        guard String(Character(scalar)).printable().unicodeScalars.contains(scalar) else {
          return false
        }
        return Int(wcwidth(wchar_t(bitPattern: scalar.value))) != scalar.columns
      }
      let known = differing.filter { Int(wcwidth(wchar_t(bitPattern: $0.value))) >= 0 }
      let unknown = differing.filter { Int(wcwidth(wchar_t(bitPattern: $0.value))) < 0 }
      // An Ahom sign that later versions of Unicode no longer count as a spacing one, and symbols
      // of the I Ching and the Tai Xuan Jing, which are wide since Unicode 16.
      let changed: [ClosedRange<UInt32>] = [
        0x2630...0x2637, 0x268A...0x268F, 0x1171E...0x1171E, 0x1D300...0x1D376,
      ]
      #expect(known.filter { scalar in !changed.contains { $0.contains(scalar.value) } } == [])
      #expect(unknown.allSatisfy { ($0.properties.age?.major ?? 0) > 14 })
    }
  #endif

  /// Wide symbols of Unicode 15 to 17, which the C library of Debian 12 does not know.
  private static let newSymbols: [UInt32] =
    [0x31EF, 0x1F6D8, 0x1F6DC, 0x1FAC6, 0x1FAC8, 0x1FADF, 0x1FAEF] + (0x2FFC...0x2FFF)
    + (0x1FA75...0x1FA77) + (0x1FA87...0x1FA8A) + (0x1FA8E...0x1FA8F) + (0x1FAAD...0x1FAAF)
    + (0x1FABB...0x1FABF) + (0x1FACD...0x1FACF) + (0x1FADA...0x1FADC) + (0x1FAE8...0x1FAEA)
    + (0x1FAF7...0x1FAF8) + (0x31E4...0x31E5)

  @Test(arguments: newSymbols)
  func `wide symbols up to Unicode 17 are shown, two columns each`(value: UInt32) throws {
    let text = try String(#require(Unicode.Scalar(value)))
    #expect(text.printable() == text)
    #expect(text.columns == 2)
  }

  @Test(arguments: [(0x105C0, 1), (0x10D4A, 1), (0x1E6C0, 1), (0x18D80, 2), (0x323B0, 2)])
  func `letters up to Unicode 17 are shown`(value: UInt32, columns: Int) throws {
    let text = try String(#require(Unicode.Scalar(value)))
    #expect(text.printable() == text)
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("한글", 4), ("🔔", 2), ("✉", 1),
    ("●", 1), ("…", 1), ("ﾊﾝｶｸ", 4), ("ＷＩＤＥ", 8), ("שלום", 4), ("नमस्ते", 4), ("각", 2),
  ])
  func `printable text measures what terminals draw`(text: String, columns: Int) {
    #expect(text.printable() == text)
    #expect(text.columns == columns)
  }
}

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

@Suite struct TextPrintableTests {
  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[31mred", "␛[31mred"), ("a\0b\u{7}", "a␀b␇"), ("\u{7F}", "␡"),
    ("a\nb", "a⏎b"), ("a\r\nb", "a⏎b"), ("a\rb", "a␍b"), ("end\r", "end␍"), ("a\tb", "a b"),
    ("\u{9B}31m", "⟨U+009B⟩31m"), ("x\u{202E}y", "x⟨U+202E⟩y"), ("x\u{200B}y", "x⟨U+200B⟩y"),
    ("x\u{2028}y", "x⟨U+2028⟩y"), ("x\u{E0041}y", "x⟨U+E0041⟩y"), ("\u{10FFF0}", "\u{FFFD}"),
    ("\u{378}", "\u{FFFD}"), ("\u{FEFF}a", "⟨U+FEFF⟩a"),
  ])
  func `what could disturb a terminal becomes visible`(raw: String, expected: String) {
    #expect(raw.printable() == expected)
  }

  @Test(arguments: [
    ("👨‍👩‍👧‍👦!", "👨!"), ("👍🏽", "👍"), ("❤️", "❤"), ("1️⃣", "1"), ("🇩🇪", "DE"), ("🏳️‍🌈", "🏳"),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴"), ("👩‍💻👩🏿‍🚀", "👩👩"),
  ])
  func `an emoji of many scalars becomes one that all measure alike`(raw: String, expected: String)
  {
    #expect(raw.printable() == expected)
  }

  @Test(arguments: [
    "👨‍👩‍👧‍👦!", "👍🏽", "❤️", "1️⃣", "🇩🇪 DE", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍💻👩🏿‍🚀", "می\u{200C}خواهم",
    "a" + String(repeating: "\u{301}", count: 9), "\u{10FFF0}", "\u{1FAE9}", "plain",
  ])
  func `what is whole stays whole where nobody counts columns`(text: String) {
    #expect(text.printable(keepingGraphemes: true) == text)
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "␛[31mred"), ("x\u{202E}y", "x⟨U+202E⟩y"), ("x\u{200B}y", "x⟨U+200B⟩y"),
    ("x\u{2028}y", "x⟨U+2028⟩y"), ("x\u{E0041}y", "x⟨U+E0041⟩y"), ("\u{FE0F}a", "a"),
    ("\u{FFFF}", "\u{FFFD}"), ("\u{9B}2J", "⟨U+009B⟩2J"), ("a\u{200D}b", "a⟨U+200D⟩b"),
  ])
  func `what could disturb a terminal becomes visible among whole graphemes too`(
    raw: String, expected: String
  ) {
    #expect(raw.printable(keepingGraphemes: true) == expected)
  }

  @Test func `symbols of patched fonts stay, one column each`() {
    let symbols = "\u{E0A0} main \u{F00C} \u{F0001}"
    #expect(symbols.printable() == symbols)
    #expect(symbols.columns == 10)
  }

  @Test func `joiners that a script needs inside a word stay`() {
    #expect("می\u{200C}خواهم".printable() == "می\u{200C}خواهم")
    #expect("a\u{200C}b".printable() == "a⟨U+200C⟩b")
  }

  @Test func `marks are capped and never stand alone`() {
    let piled = "a" + String(repeating: "\u{301}", count: 50)
    #expect(piled.printable().unicodeScalars.count == 5)
    #expect("\u{301}x".printable() == "◌\u{301}x")
    #expect("\n\u{301}".printable(keepingNewlines: true) == "\n◌\u{301}")
  }

  @Test func `line ends are kept and tabs aligned on request`() {
    #expect("ab\tc\r\n\td".printable(keepingNewlines: true) == "ab      c\n        d")
  }

  @Test func `what is printable stays as it is`() {
    var generator = SeededRandom(seed: 11)
    for _ in 0..<500 {
      let once = String.hostile(length: 40, &generator).printable(keepingNewlines: true)
      #expect(once.printable(keepingNewlines: true) == once)
    }
  }
}
