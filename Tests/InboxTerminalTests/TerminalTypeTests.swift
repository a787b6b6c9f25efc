import Testing

@testable import InboxTerminal

struct TerminalTypeTests {
  /// What terminfo knows of types: 1 for a known one, -2 for one that places no text, else 0.
  private func check(_ known: Set<String>) -> (String) -> Int32 {
    { known.contains($0) ? 1 : $0 == "dumb" ? -2 : 0 }
  }

  @Test func `a known type is taken as it is`() throws {
    let type = try TerminalType("xterm-kitty", check: check(["xterm-kitty", "xterm-256color"]))
    #expect(type.entry == "xterm-kitty")
    #expect(type.note == nil)
  }

  @Test func `xterm has the colors that it has`() throws {
    let all = check(["xterm", "xterm-256color", "vt220"])
    let xterm = try TerminalType("xterm", isXterm: true, check: all)
    #expect(xterm.name == "xterm" && xterm.entry == "xterm-256color" && xterm.note == nil)
    #expect(try TerminalType("xterm", check: all).entry == "xterm")
    #expect(try TerminalType("vt220", isXterm: true, check: all).entry == "vt220")
    #expect(try TerminalType("xterm", isXterm: true, check: check(["xterm"])).entry == "xterm")
  }

  @Test(arguments: [
    ("xterm-kitty", "xterm-256color"), ("xterm-ghostty", "xterm-256color"),
    ("wezterm", "xterm-256color"), ("foot-extra", "xterm-256color"),
    ("alacritty-direct", "xterm-256color"), ("tmux-direct", "screen-256color"),
    ("screen.xterm-new", "screen-256color"), ("rxvt-unicode-256color", "xterm"),
  ])
  func `an unknown type is shown as a relative`(name: String, entry: String) throws {
    let known: Set = ["xterm", "xterm-256color", "screen", "screen-256color"]
    let type = try TerminalType(name, check: check(known))
    #expect(type.entry == entry)
    let note = try #require(type.note)
    #expect(note.contains("“\(name)” is unknown here; shown as \(entry)"))
  }

  @Test func `a relative with the colors of the family comes first`() throws {
    let known: Set = ["foot", "alacritty", "tmux", "tmux-256color", "xterm-256color"]
    #expect(try TerminalType("foot-extra", check: check(known)).entry == "foot")
    #expect(try TerminalType("alacritty-direct", check: check(known)).entry == "alacritty")
    #expect(try TerminalType("tmux-new", check: check(known)).entry == "tmux-256color")
  }

  @Test func `a type of no family, or without relatives, is an error`() {
    #expect(throws: TerminalError.typeUnknown("no-such-type")) {
      try TerminalType("no-such-type", check: check(["xterm-256color"]))
    }
    #expect(throws: TerminalError.typeUnknown("xterm-kitty")) {
      try TerminalType("xterm-kitty", check: check(["linux"]))
    }
    #expect(throws: TerminalError.typeUnfit("dumb")) { try TerminalType("dumb", check: check([])) }
  }
}
