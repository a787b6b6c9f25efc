import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

struct GlyphSetTests {
  @Test func `with signs of ASCII every frame is as wide, and nothing but letters is beyond it`() {
    var inbox = ScreenDriver(count: 3).with { $0.environment.preferences.glyphs = .ascii }
    inbox.press("Space", "j", "S")
    let frame = inbox.frame
    for line in frame.lines {
      for span in line.spans {
        #expect(span.text.columns == span.columns)
        #expect(span.text.unicodeScalars.allSatisfy { $0.isASCII || $0.properties.isAlphabetic })
      }
    }
    #expect(frame.lines.contains { $0.spans.contains { $0.text.contains(">") } })
  }

  @Test(
    arguments: [
      ("●", "o"), ("▌", ">"), ("×", "x"), ("…", "~"), ("é", nil), ("会", nil), ("a", nil),
      ("🔔", "* "), ("▸", "+"), ("›", ">"), ("⏱", "@"), ("▾", "-"), ("»", "="), ("🍜", "# "),
      ("\u{E0B0}", "#"), ("←", "<"),
    ] as [(Character, String?)])
  func `signs have a counterpart, letters stay`(character: Character, text: String?) {
    #expect(ASCIISign.text(for: character) == text)
  }
}
