import Foundation
import InboxTestSupport
import Testing

/// The mouse of a terminal, byte by byte.
@Suite(.serialized) struct MouseTerminalTests {
  private static let on = "\u{1B}[?1002h\u{1B}[?1006h"
  private static let off = "\u{1B}[?1006l\u{1B}[?1002l"

  private func probe(
    type: String = "xterm-256color", _ more: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let environment = [
      "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no", "TERM": type,
    ]
    let terminal = try PseudoTerminal(
      BuiltProgram.path("TerminalProbe"), environment: environment.merging(more) { $1 })
    try terminal.awaitNote("presented")
    return terminal
  }

  @Test(arguments: ["xterm-256color", "screen-256color", "tmux-256color"])
  func `a report is an event, and no byte of it a key`(type: String) throws {
    let terminal = try probe(type: type)
    terminal.send("\u{1B}[<0;20;9M")
    #expect(try terminal.nextNote() == "mouse press 19,8")
    terminal.send("\u{1B}[<0;20;9mj")
    #expect(try terminal.nextNote() == "mouse release 19,8")
    #expect(try terminal.nextNote() == "character(\"j\")")
    #expect(try terminal.wait(sending: "q") == 0)
  }

  @Test func `a report that comes in two pieces is one event`() throws {
    let terminal = try probe()
    let report = Array("\u{1B}[<65;20;9M".utf8)
    for cut in 2..<report.count {
      terminal.send(Array(report[..<cut]))
      // The first piece has been read when something else was asked of the program and done.
      terminal.resize(columns: 80 + cut, rows: 24)
      try terminal.awaitNote("size \(80 + cut)x24")
      terminal.send(Array(report[cut...]))
      #expect(try terminal.nextNote() == "mouse wheel(1) 19,8")
    }
    terminal.send("q")
    #expect(try terminal.nextNote() == "character(\"q\")")
    #expect(try terminal.wait() == 0)
  }

  @Test func `a flood of the wheel is taken whole, joined, and without a key`() throws {
    let terminal = try probe()
    let piece = String(repeating: "\u{1B}[<65;20;9M", count: 250)
    var (events, notches) = (0, 0)
    for round in 1...40 {
      terminal.send(piece)
      while notches < round * 250 {
        let note = try terminal.nextNote()
        notches += try #require(
          note.wholeMatch(of: /mouse wheel\((\d+)\) 19,8/).flatMap { Int($0.1) })
        events += 1
      }
    }
    #expect(notches == 10_000 && events < notches)
    terminal.send("q")
    #expect(try terminal.nextNote() == "character(\"q\")")
    #expect(try terminal.wait() == 0)
  }

  @Test func `it is on behind the first picture, and off when the terminal is given back`() throws {
    let terminal = try probe()
    try terminal.awaitOutput(Self.on)
    let picture = try #require(terminal.text.firstRange(of: "probe é"))
    let on = try #require(terminal.text.firstRange(of: Self.on))
    #expect(picture.upperBound <= on.lowerBound)
    #expect(try terminal.wait(sending: "q") == 0)
    #expect(terminal.isMouseOff)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func `a signal that ends turns it off`(
    number: Int32
  ) throws {
    let terminal = try probe()
    try terminal.awaitOutput(Self.on)
    terminal.signal(number)
    #expect(try terminal.wait() == (128 + number) << 8)
    #expect(terminal.isMouseOff)
  }

  @Test(arguments: ["!", "0"]) func `a crash turns it off`(key: String) throws {
    let terminal = try probe()
    try terminal.awaitOutput(Self.on)
    terminal.send(key)
    #expect(try terminal.wait() & 0x7F != 0)
    #expect(terminal.isMouseOff)
  }

  @Test func `a program in the terminal finds it off, and it is on again behind it`() throws {
    let terminal = try probe()
    try terminal.awaitOutput(Self.on)
    try terminal.send("|", showing: "Press Enter to continue.")
    #expect(terminal.isMouseOff)
    terminal.send("\r")
    try terminal.awaitNote("launched done")
    try terminal.awaitOutput(Self.on, times: 2)
    #expect(!terminal.isMouseOff)
    #expect(try terminal.wait(sending: "q") == 0)
    #expect(terminal.isMouseOff)
  }

  @Test func `a terminal that is not known to have one is asked for none`() throws {
    let terminal = try probe(type: "vt220")
    #expect(try terminal.wait(sending: "q") == 0)
    #expect(!terminal.text.contains("1002") && !terminal.text.contains("1006"))
  }
}

extension PseudoTerminal {
  /// Whether reports of the mouse were turned off last.
  fileprivate var isMouseOff: Bool {
    let changes = text.matches(of: /\u{1B}\[\?100[26]([hl])/).map { $0.output.1 }
    return changes.suffix(2) == ["l", "l"]
  }
}
