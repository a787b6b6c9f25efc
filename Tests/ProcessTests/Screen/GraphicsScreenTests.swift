import Foundation
import InboxTestSupport
import Testing

/// Pictures in pixels on a terminal of the test's own, which answers as one with graphics or not.
@Suite("graphics on the screen", .serialized, .waiting) struct GraphicsScreenTests {
  private static let question = "\u{1B}_Gi=1650814060,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
  private static let transmission = "\u{1B}_Ga=t,t=d,f=24,s=1,v=1,i=1650814060,q=2,m=0;AAAA\u{1B}\\"
  private static let place = "\u{1B}_Ga=p,i=1650814060,p=1,c=2,r=2,C=1,q=2\u{1B}\\"
  private static let displacement = "\u{1B}_Ga=d,d=i,i=1650814060,p=1,q=2\u{1B}\\"
  private static let deletion = "\u{1B}_Ga=d,d=I,i=1650814060,q=2\u{1B}\\"
  private static let sixel = "\u{1B}P0;1;0q\"1;1;20;36#0;2;0;0;0#0!20~-!20~\u{1B}\\"

  let program = Program()
  let folder: ProgramFolder

  init() throws {
    folder = try ProgramFolder()
    // The format is the second word.
    try folder.add(
      "chafa", "cat > /dev/null", "case $2 in", "symbols) printf 'aa\\naa\\n' ;;",
      "kitty) printf '\\033_Ga=T,f=24,s=1,v=1,c=2,r=2,m=0;AAAA\\033\\\\' ;;",
      "sixels) printf '\\033P0;1;0q\"1;1;20;36#0;2;0;0;0#0!20~-!20~\\033\\\\' ;;", "esac")
  }

  /// A message with an image in the reader of a terminal with cells of 10 × 20 pixels.
  private func reader(
    _ configuration: String = "", _ variables: [String: String] = [:], cell: (Int, Int) = (10, 20)
  ) throws -> PseudoTerminal {
    let asking = configuration.contains("pictures") ? "" : "pictures = 'ask'\n"
    try program.configure("preview = 'off'\n" + asking + configuration)
    let image = try program.write("image", to: "image.png")
    let body = (1...60).map { "line \($0)" }.joined(separator: "\n")
    try program.run("push", "first", body, "--attach", image)
    let own = ["TERM": "xterm-256color", "PATH": folder.searchPath]
    let terminal = try program.emulated(
      environment: own.merging(variables) { $1 }, cell: cell, showing: "first")
    // Nothing is asked before there is an image.
    #expect(!terminal.text.contains("\u{1B}_G") && !terminal.text.contains("\u{1B}[c"))
    try terminal.send("\r", showing: "line 1")
    return terminal
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    #expect(try terminal.wait(sending: "Q") == 0)
  }

  @Test func `kitty gets an image once, its places as the text moves, and no remains`() throws {
    let terminal = try reader()
    try terminal.awaitOutput(Self.question)
    terminal.send("\u{1B}_Gi=1650814060;OK\u{1B}\\\u{1B}[?62;c")
    terminal.send("i")
    try terminal.awaitOutput(Self.transmission + "\u{1B}[7;2H" + Self.place)
    terminal.send("j")
    try terminal.awaitOutput(Self.displacement)
    try terminal.awaitOutput("\u{1B}[6;2H" + Self.place)
    terminal.send(String(repeating: "j", count: 6))
    try terminal.awaitOutput(Self.displacement, times: 2)
    terminal.send("gg")
    try terminal.awaitOutput(Self.place, times: 3)
    #expect(terminal.text.ranges(of: Self.transmission).count == 1)
    // Drawn anew, it is transmitted anew.
    terminal.send("\u{0C}")
    try terminal.awaitOutput(Self.transmission, times: 2)
    try terminal.awaitOutput(Self.deletion)
    try quit(terminal)
    #expect(terminal.text.ranges(of: Self.deletion).count == 2)
    let tail = terminal.text.components(separatedBy: Self.deletion).last ?? ""
    #expect(!tail.contains("\u{1B}_G"))
  }

  @Test func `a stop and a crash leave no image behind`() throws {
    let terminal = try reader("graphics = 'kitty'\n", ["SWIFT_BACKTRACE": "enable=no"])
    terminal.send("i")
    try terminal.awaitOutput(Self.place)
    // Without a shell that could continue it, the stop ends at once.
    terminal.send("\u{1A}")
    try terminal.awaitOutput(Self.deletion)
    try terminal.awaitOutput(Self.transmission, times: 2)
    terminal.signal(SIGSEGV)
    #expect(try terminal.wait() != 0)
    #expect(terminal.text.ranges(of: Self.deletion).count == 2)
    // Nobody was asked.
    #expect(!terminal.text.contains(Self.question))
  }

