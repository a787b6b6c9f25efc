@testable import InboxUI
import Testing

struct KeyNameTests {
  @Test(arguments: [
    Key.character("j"), .character(" "), .character("é"), .character("-"), .control("f"),
    .alt("x"), .alt(" "), .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter,
    .tab, .backTab, .escape, .backspace, .delete, .insert, .function(1), .function(12),
  ])
  func `a key's name reads back as the key`(_ key: Key) throws {
    #expect(try Key(name: key.name) == key)
  }

  @Test(arguments: [("pgdn", Key.pageDown), ("c-F", .control("f")), ("f5", .function(5))])
  func `the case of a name does not matter`(_ name: String, _ key: Key) throws {
    #expect(try Key(name: name) == key)
  }

  @Test(arguments: ["", "C-", "C-ab", "F0", "F99", "F01", "A-", "\u{1B}", "\u{7}", "unknown"])
  func `what names no key is refused`(_ name: String) {
    #expect(throws: KeyNameError.self) { try Key(name: name) }
  }

  @Test func `an unknown name is reported with the nearest`() {
    #expect(throws: KeyNameError(name: "Entr", nearest: "Enter")) { try Key(name: "Entr") }
  }
}
