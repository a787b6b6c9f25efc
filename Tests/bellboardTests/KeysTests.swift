import Testing
@testable import InboxUI
@testable import bellboard

/// The tables of `bellboard keys`.
struct KeysTests {
  @Test func `the table of keys says where each key holds`() {
    let lines = Keymap.default.markdownTable.split(separator: "\n")
    let toggle = "Mark read or unread; the cursor stays | `toggle-read` |"
    #expect(lines.contains("| `m` | list, reader | \(toggle)"))
    let down = "One message or line down | `move-down` |"
    #expect(lines.contains("| `j` `Down` | every screen, menus | \(down)"))
    #expect(lines.contains("| `C-n` | menus | \(down)"))
    #expect(lines.filter { $0.contains("`q`") }.count == 3)
    #expect(lines.contains("| `1…9` | list, trash, sources | Tab 1 to 9 | `tab-1 … tab-9` |"))
  }

  @Test func `a sequence has a row where it holds`() {
    var keymap = Keymap.default
    let entries = [("g g", "bottom"), ("g", "unbind")].map { KeymapEntry(key: $0, commands: [$1]) }
    #expect(keymap.apply(entries) == [])
    #expect(keymap.markdownTable.contains("| `G` `End` | every screen, menus |"))
    #expect(keymap.markdownTable.contains("| `g g` | every screen |"))
  }
}
