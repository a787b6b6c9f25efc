import Foundation
import InboxTestSupport
import Testing

@Suite(.serialized) struct NCursesTerminalTests {
  private func probe(
    type: String? = "xterm-256color", _ more: [String: String] = [:], columns: Int = 80,
    rows: Int = 24
  ) throws -> PseudoTerminal {
    var environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    // Its questions after a crash are not ours.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment["TERM"] = type
    environment.merge(more) { $1 }
    return try PseudoTerminal(
      BuiltProgram.path("TerminalProbe"), environment: environment, columns: columns, rows: rows)
  }

  @Test(arguments: [
    ("j", "character(\"j\")"), ("é", "character(\"é\")"), ("日", "character(\"日\")"),
    ("\r", "enter"), ("\t", "tab"), ("\u{7F}", "backspace"), ("\u{4}", "control(\"d\")"),
    ("\u{1B}OA", "up"), ("\u{1B}[Z", "backTab"), ("\u{1B}[6~", "pageDown"), ("\u{1B}[3~", "delete"),
    ("\u{1B}x", "alt(\"x\")"), ("\u{1B}", "escape"), ("\u{1B}[99;9u", "unknown"),
    ("\u{1B}[200~d\u{1B}[Aq\r\u{1B}[201~", #"pasted "d"#),
  ]) func `bytes become one key or one paste`(bytes: String, note: String) throws {
    let terminal = try probe().presented()
    terminal.send(bytes)
    #expect(try terminal.nextNote().hasPrefix(note))
    terminal.send("q")
    #expect(try terminal.nextNote() == "character(\"q\")")
    #expect(try terminal.wait() == 0)
  }

  @Test(arguments: [
    "\u{1B}[<66;20;9M", "\u{1B}[M\u{60}\u{34}\u{29}", "\u{1B}[I", "\u{1B}[O", "\u{1B}[?62;1c",
    "\u{1B}[24;80R", "\u{1B}]10;rgb:1e1e/1e1e/2e2e\u{07}",
  ]) func `a report or answer of the terminal is no key`(bytes: String) throws {
    let terminal = try probe().presented()
    terminal.send(bytes + "q")
    #expect(try terminal.nextNote() == "character(\"q\")")
    #expect(try terminal.wait() == 0)
  }

  @Test func `an answer on the background tells it, and is no key`() throws {
    let terminal = try probe().presented()
    terminal.send("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{07}q")
    #expect(try terminal.nextNote() == "background dark")
    #expect(try terminal.nextNote() == "character(\"q\")")
    #expect(try terminal.wait() == 0)
  }

  @Test func `invalid bytes are ignored`() throws {
    let terminal = try probe().presented()
    terminal.send([0xFF, 0xC3, 0x6A])
    #expect(try terminal.nextNote() == "character(\"j\")")
  }

  @Test func `quitting leaves the terminal as it was`() throws {
    let terminal = try probe()
    let before = terminal.settingsBefore
    _ = try terminal.presented()
    #expect(terminal.settings != before)
    #expect(try terminal.wait(sending: "q") == 0)
    #expect(terminal.settings == before)
    #expect(terminal.text.contains("\u{1B}[?1049l"))
    #expect(terminal.text.contains("\u{1B}[?2004l"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal that ends leaves the terminal as it was`(number: Int32) throws {
    let terminal = try probe()
    let before = terminal.settingsBefore
    _ = try terminal.presented()
    terminal.signal(number)
    #expect(try terminal.wait() == (128 + number) << 8)
    #expect(terminal.settings == before)
  }

  @Test(arguments: ["!", "0"]) func `a crash leaves the terminal as it was`(key: String) throws {
    let terminal = try probe()
    let before = terminal.settingsBefore
    _ = try terminal.presented()
    terminal.send(key)
    #expect(try terminal.wait() & 0x7F != 0)
    #expect(terminal.settings == before)
    #expect(terminal.text.contains("\u{1B}[?1049l"))
  }

  @Test func `a resize reaches the pane down to one cell`() throws {
    let terminal = try probe().presented()
    terminal.resize(columns: 1, rows: 1)
    try terminal.awaitNote("size 1x1")
    terminal.resize(columns: 100, rows: 30)
    try terminal.awaitNote("size 100x30")
    #expect(try terminal.wait(sending: "q") == 0)
  }

  @Test func `a terminal of any size is drawn, beyond a limit in its upper left`() throws {
    let terminal = try probe().presented()
    for (size, shown) in [
      ((65_535, 2), "4096x2"), ((2, 65_535), "2x1024"), ((32_768, 3), "4096x3"),
      ((80, 24), "80x24"),
    ] {
      terminal.resize(columns: size.0, rows: size.1)
      try terminal.awaitNote("size \(shown)")
    }
    #expect(try terminal.wait(sending: "q") == 0)
  }

  @Test(arguments: [
    (65_535, 2, [:], "4096x2"), (2, 65_535, [:], "2x1024"),
    (80, 24, ["COLUMNS": "99999", "LINES": "99999999999999999999"], "4096x1024"),
  ]) func `a screen begins on a terminal of any size`(
    columns: Int, rows: Int, variables: [String: String], shown: String
  ) throws {
    let terminal = try probe(variables, columns: columns, rows: rows)
    try terminal.awaitNote("size \(shown)")
    #expect(try terminal.wait(sending: "q") == 0)
  }

  @Test func `a stop that cannot be seen is made up for when the program goes on`() throws {
    let terminal = try probe().presented()
    let settings = terminal.settings
    for round in 2...3 {
      terminal.signal(SIGSTOP)
      try terminal.awaitStop()
      terminal.restoreSettings()
      terminal.signal(SIGCONT)
      for mode in ["\u{1B}[?1049h", "\u{1B}[?2004h", "\u{1B}[?1002h"] {
        try terminal.awaitOutput(mode, times: round)
      }
      #expect(terminal.settings == settings)
    }
    terminal.send("q")
    try terminal.awaitNote("character(\"q\")")
    #expect(try terminal.wait() == 0)
    // Each stop was followed by one new beginning, and no more.
    #expect(terminal.text.ranges(of: "\u{1B}[?2004h").count == 3)
  }

  @Test(
    arguments: [
      (nil, "TERM is not set"), ("no-such-type", "unknown here"), ("dumb", "cannot show a screen"),
    ] as [(String?, String)])
  func `an unfit terminal is reported and left alone`(type: String?, words: String) throws {
    let terminal = try probe(type: type)
    let before = terminal.settingsBefore
    #expect(try terminal.wait() == 1 << 8)
    #expect(terminal.text.contains(words))
    #expect(terminal.settings == before)
  }

  @Test func `colours fit the terminal`() throws {
    let many = try probe().presented()
    #expect(many.text.contains("38;5;196"))
    let none = try probe(type: "xterm-256color", ["NO_COLOR": "1"]).presented()
    #expect(!none.text.contains("38;5;"))
    #expect(none.text.contains(";1mprobe"))
  }

  /// As kitty's own entry is.
  @Test(arguments: [[:], ["NO_COLOR": "1"], ["COLORTERM": "truecolor"]])
  func `dim text is dim where terminfo knows dim and forgets it among the attributes`(
    variables: [String: String]
  ) throws {
    let folder = try TemporaryFolder()
    let source = folder.path + "/entry"
    let attributes = "sgr=\\E[0%?%p2%t;4%;%?%p1%p3%|%t;7%;%?%p6%t;1%;m\\E(B"
    let entry = "forgetful|forgets dim,\n\t\(attributes),\n\tuse=xterm-256color,\n"
    try Data(entry.utf8).write(to: URL(filePath: source))
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["tic", "-x", "-o", folder.path, source]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    let terminal = try probe(type: "forgetful", variables.merging(["TERMINFO": folder.path]) { $1 })
    _ = try terminal.presented()
    #expect(terminal.text.contains("\u{1B}[2m"))
    #expect(terminal.text.contains("38;2;") == (variables["COLORTERM"] != nil))
    #expect(terminal.text.contains("38;5;") == (variables["NO_COLOR"] == nil))
  }

  @Test(arguments: ["truecolor", "24bit"])
  func `a terminal that promises 24-bit colours gets them, with its own keys and palette`(
    promise: String
  ) throws {
    let terminal = try probe(
      type: "xterm-256color", ["COLORTERM": promise, "PROBE_COMMAND": "printenv TERMINFO"])
    _ = try terminal.presented()
    #expect(terminal.text.contains("38;2;255;0;0"))
    #expect(terminal.text.contains("\u{1B}[91m"))
    #expect(terminal.text.contains("38;5;208"))
    terminal.send("\u{1B}OA")
    #expect(try terminal.nextNote() == "up")
    try terminal.send("|", showing: "Press Enter to continue.")
    #expect(!terminal.text.contains("hex:"))
  }

  @Test(arguments: [
    ("xterm-256color", ["COLORTERM": "yes"]), ("screen-256color", ["COLORTERM": "truecolor"]),
    ("xterm", ["COLORTERM": "truecolor"]),
    ("xterm-256color", ["COLORTERM": "truecolor", "NO_COLOR": "1"]),
  ]) func `a promise that is none, or not kept, changes nothing`(
    type: String, variables: [String: String]
  ) throws {
    let terminal = try probe(type: type, variables).presented()
    #expect(!terminal.text.contains("38;2;"))
  }

  @Test func `what ends beside a foreground program is taken after it`() throws {
    let folder = try ProgramFolder()
    let startedFile = "'\(folder.path)/started'"
    let go = "'\(folder.path)/go'"
    try folder.add(
      "xdg-open", "echo $$ > \(startedFile)", "until [ -e \(go) ]; do sleep 0.05; done", "exit 3")
    // The opener ends while the program has the terminal; until it is taken it is a zombie.
    try folder.add(
      "linger", "until [ -s \(startedFile) ]; do sleep 0.05; done", "touch \(go)",
      "until grep -q ') Z ' /proc/$(cat \(startedFile))/stat; do sleep 0.05; done")
    let terminal = try probe(type: "xterm", ["PATH": folder.searchPath, "PROBE_COMMAND": "linger"])
    _ = try terminal.presented()
    terminal.send("o")
    try terminal.awaitNote("launched done")
    try terminal.send("|", showing: "Press Enter to continue.")
    terminal.send("\r")
    try terminal.awaitNote("launched done")
    let started = try String(contentsOfFile: folder.path + "/started", encoding: .utf8)
    let opener = try #require(pid_t(started.trimmingCharacters(in: .newlines)))
    #expect(kill(opener, 0) == -1)
    #expect(try terminal.wait(sending: "q") == 0)
  }
}

extension PseudoTerminal {
  fileprivate func presented() throws -> PseudoTerminal {
    try awaitNote("presented")
    return self
  }
}
