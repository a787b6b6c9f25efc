import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// A key marks as done what a person has dealt with, and takes it out of the list.
struct DoneScreenTests {
  private func done(_ inbox: ScreenDriver) -> [Int64] {
    inbox.messages.filter(\.isDone).map(\.number.rawValue).sorted()
  }

  @Test func `the message leaves the list, the cursor goes on, and undo brings it back`() {
    var inbox = ScreenDriver(count: 4).pressing("j", "e")
    #expect(inbox.numbers == [4, 2, 1] && inbox.selected == 2)
    #expect(inbox.status == "Done: “Message 3” · u undo")
    #expect(done(inbox.after("e")) == [2, 3])
    #expect(inbox.after("u").numbers == [4, 2, 1] && inbox.selected == 2)
    #expect(inbox.status == "Brought back “Message 2” · U redo")
  }

  @Test func `marked messages are done together, all listed ones after a question`() {
    var inbox = ScreenDriver(count: 5).pressing("Space", "Space", "e")
    #expect(done(inbox) == [4, 5])
    #expect(inbox.after("E").question == "Mark 3 messages done?")
    #expect(done(inbox.after("n")) == [4, 5])
    #expect(inbox.after("E", "y").numbers == [])
    #expect(inbox.frame.lines.texts.joined(separator: "\n").contains("All done"))
  }

  @Test func `what is done has a place, and the same key brings it back`() {
    var inbox = ScreenDriver(count: 3).pressing("e", "g", "e")
    #expect(inbox.numbers == [3])
    #expect(inbox.frame.lines.texts.joined().contains("☑ done"))
    #expect(inbox.after("e").numbers == [])
    #expect(inbox.status == "Brought back “Message 3” · u undo")
    #expect(inbox.after("g", "e").numbers == [3, 2, 1])
  }

  @Test func `the hints fit what is done`() {
    var inbox = ScreenDriver(count: 3, size: Size(columns: 120, rows: 24)) { number, payload in
      if number < 3 { payload.thread = .set("t") }
    }
    func hints() -> String { inbox.frame.lines.texts.last ?? "" }
    #expect(hints().contains("m mark read  e done"))
    inbox.press("e", "g", "e")
    #expect(hints().contains("m mark unread  e not done"))
    inbox.press("Space")
    #expect(hints().contains("m mark unread  e not done"))
    inbox.press("Esc", "g", "e", "e", "t", "G")
    #expect(hints().contains("m mark unread  e not done"))
    inbox.press("k")
    #expect(hints().contains("m mark read  e done"))
  }

  @Test func `g e goes back to what was listed`() {
    var inbox = ScreenDriver(count: 3).running("filter is:unread", then: "g", "e")
    #expect(inbox.filterText == "is:done")
    #expect(inbox.after("g", "e").filterText == "is:unread" && inbox.numbers == [3, 2, 1])
  }

  @Test func `among both, all listed are done, and only those that are not are counted`() {
    var inbox = ScreenDriver(count: 3).pressing("e").running("filter is:active is:done", then: "E")
    #expect(inbox.question == "Mark 2 messages done?")
    #expect(inbox.after("y", "g", "e", "E").question == "Bring 3 messages back?")
  }

  @Test func `a thread shows what is done among the rest`() {
    var inbox = ScreenDriver(count: 3) { $1.thread = .set("t") }
    #expect(inbox.after("e", "t").numbers == [1, 2, 3])
    // A toggle stays on its row.
    #expect(inbox.after("g", "g", "m", "m").selected == 1)
    inbox.press("q", "G", "C-p", typing: "message 3", then: "Enter")
    #expect(inbox.frame.lines.texts.joined().contains("e not done"))
    #expect(done(inbox.after("e")) == [])
  }

  @Test(arguments: [80, 39], [false, true])
  func `in a thread e marks the row, and says what it did`(columns: Int, hasTexts: Bool) {
    let size = Size(columns: columns, rows: 24)
    var inbox = ScreenDriver(count: 3, size: size) { number, payload in
      payload.thread = .set("t")
      if hasTexts { (payload.title, payload.body) = (.set("Ana"), .set("Text \(number)")) }
    }
    func marked() -> [Bool] {
      let lines = inbox.texts
      return (1...3).map { number in
        let place = lines.firstIndex { $0.contains("\(hasTexts ? "Text" : "Message") \(number)") }
        // Without room for names, the mark stands before the title above the text.
        let above = hasTexts && columns < 40 ? 1 : 0
        return place.map { lines[$0 - above].contains("☑") } ?? false
      }
    }
    inbox.perform(.read, on: 1, 2, 3)
    inbox.press("t", "k")
    #expect(marked() == [false, false, false])
    inbox.press("e")
    #expect(marked() == [false, true, false] && done(inbox) == [2])
    #expect(inbox.status?.hasPrefix("Done: “") == true)
    inbox.press("e")
    #expect(marked() == [false, false, false] && done(inbox) == [])
    #expect(inbox.status?.hasPrefix("Brought back “") == true)
  }

  @Test func `in the reader it is done, and the next message is shown`() {
    let inbox = ScreenDriver(count: 3).pressing("Enter", "e")
    #expect(done(inbox) == [3])
    #expect(inbox.reader == 2)
  }

  @Test func `a line marks all matches of a filter, or those that are done as not done`() {
    var inbox = ScreenDriver(count: 4) { $1.source = $0 % 2 == 0 ? "ci" : "cron" }
    #expect(done(inbox.after(":", typing: "done source:ci", then: "Enter", "y")) == [2, 4])
    #expect(done(inbox.after(":", typing: "undone source:ci", then: "Enter", "y")) == [])
  }

  @Test func `a group and a thread are done as a whole`() {
    var inbox = ScreenDriver(count: 4) { $1.source = $0 % 2 == 0 ? "ci" : "cron" }
    #expect(done(inbox.after("g", "s", "z", "c", "e", "y")) == [2, 4])
  }

  @Test func `go to message finds what is done, and the reader says so`() {
    var inbox = ScreenDriver(count: 3).pressing("e", "C-p", typing: "message 3")
    #expect(inbox.frame.lines.texts.joined().contains("Message 3"))
    #expect(inbox.after("Enter").reader == 3)
    #expect(inbox.frame.lines.texts.joined().contains("Done"))
  }
}
