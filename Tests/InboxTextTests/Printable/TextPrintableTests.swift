import InboxTestSupport
import InboxText
import Testing

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
