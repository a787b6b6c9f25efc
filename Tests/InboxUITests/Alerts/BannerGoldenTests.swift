import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// The banner and the bar in quiet as a person sees them.
@Suite struct BannerGoldenTests {
  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 5),
  ]

  private func check(_ inbox: SimulatedInbox, _ name: String) throws {
    let frame = inbox.state.frame(at: inbox.now, in: .gmt)
    try Golden("\(name)-\(inbox.state.size.columns)x\(inbox.state.size.rows)").check(frame)
  }

  @Test(arguments: sizes) func `a message that arrives while another is read`(size: Size) throws {
    var inbox = SimulatedInbox(count: 2, size: size)
    inbox.press("Enter")
    inbox.arrive(
      .make(
        9, source: "ntfy/ops", title: "バックアップ\u{1B}[31m failed", excerpt: "No space\nleft",
        priority: .max))
    try check(inbox, "banner")
  }

  @Test(arguments: sizes) func `more than one screen can name`(size: Size) throws {
    var inbox = SimulatedInbox(count: 200, size: size)
    inbox.press("PgDn", "PgDn", "PgDn")
    inbox.arrive(1_000)
    try check(inbox, "banner-many")
  }

  @Test(arguments: sizes) func `do not disturb`(size: Size) throws {
    var inbox = SimulatedInbox(count: 2, size: size)
    inbox.press("B", "j")
    try check(inbox, "quiet")
  }
}
