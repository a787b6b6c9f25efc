import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// The banner and the bar in quiet as a person sees them.
@Suite struct BannerGoldenTests {
  @Test(arguments: Size.recorded) func `a message that arrives while another is read`(size: Size)
    throws
  {
    var inbox = ScreenDriver(count: 2, size: size).pressing("Enter")
    inbox.push(
      .make(
        "バックアップ\u{1B}[31m failed", source: "ntfy/ops", body: "No space\nleft", priority: .max))
    try inbox.checkGolden("banner")
  }

  @Test(arguments: Size.recorded) func `more than one screen can name`(size: Size) throws {
    var inbox = ScreenDriver(count: 200, size: size).pressing("PgDn", "PgDn", "PgDn")
    inbox.arrive(1_000)
    try inbox.checkGolden("banner-many")
  }

  @Test(arguments: Size.recorded) func `do not disturb`(size: Size) throws {
    let inbox = ScreenDriver(count: 2, size: size).pressing("B", "j")
    try inbox.checkGolden("quiet")
  }
}
