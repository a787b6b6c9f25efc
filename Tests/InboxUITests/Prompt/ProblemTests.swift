import InboxTestSupport
import InboxUI
import Testing

/// What goes wrong around the screen is reported, and stands until it is no longer so.
struct ProblemTests {
  private func configured(_ problems: String...) -> Event {
    .configured(theme: nil, keymap: nil, preferences: nil, problems: problems)
  }

  @Test func `what failed around the screen is reported as an error`() {
    var inbox = ScreenDriver(count: 1)
    #expect(inbox.after(.failed("No live refresh.")).status == "No live refresh.")
    #expect(inbox.state.status?.isError == true)
  }

  @Test func `a problem of the configuration goes when it is mended`() {
    var inbox = ScreenDriver(count: 1)
    inbox.send(configured("config.toml:3: no such setting"))
    #expect(inbox.status == "config.toml:3: no such setting")
    #expect(inbox.after(configured()).state.status == nil)
  }

  @Test func `a file that is saved without a mistake hides no other error`() {
    var inbox = ScreenDriver(count: 1)
    inbox.send(configured("config.toml:3: no such setting"))
    inbox.send(.failed("No live refresh."))
    #expect(inbox.after(configured()).status == "No live refresh.")
  }
}
