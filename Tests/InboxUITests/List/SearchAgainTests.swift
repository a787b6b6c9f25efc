import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The search that was typed before.
struct SearchAgainTests {
  @Test func `an empty line repeats the last search`() {
    var inbox = ScreenDriver(count: 300).pressing("/", "7", "Enter")
    #expect(inbox.state.list.selected == MessageNumber(297))
    #expect(inbox.selected(after: "/", "Enter") == 287)
    inbox.press("Esc", "/", "Enter", "n")
    #expect(inbox.state.list.search?.text == "7")
    #expect(inbox.state.list.selected == MessageNumber(279))
  }

  @Test func `the same search typed again goes on`() {
    let inbox = ScreenDriver(count: 300).pressing("/", "7", "Enter", "/", "7", "Enter")
    #expect(inbox.state.list.selected == MessageNumber(287))
  }

  @Test func `without a last search that is said`() {
    var inbox = ScreenDriver(count: 3).pressing("/", "Enter")
    #expect(inbox.state.status?.text == "No previous search")
    #expect(inbox.status(after: "Enter", "/", "Enter") == "No previous search")
  }

  @Test func `the reader repeats it, too`() {
    var inbox = ScreenDriver(count: 1) { $1.body = .set("word one\nword two\nword three") }
    #expect(inbox.status(after: "Enter", "/", "w", "o", "r", "d", "Enter") == "Match 1 of 3")
    #expect(inbox.status(after: "/", "Enter") == "Match 2 of 3")
  }

  @Test func `a match is seen in the cursor's row as in any other`() throws {
    let inbox = ScreenDriver(count: 3).running("search message")
    let rows = inbox.state.frame(at: inbox.now, in: .gmt).lines
    let matches = rows.flatMap(\.spans).filter { $0.roles.contains(RoleSet(.match)) }
    #expect(matches.count == 3)
    let looks = Set(matches.map { Theme.default.style(for: $0.roles) })
    #expect(looks.count == 1)
  }
}
