import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct ListScreenTests {
  /// Usual, small, and the smallest that works.
  private static let sizes = [(80, 12), (40, 12), (20, 5)]

  /// A screen on rows of many kinds.
  private func showcase(_ columns: Int, _ rows: Int) -> ScreenDriver {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    return ScreenDriver(
      Payload.showcase(at: now), size: Size(columns: columns, rows: rows), now: now)
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12), (20, 5), (19, 5), (20, 4), (5, 2), (1, 1)])
  func `a list shows rows of every kind without a column out of place`(
    columns: Int, rows: Int
  ) throws {
    try showcase(columns, rows).checkGolden("list")
  }

  @Test(arguments: sizes)
  func `the trash says what it holds and has keys of its own`(columns: Int, rows: Int) throws {
    let inbox = showcase(columns, rows).pressing("j", "d", "d", "T")
    try inbox.checkGolden("trash")
  }

  @Test(arguments: sizes)
  func `a prompt shows what is typed, with the cursor`(columns: Int, rows: Int) throws {
    var inbox = showcase(columns, rows)
    inbox.press("F", pasting: "source:ntfy/* priority>=high 会議 -is:pinned")
    inbox.press("Left", "Left", "Left")
    try inbox.checkGolden("prompt")
  }

  @Test(arguments: sizes)
  func `a filter that cannot be read says where and why`(columns: Int, rows: Int) throws {
    var inbox = showcase(columns, rows)
    inbox.press("F", pasting: "is:unread sorce:ntfy", then: "Enter")
    try inbox.checkGolden("prompt-error")
  }

  @Test(arguments: sizes)
  func `a question names the count and the answers`(columns: Int, rows: Int) throws {
    let inbox = showcase(columns, rows).pressing("D")
    try inbox.checkGolden("confirmation")
  }

  @Test(arguments: sizes)
  func `what happened takes the place of the keys`(columns: Int, rows: Int) throws {
    let inbox = showcase(columns, rows).pressing("S", "o")
    try inbox.checkGolden("status")
  }

  @Test(arguments: sizes)
  func `what went wrong has its own look`(columns: Int, rows: Int) throws {
    var inbox = showcase(columns, rows)
    inbox.state.status = StatusMessage(
      .failure("The disk is full.\nNothing was changed."), at: inbox.now)
    try inbox.checkGolden("error")
  }

  @Test(arguments: sizes)
  func `selected messages are counted, and pending ones are told apart`(
    columns: Int, rows: Int
  ) throws {
    var inbox = showcase(columns, rows).pressing("j", "Space", "Space", "k", "k")
    inbox.holdsEffects = true
    inbox.press("Esc", "m", "j", "j", "d", "Space", "Space")
    try inbox.checkGolden("pending-marked")
  }

  @Test(arguments: sizes)
  func `every match of a search stands out`(columns: Int, rows: Int) throws {
    var inbox = showcase(columns, rows)
    inbox.press("/", pasting: "atlas", then: "Enter")
    try inbox.checkGolden("search")
  }

  @Test(arguments: sizes)
  func `arrivals above are reported and move nothing`(columns: Int, rows: Int) throws {
    var inbox = showcase(columns, rows).pressing("G")
    inbox.arrive(3)
    try inbox.checkGolden("arrivals")
  }
}
