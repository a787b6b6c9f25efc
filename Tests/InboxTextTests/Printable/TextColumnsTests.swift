import Foundation
import Testing

@testable import InboxText

/// Widths must be those of the C library, because ncurses places text by them.
@Suite struct TextColumnsTests {
  #if canImport(Glibc)
    private typealias WidthFunction = @convention(c) (wchar_t) -> Int32
    /// `LC_ALL_MASK`, a macro that Swift cannot see.
    private static let allCategories: Int32 = 0x1FBF
    /// The one whose widths the table has, as Debian 12 comes with it; others know other Unicodes.
    private static let version = "2.36"

    private static func libraryVersion() -> String {
      typealias VersionFunction = @convention(c) () -> UnsafePointer<CChar>
      guard let symbol = dlsym(nil, "gnu_get_libc_version") else { return "" }
      return String(cString: unsafeBitCast(symbol, to: VersionFunction.self)())
    }

    @Test(.enabled(if: libraryVersion() == version, "the table is that of glibc 2.36"))
    func `every scalar that is shown has the width that the C library gives it`() throws {
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
      // An Ahom sign that later versions of Unicode no longer count as a spacing one.
      #expect(differing.filter { $0.value != 0x1171E } == [])
    }
  #endif

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("한글", 4), ("🔔", 2), ("✉", 1),
    ("●", 1), ("…", 1), ("ﾊﾝｶｸ", 4), ("ＷＩＤＥ", 8), ("שלום", 4), ("नमस्ते", 4), ("각", 2),
  ])
  func `printable text measures what terminals draw`(text: String, columns: Int) {
    #expect(text.printable() == text)
    #expect(text.columns == columns)
  }
}