  @Test func `sixels are written over the picture, and go with the rows of ncurses`() throws {
    let terminal = try reader()
    try terminal.awaitOutput(Self.question)
    // The answer in pieces, and keys between.
    terminal.send("\u{1B}[?62;")
    try terminal.send("4;22c", showing: "\u{1B}[?1;1;0S\u{1B}[c")
    terminal.send("i\u{1B}[?1;0;256S\u{1B}[?62;4;22c")
    try terminal.awaitOutput("\u{1B}[7;2H" + Self.sixel)
    terminal.send(String(repeating: "j", count: 4))
    try terminal.awaitOutput("\u{1B}[3;2H" + Self.sixel)
    try awaitPixels(4, on: terminal)
    // Its second row of characters is now where the first one was.
    terminal.send("j")
    try awaitPixels(0, on: terminal) { $0[2].hasPrefix(" aa") }
    terminal.send("gg")
    try awaitPixels(4, on: terminal)
    terminal.resize(columns: 60, rows: 20)
    try awaitPixels(4, on: terminal, columns: 60, rows: 20) { $0[19].contains("q back") }
    terminal.send("q")
    try awaitPixels(0, on: terminal, columns: 60, rows: 20) { lines in
      !lines.contains { $0.contains("Attachment") }
    }
    try quit(terminal)
    #expect(!terminal.text.contains("\u{1B}_Ga=t"))
  }

  /// Waits until so many cells of the terminal are pixels, and its lines are as wanted.
  private func awaitPixels(
    _ count: Int, on terminal: PseudoTerminal, columns: Int = 80, rows: Int = 24,
    _ condition: ([String]) -> Bool = { _ in true }
  ) throws {
    try terminal.until("\(count) cells of pixels") { terminal in
      let text = terminal.text.replacing(Self.sixel, with: "██\u{1B}[1B\u{1B}[2D██")
      let lines = LinkedCells(text, columns: columns, rows: rows).lines
      return lines.joined().count { $0 == "█" } == count && condition(lines)
    }
  }

  @Test func `a terminal that never answers shows characters and keeps no key waiting`() throws {
    let terminal = try reader()
    try terminal.awaitOutput(Self.question)
    try terminal.send("i", showing: "Picture shown")
    terminal.send("p")
    // Its first two letters may be those of “Picture”.
    try terminal.awaitOutput("nned “first”")
    #expect(!terminal.text.contains("\u{1B}P") && terminal.text.ranges(of: "\u{1B}_G").count == 1)
    // Late, it counts.
    terminal.send("\u{1B}_Gi=1650814060;OK\u{1B}\\")
    try terminal.awaitOutput(Self.place)
    try quit(terminal)
  }

  @Test func `keys act again after an answer whose end is lost`() throws {
    let terminal = try reader()
    try terminal.awaitOutput(Self.question)
    terminal.send("\u{1B}_Gi=1650814060;O")
    var pressed = ContinuousClock.now
    try terminal.until("a key that acts") { terminal in
      if .now - pressed > .milliseconds(200) {
        terminal.send("p")
        pressed = .now
      }
      return terminal.text.contains("Pinned")
    }
    try quit(terminal)
  }

  @Test(arguments: [
    ("", ["TMUX": "/tmp/tmux,1,0"], (10, 20)), ("", ["STY": "1.host"], (10, 20)), ("", [:], (0, 0)),
    ("graphics = 'characters'\n", [:], (10, 20)), ("pictures = 'never'\n", [:], (10, 20)),
    ("", ["NO_COLOR": "1"], (10, 20)), ("graphics = 'kitty'\n", [:], (0, 0)),
  ])
  func `where there can be no graphics nothing is asked or sent`(
    _ setting: String, _ variables: [String: String], _ cell: (Int, Int)
  ) throws {
    let terminal = try reader(setting, variables, cell: cell)
    terminal.send("i")
    try terminal.awaitOutput(setting.contains("never") ? "Pictures are off" : "Picture shown")
    try quit(terminal)
    #expect(!terminal.text.contains("\u{1B}_G") && !terminal.text.contains("\u{1B}P"))
    #expect(!terminal.text.contains("\u{1B}[c"))
  }

  @Test func `a hostile program leaves its characters and no other byte`() throws {
    try folder.add(
      "chafa", "cat > /dev/null", "case $2 in", "symbols) printf 'aa\\naa\\n' ;;",
      "*) printf '\\033_Ga=T,f=24,s=1,v=1,c=2,r=2,m=0;AAAA\\033\\\\\\033]2;gotcha\\007' ;;", "esac")
    let terminal = try reader("graphics = 'kitty'\n")
    try terminal.send("i", showing: "Picture shown")
    terminal.send("p")
    // Its first two letters may be those of “Picture”.
    try terminal.awaitOutput("nned “first”")
    try quit(terminal)
    #expect(!terminal.text.contains("gotcha") && !terminal.text.contains("\u{1B}_G"))
  }
}
