import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What a search of the list marks: in rows, in the preview and in the reader.
@Suite struct MatchMarkTests {
  private static let body =
    String(repeating: "Many words come before it. ", count: 12) + "Then boom."

  private func inbox(size: Size = Size(columns: 80, rows: 24)) -> ScreenDriver {
    ScreenDriver(count: 3, size: size) { number, payload in
      payload.source = number == 2 ? "ci/neovim" : "cli"
      payload.body = .set(number == 2 ? Self.body : "Nothing of it.")
    }
  }

  @Test func `a match of the source is marked there, also while it is typed`() {
    var inbox = inbox().pressing("/", typing: "neov")
    #expect(inbox.matches == ["neov"])
    #expect(inbox.after(typing: "im", then: "Enter").matches == ["neovim"])
    #expect(inbox.after("Esc").matches.isEmpty)
  }

  @Test func `a word of a filter is not marked in the source, where it finds nothing`() {
    var inbox = inbox().running("filter message")
    #expect(inbox.matches == ["Message", "Message", "Message"])
    #expect(inbox.after(running: "filter neovim").matches.isEmpty)
  }

  @Test func `a match behind the cut text of a row is marked in the reader`() {
    var inbox = inbox().pressing("/", typing: "boom", then: "Enter")
    #expect(inbox.matches.isEmpty)
    #expect(inbox.after("Enter").screen == .reader)
    #expect(inbox.matches == ["boom"])
  }

  @Test func `a match that a line end has broken is marked on both lines`() {
    var inbox = inbox()
    inbox.press("/", typing: "before it. Many words come before it. Many words come before it.")
    #expect(inbox.after("Enter", "Enter").matches.count > 1)
  }

  @Test func `the preview marks it`() {
    var inbox = inbox(size: Size(columns: 160, rows: 24))
    inbox.press("/", typing: "boom", then: "Enter")
    #expect(inbox.after(waiting: 1).matches == ["boom"])
  }

  @Test func `a search in the reader goes before that of the list`() {
    var inbox = inbox().pressing("/", typing: "boom", then: "Enter", "Enter", "/")
    #expect(inbox.after(typing: "Then", then: "Enter").matches == ["Then"])
  }
}
