@testable import InboxTerminal
import Testing

struct ModeSequencesTests {
  @Test func `a title cannot turn the text of the window around or end its sequence`() {
    let title = ModeSequences(type: "xterm").title("a\u{1B}\u{07}b\u{202E}c\u{2028}d")
    #expect(title.hasPrefix("\u{1B}]2;a") && title.hasSuffix("d\u{07}"))
    let text = title.dropFirst(4).dropLast()
    #expect(!text.unicodeScalars.contains { [0x1B, 0x07, 0x202E, 0x2028].contains($0.value) })
  }

  @Test func `the background is asked for only where it was wished, and taken back at the end`() {
    let asking = ModeSequences(type: "xterm-256color", asksBackground: true)
    #expect(asking.enter.hasSuffix("\u{1B}[?2031h\u{1B}]11;?\u{1B}\\"))
    #expect(asking.leave.contains("\u{1B}[?2031l"))
    #expect(!ModeSequences(type: "xterm-256color").enter.contains("]11;?"))
    #expect(!ModeSequences(type: "linux", asksBackground: true).enter.contains("]11;?"))
  }

  @Test func `the mouse is taken where it is known, and always given back by a crash`() {
    let known = ModeSequences(type: "xterm-256color")
    #expect(known.mouseOn == "\u{1B}[?1002h\u{1B}[?1006h")
    #expect(known.mouseOff == "\u{1B}[?1006l\u{1B}[?1002l")
    #expect(known.restoration.contains(known.mouseOff) && !known.enter.contains("1002"))
    let unknown = ModeSequences(type: "vt220")
    #expect(unknown.mouseOn.isEmpty && unknown.mouseOff.isEmpty)
  }

  @Test(arguments: [
    (["COLORTERM": "truecolor"], "xterm-256color", true), (["COLORTERM": "24bit"], "foot", true),
    (["COLORTERM": "TrueColor"], "tmux-256color", true), ([:], "xterm-256color", false),
    (["COLORTERM": "yes"], "xterm-256color", false),
    (["COLORTERM": "truecolor"], "screen-256color", false),
    (["COLORTERM": "truecolor", "TMUX": "/tmp/tmux"], "screen-256color", true),
  ]) func `24-bit colors are promised by the environment`(
    variables: [String: String], type: String, isPromised: Bool
  ) {
    #expect(CompiledEntry.isPromised(by: variables, to: type) == isPromised)
  }

  @Test func `a terminal that is not known to take titles gets none`() {
    #expect(ModeSequences(type: "vt220").title("inbox").isEmpty)
  }
}
