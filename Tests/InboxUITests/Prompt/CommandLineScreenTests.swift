import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// The command line as a person sees it.
struct CommandLineScreenTests {
  private static let screens = [
    KeptScreen("commands", "what can be typed stands above the line") { $0.press(":") },
    KeptScreen("commands-cycle", "the word that Tab came to is in sight") {
      $0.press(":", typing: "filter ")
      for _ in 0..<10 { $0.press("Tab") }
    },
    KeptScreen("commands-error", "an unknown command is reported above the line") {
      $0.run("delte")
    },
  ]

  @Test(arguments: screens, Size.recorded)
  func `the line and what is above it have their looks`(_ screen: KeptScreen, _ size: Size) throws {
    try screen.check(from: ScreenDriver(count: 30, size: size))
  }
}
