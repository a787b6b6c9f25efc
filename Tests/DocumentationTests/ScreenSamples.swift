import Foundation
import InboxCore
import InboxTerminal
import InboxUI
import Testing

/// The samples of the screen's pages, compiled and run as they stand there.
@Suite("samples of the screen")
struct ScreenSamples {
  @Test func `the nine values make a theme, and a file another`() throws {
    let inbox = try Inbox.inMemory()
    // sample
    let look = InboxUIConfiguration(
      unread: .custom(
        background: .default, title: .indexed(15), message: .default, time: .indexed(6),
        titleAttributes: .bold, messageAttributes: [], timeAttributes: .italic,
        titleLines: 4, messageLines: 6),
      placeholder: "✉", empty: EmptyTexts(none: "No notifications found"))
    let pane = try InboxPane(hostOptions: HostOptions(), of: inbox, look: look, now: { Date() })
    // end
    defer { pane.close() }
    #expect(pane.theme.unread.titleLines == 4)
    let text = "[unread]\nmark = \"*\"\n"
    let path = "desk.toml"
    // sample
    let (theme, problems) = Theme.reading(text, named: "desk", path: path)
    pane.theme = theme
    for problem in problems { print(problem) }
    // end
    #expect(pane.theme.unread.mark == "*")
    #expect(problems.isEmpty)
    #expect(Theme.builtInNames.allSatisfy { Theme.builtIn(named: $0) != nil })
  }
}
