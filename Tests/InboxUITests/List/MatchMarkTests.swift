import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxUI

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

  private func marked(_ inbox: ScreenDriver) -> [String] {
    inbox.state.frame(at: inbox.now, in: .gmt).lines.flatMap(\.spans)
      .filter { $0.roles.contains(RoleSet(.match)) }.map(\.text)
  }

  @Test func `a match of the source is marked there, also while it is typed`() {
    var inbox = inbox().pressing("/", typing: "neov")
    #expect(marked(inbox) == ["neov"])
    inbox.type("im", then: "Enter")
    #expect(marked(inbox) == ["neovim"])
    inbox.press("Esc")
    #expect(marked(inbox).isEmpty)
  }

  @Test func `a word of a filter is not marked in the source, where it finds nothing`() {
    var inbox = inbox().running("filter message")
    #expect(marked(inbox) == ["Message", "Message", "Message"])
    inbox.run("filter neovim")
    #expect(marked(inbox).isEmpty)
  }

  @Test func `a match behind the cut text of a row is marked in the reader`() {
    var inbox = inbox().pressing("/", typing: "boom", then: "Enter")
    #expect(marked(inbox).isEmpty)
    inbox.press("Enter")
    #expect(inbox.state.screen == .reader)
    #expect(marked(inbox) == ["boom"])
  }

  @Test func `a match that a line end has broken is marked on both lines`() {
    var inbox = inbox()
    inbox.press("/", typing: "before it. Many words come before it. Many words come before it.")
    inbox.press("Enter", "Enter")
    #expect(marked(inbox).count > 1)
  }

  @Test func `the preview marks it`() {
    var inbox = inbox(size: Size(columns: 160, rows: 24))
    inbox.press("/", typing: "boom", then: "Enter")
    inbox.wait(1)
    #expect(marked(inbox) == ["boom"])
  }

  @Test func `a search in the reader goes before that of the list`() {
    var inbox = inbox().pressing("/", typing: "boom", then: "Enter", "Enter", "/")
    inbox.type("Then", then: "Enter")
    #expect(marked(inbox) == ["Then"])
  }
}
