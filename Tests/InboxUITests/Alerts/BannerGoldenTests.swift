import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// The banner and the bar in quiet as a person sees them.
@Suite struct BannerGoldenTests {
  private static let screens = [
    KeptScreen("banner", "a message that arrives while another is read") {
      $0.press("Enter")
      $0.push(
        .make(
          "バックアップ\u{1B}[31m failed", source: "ntfy/ops", body: "No space\nleft", priority: .max))
    },
    KeptScreen("quiet", "do not disturb") { $0.press("B", "j") },
  ]

  @Test(arguments: screens, Size.recorded)
  func `each has its look`(_ screen: KeptScreen, _ size: Size) throws {
    try screen.check(from: ScreenDriver(count: 2, size: size))
  }

  @Test(arguments: Size.recorded) func `more than one screen can name`(size: Size) throws {
    var inbox = ScreenDriver(count: 200, size: size).pressing("PgDn", "PgDn", "PgDn")
    inbox.arrive(1_000)
    try inbox.checkGolden("banner-many")
  }
}
