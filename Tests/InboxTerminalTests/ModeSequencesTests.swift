@testable import InboxTerminal
import Testing

struct ModeSequencesTests {
  @Test func `a title cannot turn the text of the window around or end its sequence`() {
    let title = ModeSequences(type: "xterm").title("a\u{1B}\u{07}b\u{202E}c\u{2028}d")
    #expect(title.hasPrefix("\u{1B}]2;a") && title.hasSuffix("d\u{07}"))
    let text = title.dropFirst(4).dropLast()
    #expect(!text.unicodeScalars.contains { [0x1B, 0x07, 0x202E, 0x2028].contains($0.value) })
  }

  @Test func `a terminal that is not known to take titles gets none`() {
    #expect(ModeSequences(type: "vt220").title("inbox").isEmpty)
  }
}
