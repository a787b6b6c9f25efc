import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The main screens as a person sees them on a large terminal.
@Suite struct LargeScreenGoldenTests {
  private static let markdown = """
    # Release 2.4

    Live refresh in **every** view, and undo for *everything*: see \
    [the notes](https://example.org/notes).

    | messages  | 2.3    | 2.4   |
    |:----------|-------:|------:|
    | 250       | 41 ms  | 10 ms |
    | 1 000 000 | 546 ms | 14 ms |

    - [x] Configurations are read as they are
    - [ ] Rename `cache_mb`

    ```sh
    sudo systemctl restart atlas
    ```

    > Thank you to all who sent patches.
    """

  private func screen(_ size: Size) -> ScreenDriver {
    let now = Date.testing(7_200)
    var inbox = ScreenDriver(Payload.showcase(at: now), size: size, now: now)
    // What a newcomer sees.
    inbox.state.environment.preferences = ScreenPreferences()
    inbox.elsewhere { inbox in
      var release = Payload.make("Release 2.4", source: "http/releases", body: Self.markdown)
      release.format = .set(.markdown)
      for (title, body) in [("Joe", "Is it out?"), ("Ana", "It is.\nSee the notes.")] {
        let said = Payload.make(title, source: "chat/team", body: body, thread: "release")
        _ = try inbox.push([said], defaultSource: "cli")
      }
      _ = try inbox.push([release], defaultSource: "cli")
    }
    // Below the message that is pinned on top.
    inbox.press("g g", "j")
    inbox.wait(0.2, times: 3)
    return inbox
  }

  private static let screens = [
    KeptScreen("large-list", "the list with its preview") {
      $0.state.environment.preferences.preview = .right
      $0.wait(0.2, times: 3)
    },
    KeptScreen("large-reader", "the reader with Markdown") { $0.press("Enter") },
    KeptScreen("large-help", "the keys") { $0.press("?") },
    KeptScreen("large-thread", "a thread") {
      $0.press("j", "t")
      $0.wait(0.2, times: 3)
    },
    KeptScreen("large-tabs", "tabs") {
      $0.state.environment.preferences.tabs = [
        ListTab(name: "All", filter: ""), ListTab(name: "Unread", filter: "is:unread"),
        ListTab(name: "Urgent", filter: "priority>=high"),
        ListTab(name: "Trash", filter: "is:deleted"),
      ]
      $0.wait(0.2, times: 3)
      $0.press("]")
      $0.wait(0.2, times: 3)
    },
  ]

  @Test(arguments: screens, Size.large)
  func `each main screen has its look`(_ screen: KeptScreen, _ size: Size) throws {
    try screen.check(from: self.screen(size))
  }
}
