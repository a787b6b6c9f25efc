import Foundation
import InboxTestSupport
import Testing

/// The tabs of the configuration, as a person sees them.
@Suite("tabs on the screen", .serialized, .waiting)
struct TabScreenTests {
  let program = Program()

  @Test func `tabs are counted while other programs push, and switched by their keys`() throws {
    let tabs = "[[tabs]]\nname = 'All'\n\n[[tabs]]\nname = 'CI'\nfilter = 'source:ci/*'\n"
    _ = try program.write(tabs, to: "config.toml")
    try program.run("push", "first", "--source", "ci/shop")
    try program.run("push", "second", "--source", "cron")
    let session = try program.screen(showing: "▐All 2▌", "CI 1")
    try program.run("push", "third", "--source", "ci/shop")
    try session.awaitScreen("▐All 3▌", "CI 2")
    try session.press("2", showing: "▐CI 2▌", "first", "third", without: ["second"])
    try session.press("1", showing: "▐All 3▌", "second")
    _ = try program.write("", to: "config.toml")
    try session.awaitScreen("▐All▌ Unread 3", without: ["CI"])
  }
}
