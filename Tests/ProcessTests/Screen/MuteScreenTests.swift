import InboxTestSupport
import Testing

/// The mutes of the file in the menu of a source.
@Suite(.serialized, .waiting) struct MuteScreenTests {
  let program = Program()

  @Test func `the menu ends a mute of a command, and knows at once that it ended`() throws {
    try program.run("push", "first", "--source", "ci/web")
    try program.run("mute", "ci")
    let session = try program.screen(showing: "first")
    try session.press("x", showing: "Only ci/web", "Unmute ci ", without: ["Mute ci"])
    try session.press("2", showing: "Unmuted ci ")
    #expect(try program.run("rules", "list").output == "")
    try session.press("x", showing: "Only ci/web", "Mute ci/web for good", without: ["Unmute ci"])
    // A mute from elsewhere is known to the next menu.
    try session.press("Escape", showing: "first", without: ["Only ci/web"])
    try program.run("mute", "=ci/web", "--for", "1h")
    try session.awaitScreen("🔕")
    try session.press("x", showing: "Unmute =ci/web", "muted until")
  }
}
