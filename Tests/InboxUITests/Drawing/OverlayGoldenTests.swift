import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What a person is asked for over the list or the reader, as it looks.
@Suite(.serialized) struct OverlayGoldenTests {
  private static let screens = [
    KeptScreen("prompt-search", "a search that is typed") { $0.press("/", pasting: "会議 atl") },
    KeptScreen("prompt-pipe", "a command that gets the text") {
      $0.press("|", pasting: "grep -c 'no errors' | tee -a \"$HOME/log\"")
    },
    KeptScreen("prompt-moment", "a moment to snooze until") {
      $0.press("s", "o", pasting: "tomorrow 9:00")
    },
    KeptScreen("prompt-example", "an empty line says what could be typed") { $0.press("s", "o") },
    KeptScreen("menu-inboxes", "the inboxes to switch to") {
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
    },
    KeptScreen("menu-actions", "the actions of a message") { inbox in
      inbox.revise(12) {
        $0.tap = .set(.url("https://ci.example.org/1841"))
        $0.actions = .set([
          MessageAction(id: "again", label: "Run again", url: "https://ci.example.org/again"),
          MessageAction(id: "all", label: "再実行する", url: "ssh://host/"),
        ])
      }
      // Below the message that needs the person.
      #expect(inbox.after("g g", "j", "a").menu?.items.first?.label == "Run again")
    },
    KeptScreen("menu-answers", "the answers to a question") {
      $0.revise(12) { $0.ask(["Ship it", "Not today", "いいえ"]) }
      $0.press("g g", "a")
    },
    KeptScreen("confirmation-purge", "a question before what is for good") {
      $0.press("j", "d", "d", "T", "D")
    },
    KeptScreen("confirmation-link", "a question before a link of another kind") { inbox in
      inbox.revise(12) {
        $0.tap = .set(.url("ssh://a-host-with-a-long-name.example.org/path/to/something"))
      }
      #expect(inbox.after("g g", "j", "o").question != nil)
    },
    KeptScreen("help-trash", "the keys of the trash") { $0.press("d", "T", "?") },
    KeptScreen("help-reader", "the keys of the reader") { $0.press("Enter", "?") },
    KeptScreen("list-embedded", "a list within another program") {
      $0.state.hostOptions = HostOptions(closeLabel: "back to the mail")
    },
    KeptScreen("reader-search", "the matches of a search in the reader") {
      $0.press("j", "Enter", "/", pasting: "no errors", then: "Enter")
    },
  ]

  @Test(arguments: screens, Size.recorded)
  func `each has its look`(_ screen: KeptScreen, _ size: Size) throws {
    let payloads = Payload.showcase(at: .testing(7_200))
    try screen.check(from: ScreenDriver(payloads, size: size, now: .testing(7_200)))
  }
}
