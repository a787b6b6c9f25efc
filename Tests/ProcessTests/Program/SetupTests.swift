import Foundation
import InboxTestSupport
import Testing

/// The questions of a first run, answered on a terminal.
@Suite("setup", .waiting) struct SetupTests {
  let program = Program()

  /// Runs setup, and gives each question its answer once it is asked; the exit status and the output.
  private func setup(
    _ answers: [(String, String)], shell: String = "/bin/sh", columns: Int = 200,
    terminal name: String = "xterm", path: String? = nil, options: [String] = ["--lines"]
  ) throws -> (status: Int32, text: String) {
    // Without a folder for sockets there is no systemd of the user.
    var variables = [
      "HOME": try program.path, "SHELL": shell, "TERM": name, "XDG_RUNTIME_DIR": "",
      "DBUS_SESSION_BUS_ADDRESS": "",
    ]
    if let path { variables["PATH"] = path }
    let terminal = try PseudoTerminal(
      Program.path, ["setup"] + options, environment: try program.environment(variables),
      columns: columns)
    var times: [String: Int] = [:]
    for (question, answer) in answers {
      times[question, default: 0] += 1
      try terminal.awaitOutput(question, times: times[question] ?? 1)
      terminal.send(answer)
    }
    let status = try terminal.wait()
    return (status >> 8 & 0xFF, terminal.text)
  }

  /// The answers to all questions in their order; a question without one is answered by Enter.
  private func answers(
    _ given: [String: [(String, String)]] = [:], hook: Bool = false
  ) -> [(String, String)] {
    let questions =
      [
        "name?", "Density", "Keys as in", "Keep desktop notifications", "ntfy topics to receive",
        "GitHub notifications", "cron jobs",
      ] + (hook ? ["long bash commands finish"] : []) + ["over HTTP", "Show desktop alerts"]
    return questions.flatMap { given[$0] ?? [($0, "\n")] }
  }

  private func file(_ name: String) throws -> String {
    try String(contentsOfFile: program.path + "/" + name, encoding: .utf8)
  }

