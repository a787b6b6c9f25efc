import Foundation
import InboxTestSupport
import Testing

/// Images in the reader, as a person sees them.
@Suite("pictures on the screen", .serialized, .waiting)
struct PictureScreenTests {
  let program = Program()
  let folder = ProgramFolder.empty()

  private func screen() throws -> TmuxSession {
    _ = try program.write("pictures = 'ask'\n", to: "config.toml")
    let image = try program.write("image", to: "image.png")
    try program.run("push", "first", "its body", "--attach", image)
    let session = try program.screen(finding: folder, showing: "first")
    try session.press("Enter", showing: "its body", "i picture")
    try session.press("i")
    return session
  }

  @Test func `the picture has the colors of its program`() throws {
    try folder.add("chafa", "printf '\\033[38;5;196;48;5;21m▀▄\\033[0m\\n'")
    let session = try screen()
    try session.awaitScreen("▀▄", "Picture shown · i hides it")
    let styled = session.styledScreen
    #expect(styled.contains("38;5;196") && styled.contains("48;5;21"), "\(styled)")
    try session.press("i", showing: "Picture hidden", without: ["▀▄"])
    try session.press("i", showing: "▀▄")
  }

  @Test func `a program that never ends keeps no key waiting, and ends with the screen`() throws {
    let note = "\(folder.path)/pid"
    try folder.add("chafa", "echo $$ > '\(note)~'", "mv '\(note)~' '\(note)'", "exec sleep 600")
    let session = try screen()
    try session.awaitScreen("Drawing “image.png”…")
    #expect(eventually { FileManager.default.fileExists(atPath: note) })
    try session.press("p", showing: "Pinned")
    try session.press("Q")
    try session.awaitPrompt()
    let process = try #require(Int32(String(contentsOfFile: note, encoding: .utf8).dropLast()))
    #expect(eventually { hasEnded(process) })
  }

  @Test func `a hostile program changes neither screen nor title`() throws {
    try folder.add("chafa", "printf '\\033]2;gotcha\\007\\033[2J\\033[5mgotcha'")
    let session = try screen()
    try session.awaitScreen("“chafa” printed something else", "its body", without: ["gotcha"])
    #expect(!session.value(of: "#{pane_title}").contains("gotcha"))
  }
}
