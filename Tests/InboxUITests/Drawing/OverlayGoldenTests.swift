import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What a person is asked for over the list or the reader, as it looks.
@Suite(.serialized) struct OverlayGoldenTests {
  private func listing(_ size: Size) -> ScreenDriver {
    ScreenDriver(Payload.showcase(at: .testing(7_200)), size: size, now: .testing(7_200))
  }

  private func check(
    _ name: String, _ size: Size, _ prepare: (inout ScreenDriver) throws -> Void
  ) throws {
    var inbox = listing(size)
    try prepare(&inbox)
    try inbox.checkGolden(name)
  }

  @Test(arguments: Size.recorded) func `a search that is typed`(size: Size) throws {
    try check("prompt-search", size) {
      $0.press("/")
      $0.send(.pasted("会議 atl"))
    }
  }

  @Test(arguments: Size.recorded) func `a command that gets the text`(size: Size) throws {
    try check("prompt-pipe", size) {
      $0.press("|")
      $0.send(.pasted("grep -c 'no errors' | tee -a \"$HOME/log\""))
    }
  }

  @Test(arguments: Size.recorded) func `a moment to snooze until`(size: Size) throws {
    try check("prompt-moment", size) {
      $0.press("s", "o")
      $0.send(.pasted("tomorrow 9:00"))
    }
  }

  @Test(arguments: Size.recorded) func `an empty line says what could be typed`(
    size: Size
  ) throws {
    try check("prompt-example", size) { $0.press("s", "o") }
  }

  @Test(arguments: Size.recorded) func `the inboxes to switch to`(size: Size) throws {
    try check("menu-inboxes", size) {
      $0.state.environment.canSwitchInbox = true
      $0.press("I")
      $0.send(
        .answered(
          ListInboxes(isCounting: true),
          [
            InboxSummary(name: "default", counts: InboxCounts(unread: 3)),
            InboxSummary(name: "work.of-many-a-name", counts: InboxCounts(unread: 1, read: 41_000)),
            InboxSummary(name: "broken"),
          ]))
    }
  }

  @Test(arguments: Size.recorded) func `the actions of a message`(size: Size) throws {
    try check("menu-actions", size) { inbox in
      inbox.revise(12) {
        $0.tap = .set(.url("https://ci.example.org/1841"))
        $0.actions = .set([
          MessageAction(id: "again", label: "Run again", url: "https://ci.example.org/again"),
          MessageAction(id: "all", label: "再実行する", url: "ssh://host/"),
        ])
      }
      // Below the message that needs the person.
      inbox.press("g g", "j", "a")
      #expect(inbox.state.menu?.items.first?.label == "Run again")
    }
  }

  @Test(arguments: Size.recorded) func `the answers to a question`(size: Size) throws {
    try check("menu-answers", size) {
      $0.revise(12) { $0.ask(["Ship it", "Not today", "いいえ"]) }
      $0.press("g g", "a")
    }
  }

  @Test(arguments: Size.recorded) func `a question before what is for good`(size: Size) throws {
    try check("confirmation-purge", size) { $0.press("j", "d", "d", "T", "D") }
  }

  @Test(arguments: Size.recorded) func `a question before a link of another kind`(size: Size) throws
  {
    try check("confirmation-link", size) {
      $0.revise(12) {
        $0.tap = .set(.url("ssh://a-host-with-a-long-name.example.org/path/to/something"))
      }
      $0.press("g g", "j", "o")
      #expect($0.state.overlays.question != nil)
    }
  }

  @Test(arguments: Size.recorded) func `the keys of the trash`(size: Size) throws {
    try check("help-trash", size) { $0.press("d", "T", "?") }
  }

  @Test(arguments: Size.recorded) func `the keys of the reader`(size: Size) throws {
    try check("help-reader", size) { $0.press("Enter", "?") }
  }

  @Test(arguments: Size.recorded) func `a list within another program`(size: Size) throws {
    try check("list-embedded", size) {
      $0.state.hostOptions = HostOptions(closeLabel: "back to the mail")
    }
  }

  @Test(arguments: Size.recorded) func `the matches of a search in the reader`(size: Size) throws {
    try check("reader-search", size) { inbox in
      inbox.press("j", "Enter", "/")
      inbox.send(.pasted("no errors"))
      inbox.press("Enter")
    }
  }
}
