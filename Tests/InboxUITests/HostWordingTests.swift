import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// What a program says in its own words on the screens of the library.
struct HostWordingTests {
  private func state() -> UIState { UIState(size: Size(columns: 80, rows: 24), zone: .gmt) }

  @Test func `the title bears the program's name`() {
    var state = state()
    #expect(state.title == "Inbox")
    state.environment.preferences.programName = "Lobby"
    #expect(state.title == "Lobby")
    state.environment.inboxName = "work"
    #expect(state.title == "Lobby: work")
  }

  @Test func `problems of a configuration name the command that lists them, where there is one`() {
    var state = state()
    let configured = Event.configured(
      theme: nil, keymap: nil, preferences: nil, problems: ["1: wrong", "2: wrong"])
    #expect(state.after(configured).status?.text == "1: wrong (and 1 more)")
    state.environment.preferences.configurationCheck = "lobby check"
    state.send(configured)
    #expect(state.status?.text == "1: wrong (and 1 more) · “lobby check” lists all")
  }

  @Test func `an empty inbox shows how to push only where the program says so`() {
    var state = state()
    state.send(.snapshot(InboxSnapshot(query: MessageQuery())))
    func text() -> String {
      state.frame(at: .testing, in: .gmt).lines.flatMap(\.spans).map(\.text).joined()
    }
    #expect(!text().contains("lobby push"))
    state.environment.preferences.firstSteps = [FirstStep("lobby push hello", "ring")]
    #expect(text().contains("lobby push hello"))
  }
}
