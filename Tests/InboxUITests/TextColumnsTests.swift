import Glibc
import Testing

@testable import InboxUI

/// Widths must be those of the C library, because ncurses places text by them.
@Suite struct TextColumnsTests {
  @Test func `every scalar that is shown has the width that the C library gives it`() throws {
    let locale = try #require(newlocale(LC_ALL_MASK, "C.UTF-8", nil))
    let previous = uselocale(locale)
    defer {
      uselocale(previous)
      freelocale(locale)
    }
    let differing = (0x20...0x10FFFF).compactMap(Unicode.Scalar.init(_:)).filter { scalar in
      guard String(Character(scalar)).printable().unicodeScalars.contains(scalar) else { return false }
      return Int(wcwidth(wchar_t(bitPattern: scalar.value))) != scalar.columns
    }
    #expect(differing.map { String($0.value, radix: 16) } == [])
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("한글", 4), ("🔔", 2), ("✉", 1),
    ("●", 1), ("…", 1), ("ﾊﾝｶｸ", 4), ("ＷＩＤＥ", 8), ("שלום", 4), ("नमस्ते", 5), ("각", 2),
  ])
  func `printable text measures what terminals draw`(text: String, columns: Int) {
    #expect(text.printable() == text)
    #expect(text.columns == columns)
  }
}
