import Foundation
import Testing

@testable import InboxText

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