  @Test func `a first run writes every setting as a comment, and what was chosen`() throws {
    let given = [
      "name?": [
        ("name? [default]", "indgo\n"), ("did you mean", ""), ("name? [default]", "indigo\n"),
        ("Use indigo? [Y/n]", "\n"),
      ], "Density": [("Density: auto, comfortable, compact? [auto]", "compact\n")],
      "Keys as in": [
        ("Keys as in: default, vim, mutt, newsboat, emacs?", "vi\n"), ("did you mean", ""),
        ("Keys as in", "vim\n"),
      ],
      "Keep desktop notifications": [
        ("replace (the messages come here instead of pop-ups) [no]", "copi\n"),
        ("did you mean", ""), ("Keep desktop notifications", "copy\n"),
      ],
      "ntfy topics to receive": [
        ("ntfy topics to receive", "ntfy.sh/alerts\n"), ("expected an address such as", ""),
        ("ntfy topics to receive", "https://ntfy.sh/alerts,door\n"),
      ], "over HTTP": [("over HTTP on 127.0.0.1:7575", "\n")],
      "Show desktop alerts": [("Show desktop alerts", "terminal\n")],
    ]
    let (status, text) = try setup(answers(given) + [("Write it? [Y/n]", "y\n")])
    #expect(status == 0, "\(text)")
    let configuration = try file("config.toml")
    #expect(configuration.contains("\ntheme = \"indigo\"\n"))
    #expect(configuration.contains("\ndensity = \"compact\"\n"))
    #expect(configuration.contains("\n[alerts]\n"))
    #expect(configuration.contains("\ndesktop = \"auto\"\n"))
    #expect(configuration.contains("\n[keys]\npreset = \"vim\"\n"))
    #expect(configuration.contains("\nreceive = \"monitor\"\n"))
    #expect(configuration.contains("\n# [http]\n"))
    #expect(
      configuration.hasSuffix(
        "\n[[ntfy]]\nserver = \"https://ntfy.sh\"\ntopics = [\"alerts\", \"door\"]\n"))
    #expect(try program.run("config", "check").status == 0)
    #expect(text.contains("to receive messages, start bellboardd yourself"))
  }

  @Test func `it can be run again, and keeps what is there`() throws {
    let before = "# mine\ntheme = \"indigo\" # dark\n[http]\nrate = 5\n[keys]\n\"x\" = \"delete\"\n"
    try program.configure(before)
    let again = answers(["name?": [("name? [indigo]", "\n")], "over HTTP": [("over HTTP", "n\n")]])
    let (status, text) = try setup(again + [("Write it?", "n\n")])
    #expect(status == 0 && text.contains("Nothing was changed."), "\(text)")
    #expect(try file("config.toml") == before)
    let agreed = try setup(again + [("Write it?", "\n")])
    #expect(agreed.status == 0, "\(agreed.text)")
    #expect(
      try file("config.toml") == before.replacing("[http]\n", with: "[http]\nenabled = false\n"))
    let unchanged = try setup(answers())
    #expect(unchanged.text.contains("Nothing to change."), "\(unchanged.text)")
  }

  @Test func `what is read already and what cannot be are told in a person's words`() throws {
    try program.configure(
      """
      [[ntfy]]
      name = "door"
      server = "http://127.0.0.1:9"
      topics = ["a", "b"]
      """)
    let (status, text) = try setup(
      answers([
        "name?": [("Theme, by number or name? [default]", "\n")],
        "ntfy topics to receive": [
          ("ntfy topics to receive", "rubbish\n"), ("write server/topics, as in", ""),
          ("ntfy topics to receive", "\n"),
        ],
      ]), columns: 60)
    #expect(status == 0, "\(text)")
    #expect(text.contains("Already read: http://127.0.0.1:9/a,b\r\n"), "\(text)")
    let themes = text.split(separator: "\r\n").filter {
      $0.contains("tokyo") || $0.hasPrefix("Themes")
    }
    #expect(!text.contains("ntfy[") && themes.allSatisfy { $0.count <= 60 }, "\(themes)")
  }

  @Test func `the hook goes into the start file of the shell once`() throws {
    try program.configure("theme = \"indigo\"\n")
    try program.write("alias l=ls", to: ".bashrc")
    let given = ["long bash commands finish": [("long bash commands finish", "y\n")]]
    let (status, text) = try setup(
      answers(given, hook: true) + [("Write it?", "\n")], shell: "/bin/bash")
    #expect(status == 0, "\(text)")
    #expect(
      try file(".bashrc") == "alias l=ls\n# Notify when long commands finish.\n"
        + "eval \"$(bellboard hook bash)\"\n")
    #expect(try file("config.toml") == "theme = \"indigo\"\n")
    let again = try setup(answers(), shell: "/bin/bash").text
    #expect(again.contains("Long bash commands: set up already."), "\(again)")
    #expect(again.contains("Nothing to change."), "\(again)")
  }

  @Test func `what was written is told where a later file fails`() throws {
    try program.configure("")
    try FileManager.default.createDirectory(
      atPath: program.path + "/.bashrc", withIntermediateDirectories: false)
    let (status, text) = try setup(
      answers(
        [
          "Keys as in": [("Keys as in", "vim\n")],
          "long bash commands finish": [("long bash commands finish", "y\n")],
        ], hook: true) + [("Write it?", "\n")], shell: "/bin/bash")
    #expect(status == 1, "\(text)")
    let wrote = try #require(text.range(of: "wrote \(program.path)/config.toml"))
    #expect(text[wrote.upperBound...].contains("/.bashrc: Is a directory"), "\(text)")
  }

  @Test func `a theme is chosen by its number once its rows have been seen`() throws {
    let names = try program.run("theme", "list").lines.map { $0.dropFirst(2).prefix { $0 != " " } }
    let number = try #require(names.firstIndex(of: "indigo")) + 1
    let other = try #require(names.firstIndex(of: "light")) + 1
    let given = [
      "name?": [
        ("name? [default]", "\(other)\n"), ("Use light? [Y/n]", "n\n"),
        ("name? [default]", "\(number)\n"), ("Use indigo? [Y/n]", "\n"),
      ], "Keys as in": [("Keys as in", "mutt\n")],
    ]
    try program.configure("[keys]\n\"X\" = \"delete\"\n")
    let colored = try setup(answers(given) + [("Write it?", "\n")], terminal: "xterm-256color")
    #expect(colored.status == 0 && colored.text.contains("\(number) indigo"), "\(colored.text)")
    #expect(colored.text.contains("Disk 91 % full on db-2"))
    #expect(colored.text.contains("\u{1B}[1;38;5;") || colored.text.contains("\u{1B}[38;5;"))
    #expect(
      try file("config.toml")
        == "theme = \"indigo\"\n[keys]\npreset = \"mutt\"\n\"X\" = \"delete\"\n")
    let again = try setup(answers(["name?": [("name? [indigo]", "\n")]]))
    #expect(again.text.contains("[mutt]") && again.text.contains("Nothing to change."))
  }

  @Test func `on a narrow terminal themes are in columns and lines break between words`() throws {
    let text = try setup(answers() + [("Write it?", "n\n")], columns: 50).text
    let lines = text.components(separatedBy: "\r\n").prefix { !$0.contains("Theme, by number") }
    #expect(lines.allSatisfy { $0.count <= 50 }, "\(text)")
    let themes = lines.filter { $0.hasPrefix("  ") }.map { $0.dropFirst(6) }
    let seconds = themes.compactMap { line in
      line.firstMatch(of: #/ {3,}\d+ /#).map {
        line.distance(from: line.startIndex, to: $0.range.upperBound)
      }
    }
    #expect(seconds.count > 5 && Set(seconds).count == 1, "\(text)")
  }

  @Test func `themes by background are kept until another one is chosen`() throws {
    let before = "theme = { light = \"light\", dark = \"nord\" }\n"
    try program.configure(before)
    let kept = try setup(answers(["name?": [("name? [by background]", "\n")]]))
    #expect(kept.text.contains("Nothing to change."), "\(kept.text)")
    let given = ["name?": [("name? [by background]", "indigo\n"), ("Use indigo", "\n")]]
    let changed = try setup(answers(given) + [("Write it?", "\n")])
    #expect(try file("config.toml") == "theme = \"indigo\"\n", "\(changed.text)")
  }

  @Test func `a terminal without colors shows the rows as plain text`() throws {
    let (status, text) = try setup(
      answers(["name?": [("name?", "indigo\n"), ("Use indigo", "\n")]]) + [("Write it?", "n\n")],
      terminal: "dumb", options: [])
    #expect(status == 0 && text.contains("Disk 91 % full on db-2"), "\(text)")
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `an end of the input, or a Ctrl-C, changes nothing`() throws {
    for end in ["\u{4}", "\u{3}"] {
      let (status, text) = try setup([
        ("name?", "indigo\n"), ("Use indigo", "\n"), ("Density", "\n"), ("Keys", end),
      ])
      #expect(status != 0 || end == "\u{3}", "\(text)")
      #expect(!FileManager.default.fileExists(atPath: try program.path + "/config.toml"))
    }
  }

  @Test func `without a terminal, or with mistakes in the file, nothing is asked`() throws {
    try program.run(
      "setup", ending: 1, printing: "", saying: "needs a terminal; 'bellboard config init'")
    try program.configure("theme = \n")
    let (status, text) = try setup([])
    #expect(status == 1 && text.contains("config.toml:1:"), "\(text)")
  }

  @Test func `a link to no file is told before anything is asked`() throws {
    let link = try program.path + "/config.toml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "dots.toml")
    let (status, text) = try setup([])
    #expect(status == 1 && text.contains("is a link to a file that does not exist"), "\(text)")
    #expect(!text.contains("Theme"))
    try program.write("", to: "dots.toml")
    #expect(try setup(answers()).text.contains("Nothing to change."))
  }

  @Test func `the daemon is started as a service where somebody wants it`() throws {
    let tools = try ProgramFolder()
    try tools.add(
      "systemctl", "echo \"$@\" >> \(tools.path)/called", "[ \"$2\" != is-enabled ] || exit 1")
    let given = ["Show desktop alerts": [("Show desktop alerts", "always\n")]]
    let questions = [("Write it?", "\n"), ("Start bellboardd now, and at each login? [Y/n]", "\n")]
    let (status, text) = try setup(answers(given) + questions, path: tools.searchPath)
    #expect(status == 0 && text.contains("bellboardd receives"), "\(text)")
    let called = try String(contentsOfFile: tools.path + "/called", encoding: .utf8)
    #expect(called.hasSuffix("--user daemon-reload\n--user enable --now bellboardd.service\n"))
    #expect(try file(".config/systemd/user/bellboardd.service").contains("ExecStart="))
    #expect(try file("config.toml").contains("\ndesktop = \"dbus\"\n"))
  }
}
