import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// The command line as a person sees it.
struct CommandLineScreenTests {
  @Test(arguments: Size.recorded) func `what can be typed stands above the line`(size: Size) throws
  {
    let inbox = ScreenDriver(count: 30, size: size).pressing(":")
    try inbox.checkGolden("commands")
  }

  @Test(arguments: Size.recorded) func `the word that Tab came to is in sight`(size: Size) throws {
    var inbox = ScreenDriver(count: 30, size: size).pressing(":", typing: "filter ")
    for _ in 0..<10 { inbox.press("Tab") }
    try inbox.checkGolden("commands-cycle")
  }

  @Test(arguments: Size.recorded) func `an unknown command is reported above the line`(size: Size)
    throws
  {
    let inbox = ScreenDriver(count: 30, size: size).running("delte")
    try inbox.checkGolden("commands-error")
  }
}
