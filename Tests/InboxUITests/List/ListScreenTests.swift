import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct ListScreenTests {
  /// A screen on rows of many kinds.
  private func showcase(_ size: Size) -> ScreenDriver {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    return ScreenDriver(Payload.showcase(at: now), size: size, now: now)
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12), (20, 5), (19, 5), (20, 4), (5, 2), (1, 1)])
  func `a list shows rows of every kind without a column out of place`(
    columns: Int, rows: Int
  ) throws {
    try showcase(Size(columns: columns, rows: rows)).checkGolden("list")
  }

  private static let screens = [
    KeptScreen("trash", "the trash says what it holds and has keys of its own") {
      $0.press("j", "d", "d", "T")
    },
    KeptScreen("prompt", "a prompt shows what is typed, with the cursor") {
      $0.press("F", pasting: "source:ntfy/* priority>=high 会議 -is:pinned")
      $0.press("Left", "Left", "Left")
    },
    KeptScreen("prompt-error", "a filter that cannot be read says where and why") {
      $0.press("F", pasting: "is:unread sorce:ntfy", then: "Enter")
    },
    KeptScreen("confirmation", "a question names the count and the answers") { $0.press("D") },
    KeptScreen("status", "what happened takes the place of the keys") { $0.press("S", "o") },
    KeptScreen("error", "what went wrong has its own look") {
      $0.state.status = StatusMessage(
        .failure("The disk is full.\nNothing was changed."), at: $0.now)
    },
    KeptScreen("pending-marked", "selected messages are counted, and pending ones are told apart") {
      $0.press("j", "Space", "Space", "k", "k")
      $0.holdsEffects = true
      $0.press("Esc", "m", "j", "j", "d", "Space", "Space")
    },
    KeptScreen("search", "every match of a search stands out") {
      $0.press("/", pasting: "atlas", then: "Enter")
    },
    KeptScreen("arrivals", "arrivals above are reported and move nothing") {
      $0.press("G")
      $0.arrive(3)
    },
  ]

  /// Usual, small, and the smallest that works.
  private static let sizes = [(80, 12), (40, 12), (20, 5)].map { Size(columns: $0, rows: $1) }

  @Test(arguments: screens, sizes)
  func `each state of the list has its look`(_ screen: KeptScreen, _ size: Size) throws {
    try screen.check(from: showcase(size))
  }
}
