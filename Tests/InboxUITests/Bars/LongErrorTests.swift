import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

struct LongErrorTests {
  /// The lines of the screen, and all of them as one text without breaks.
  private func shown(_ inbox: ScreenDriver) -> (lines: [String], text: String) {
    let frame = inbox.frame
    let lines = frame.lines.map { line in
      line.spans.map(\.text).joined().trimmingCharacters(in: .whitespaces)
    }
    return (lines, lines.joined(separator: " "))
  }

  private let problems = [
    "/home/ana/.config/bellboard/config.toml:12: unknown key them; did you mean theme?",
    "/home/ana/.config/bellboard/config.toml:14: sort is \"newset\", expected one of newest, oldest",
  ]

  @Test func `an error that does not fit into a line is shown whole`() {
    var inbox = ScreenDriver(count: 30)
    let configured = Event.configured(theme: nil, keymap: nil, preferences: nil, problems: problems)
    inbox.state.environment.preferences.configurationCheck = "bellboard config check"
    inbox.send(configured)
    let (lines, text) = shown(inbox)
    #expect(lines.count == 24)
    #expect(text.contains(problems[0]))
    #expect(text.contains("(and 1 more) · “bellboard config check” lists all"))
    #expect(!shown(inbox.after("j")).text.contains("config check"))
    #expect(shown(inbox).text.contains("2/30"))
  }

  @Test func `an error never takes the whole screen`() {
    for rows in 5...24 {
      var inbox = ScreenDriver(count: 30, size: Size(columns: 30, rows: rows))
      let text = String(repeating: "many words ", count: 100)
      inbox.send(.failed(text))
      let lines = shown(inbox).lines
      #expect(lines.count == rows)
      #expect(lines.filter { $0.contains("many words") }.count <= 4)
      #expect(lines.contains { $0.contains("Message 30") })
    }
  }
}
