import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The search that was typed before.
struct SearchAgainTests {
  @Test func `an empty line repeats the last search`() {
    var inbox = ScreenDriver(count: 300).pressing("/", "7", "Enter")
    #expect(inbox.selected == 297)
    #expect(inbox.after("/", "Enter").selected == 287)
    #expect(inbox.after("Esc", "/", "Enter", "n").state.list.search?.text == "7")
    #expect(inbox.selected == 279)
  }

  @Test func `the same search typed again goes on`() {
    #expect(ScreenDriver(count: 300).pressing("/", "7", "Enter", "/", "7", "Enter").selected == 287)
  }

  @Test func `without a last search that is said`() {
    var inbox = ScreenDriver(count: 3).pressing("/", "Enter")
    #expect(inbox.status == "No previous search")
    #expect(inbox.after("Enter", "/", "Enter").status == "No previous search")
  }

  @Test func `the reader repeats it, too`() {
    var inbox = ScreenDriver(count: 1) { $1.body = .set("word one\nword two\nword three") }
    #expect(inbox.after("Enter", "/", "w", "o", "r", "d", "Enter").status == "Match 1 of 3")
    #expect(inbox.after("/", "Enter").status == "Match 2 of 3")
  }

  @Test func `a match is seen in the cursor's row as in any other`() {
    let inbox = ScreenDriver(count: 3).running("search message")
    let rows = inbox.frame.lines
    let matches = rows.flatMap(\.spans).filter { $0.roles.contains(RoleSet(.match)) }
    #expect(matches.count == 3)
    let looks = Set(matches.map { Theme.default.style(for: $0.roles) })
    #expect(looks.count == 1)
  }
}
