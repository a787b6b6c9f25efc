import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What every action answers, and where undo goes.
struct HistoryTests {
  @Test func `undo goes to what came back, and names it`() {
    var inbox = ScreenDriver(count: 30).pressing("j", "j", "d", "u")
    #expect(inbox.selected == 28)
    #expect(inbox.status == "Restored “Message 28” · U redo")
    #expect(inbox.after("U").status == "Deleted “Message 28” · u undo")
    #expect(inbox.selected == 27)
  }

  @Test func `far away as well`() {
    let inbox = ScreenDriver(count: 300).pressing("d", "G", "u")
    #expect(inbox.selected == 300)
    #expect(inbox.rows.first?.number == 300)
  }

  @Test func `what the list does not show moves no cursor`() {
    var inbox = ScreenDriver(count: 30).pressing("d", "d", "T", "j", "u")
    #expect(inbox.status == "Restored “Message 29” · U redo")
    #expect(inbox.rows.map(\.number) == [30])
    inbox.press("T")
    #expect(inbox.after(running: "filter is:pinned", then: "u").rows.isEmpty)
  }

  @Test func `several are counted, and the cursor goes to the newest`() {
    let inbox = ScreenDriver(count: 30).pressing("j", "Space", "Space", "d", "G", "u")
    #expect(inbox.status == "Restored 2 messages · U redo")
    #expect(inbox.selected == 29)
  }

  @Test func `marks of many leave the cursor where it is`() {
    let inbox = ScreenDriver(count: 30).pressing("M", "y", "G", "u")
    #expect(inbox.status == "Marked 30 messages unread again · U redo")
    #expect(inbox.selected == 1)
  }

  @Test func `the reader goes back to the message, too`() {
    var inbox = ScreenDriver(count: 3).pressing("Enter", "d")
    #expect(inbox.reader == 2)
    #expect(inbox.after("u").reader == 3)
    #expect(inbox.selected == 3)
  }

  @Test(
    arguments: [
      (["m"], "Marked “Message 3” read · u undo"),
      (["m", "k", "m"], "Marked “Message 3” unread · u undo"),
      (["p"], "Pinned “Message 3” · u undo"), (["d"], "Deleted “Message 3” · u undo"),
      (["p", "Home", "p"], "Unpinned “Message 3” · u undo"),
      (["d", "T", "z z"], "Restored “Message 3” · u undo"),
      (["Space", "Space", "d"], "Deleted 2 messages · u undo"),
      (["d", "T", "d", "y"], "Deleted 1 message forever"),
      (["m", "u"], "Marked “Message 3” unread again · U redo"),
      (["p", "u"], "Unpinned “Message 3” · U redo"),
      (["e"], "Done: “Message 3” · u undo"), (["e", "u"], "Brought back “Message 3” · U redo"),
      (["r"], "Refreshed"), (["S", "p"], "Priority, most urgent first"),
      (["X"], "X is not bound · ? help"), (["C-c"], "Press q to quit"), (["b"], "No new alerts"),
    ] as [([String], String)])
  func `each action says what it did, and the key that takes it back`(
    _ keys: [String], _ words: String
  ) {
    #expect(ScreenDriver(count: 3).pressing(keys).status == words)
  }

  @Test func `a long title leaves room for the key, and hostile text is printable`() {
    var inbox = ScreenDriver(count: 1, size: Size(columns: 40, rows: 12)) {
      $1.title = .set("\u{1B}[31m" + String(repeating: "very long ", count: 20))
    }
    #expect(inbox.after("m").status?.hasSuffix("…” read · u undo") == true)
    let line = inbox.bottomBar
    #expect(line.contains("· u undo"))
    #expect(!line.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `a reload and a theme say that they are there`() {
    var inbox = ScreenDriver(count: 2)
    let event = Event.configured(
      theme: Theme(name: "Nord"), keymap: nil, preferences: nil, problems: [])
    inbox.press("R")
    #expect(inbox.after(event).status == "Reloaded")
    inbox.run("theme nord")
    #expect(inbox.after(event).status == "Theme Nord · w keeps it")
    // What a saved file brings is seen, and needs no word.
    inbox.press("j")
    #expect(inbox.after(event).status == nil)
  }

  @Test func `a pin moves its row, and the cursor with it`() {
    var inbox = ScreenDriver(count: 300)
    for _ in 0..<50 { inbox.press("j") }
    #expect(inbox.after("p").selected == 250 && inbox.state.list.position == 1)
    #expect(inbox.after("p").selected == 250 && inbox.state.list.position == 51)
    #expect(inbox.after("G", "Space", "k", "Space", "p").selected == 1)
  }

  @Test func `messages that are deleted forever one by one are each the next`() {
    var inbox = ScreenDriver(count: 4).pressing("d", "d", "d", "T").holdingEffects()
    inbox.press("d", "y", "d", "y")
    #expect(inbox.release().messages.map(\.number.rawValue) == [2, 1])
  }
}
