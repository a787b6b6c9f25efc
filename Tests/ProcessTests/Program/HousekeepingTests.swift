import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import bellboard

@Suite("theme, config, keys, doctor, help") struct HousekeepingTests {
  let program = Program()

  @Test func `themes are listed with the one in use`() throws {
    try program.write("name = \"Mine\"\n", to: "themes/mine.toml")
    let lines = try program.run("theme", "list", environment: ["BELLBOARD_THEME": "mine"]).lines
    #expect(lines.contains { $0.hasPrefix("* mine ") && $0.hasSuffix("/themes/mine.toml") })
    for name in ["default", "light", "dark", "high-contrast", "monochrome", "indigo"] {
      #expect(lines.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
  }

  @Test func `the version is printed, and told as an error where it cannot be`() throws {
    let run = try program.run("--version")
    // The commit stands behind it where the build knows it.
    let number = run.output.split(whereSeparator: \.isWhitespace).first.map(String.init)
    let place = URL(filePath: BuiltProgram.packageFolder).appending(path: "VERSION")
    let file = try String(contentsOf: place, encoding: .utf8)
    #expect(run.status == 0 && number == file.trimmingCharacters(in: .newlines))
    #expect(run.errors == "" && run.output.split(separator: "\n").count == 1)
    #expect(try program.shell("\"$B\" --version >&-").status == 1)
    #expect(try program.shell("\"$B\" --version >/dev/full").status == 1)
  }

  @Test func `a good theme is checked silently`() throws {
    try program.run("theme", "check", "default", "indigo", ending: 0, printing: "", errors: "")
  }

  @Test(arguments: [
    ("name = \"x\"\n[unread]\nmarc = \"!\"\n", 3, "mark"),
    ("[unread]\ntitle = { lines = \"x\" }\n", 2, "title"),
    ("[read]\nbackground = \"bluue\"\n", 2, "blue"),
    ("[unread\n", 1, "syntax"),
  ])
  func `a bad theme is reported by line`(_ text: String, _ line: Int, _ word: String) throws {
    let path = try program.write(text, to: "bad.toml")
    try program.run("theme", "check", path, ending: 1, saying: "\(path):\(line):", word)
  }

  @Test func `a cycle of inherits is reported`() throws {
    try program.write("inherits = \"b\"\n", to: "themes/a.toml")
    try program.write("inherits = \"a\"\n", to: "themes/b.toml")
    try program.run("theme", "check", "a", ending: 1, saying: ".toml:1:")
  }

  @Test func `an unknown theme names the nearest`() throws {
    try program.run("theme", "show", "indgo", ending: 1, saying: "indigo")
    #expect(try program.run("theme", "check", "/nonexistent.toml").status == 1)
  }

  @Test(arguments: ["default", "indigo", "nord"])
  func `a theme that is shown is a theme again`(_ name: String) throws {
    let shown = try program.run("theme", "show", name).output
    let path = try program.write(shown, to: "copy.toml")
    try program.run("theme", "check", path, ending: 0)
    #expect(try program.run("theme", "show", path).output == shown)
  }

  @Test func `paths are those of the home`() throws {
    let home = try program.path
    let lines = try program.run("config", "path", "--inbox", "office").lines
    #expect(
      lines == [
        "configuration\t\(home)/config.toml", "mutes\t\(home)/mutes.toml", "themes\t\(home)/themes",
        "inbox\t\(home)/inboxes/office/inbox.sqlite",
      ])
  }

  @Test func `an absent configuration is fine`() throws {
    try program.run("config", "check", ending: 0, errors: "")
  }

  @Test(arguments: [
    ("maximum_notifications = \"many\"\n", 1, "maximum_notifications"),
    ("\nthem = \"nord\"\n", 2, "theme"),
    ("[keys]\n\"C-x\" = \"no-such-command\"\n", 2, "no-such-command"),
    ("[keys]\n\"Entr\" = \"view\"\n", 2, "Enter"), ("sort = \"newset\"\n", 1, "newest"),
    ("[keys]\n\"C-x\" = \"!echo {nope}\"\n", 2, "there is no field 'nope'"),
    ("[[rules]]\nrun = [\"/no/such\"]\n", 2, "rules[1].run: there is no program /no/such"),
    ("[[rules]]\ndone = true\n", 2, "rules[1].done: it would hide every new message"),
    ("[[rules]]\n[[rules]]\non_read = \"nosuch x\"\n", 3, "there is no program nosuch"),
    ("[[rules]]\nescalate = { after = \"1m\", run = \"nosuch\" }", 2, "no program nosuch"),
  ])
  func `a bad configuration is told by line`(_ text: String, _ line: Int, _ word: String) throws {
    let path = try program.configure(text)
    try program.run("config", "check", ending: 1, saying: "\(path):\(line):", word)
  }

  @Test func `the errors of a configuration are in the order of its lines`() throws {
    let text = """
      theme = "nrod"
      [[rules]]
      run = ["/no/such"]
      filter = "is:read"
      [keys]
      "C-x" = "no-such-command"
      [[command]]
      commnd = "x"

      """
    try program.configure(text)
    let lines = try program.run("config", "check").errors.split(separator: "\n").map { line in
      line.split(separator: "config.toml:").last?.split(separator: ":").first.flatMap { Int($0) }
    }
    #expect(lines == lines.sorted { $0 ?? 0 < $1 ?? 0 } && Set(lines) == [1, 3, 4, 6, 7, 8])
  }

  @Test func `a theme that nobody knows is reported where it is named`() throws {
    let path = try program.configure("sort = \"oldest\"\ntheme = \"nrod\"\n")
    let run = try program.run("config", "check", ending: 1)
    #expect(run.errors.hasPrefix("\(path):2:9: no theme named nrod"), "\(run.errors)")
    #expect(try program.run("doctor").output.contains("\(path):2:9: no theme"))
    let variable = try program.run("config", "check", environment: ["BELLBOARD_THEME": "drak"])
    #expect(variable.errors.hasPrefix("BELLBOARD_THEME: no theme named drak"))
  }

  @Test func `a bad configuration stops no command`() throws {
    try program.configure("maximum_notifications = \"many\"\n")
    #expect(try program.run("push", "x").status == 0)
  }

  @Test func `keys follow the configuration`() throws {
    try program.configure("[keys]\n\"F5\" = \"move-down\"\n")
    let lines = try program.run("keys").lines
    #expect(lines.contains { $0.contains("F5") && $0.hasSuffix("move-down") })
    #expect(!(try program.run("keys", "--markdown").output.contains("F5")))
  }

  @Test func `doctor says what is not there yet`() throws {
    let run = try program.run("doctor", environment: ["TERM": "xterm-256color"], ending: 0)
    #expect(run.lines.contains { $0.hasPrefix("ok    inbox") && $0.contains("empty; the first") })
    #expect(
      run.lines.contains { $0.hasPrefix("ok    configuration") && $0.contains("defaults are used") }
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.path) == [])
    try program.configure("sort = \"oldest\"\n")
    #expect(!(try program.run("doctor").output.contains("defaults are used")))
  }

  @Test func `doctor finds a fresh inbox sound`() throws {
    try program.run("push", "x")
    let run = try program.run("doctor", environment: ["TERM": "xterm-256color"], ending: 0)
    #expect(!run.output.contains("FAIL"))
    #expect(run.lines.contains { $0.hasPrefix("ok    database") })
  }

  @Test func `doctor shows for whom the log is kept, and who has missed some of it`() throws {
    for index in 1...3 { try program.run("push", "message \(index)") }
    let path = try program.path + "/inboxes/default/inbox.sqlite"
    let file = SQLiteFile(path: path)
    try file.execute("INSERT INTO cursor VALUES ('exchange', 2, 1769860800000)")
    let kept = try program.run("doctor").lines.first { $0.contains("  change log  ") }
    #expect(kept?.hasPrefix("ok") == true && kept?.contains("kept for 'exchange'") == true)
    #expect(kept?.contains("at most 180 days or 256 MB") == true, "\(kept ?? "")")
    try file.execute(
      "DELETE FROM log WHERE sequence < 3; UPDATE cursor SET sequence = 1 WHERE name = 'exchange'")
    let missed = try program.run("doctor").lines.first { $0.contains("  change log  ") }
    #expect(missed?.hasPrefix("warn") == true && missed?.contains("starts at 3") == true)
  }

  // Before: of three messages removed one by one 1 messages were told.
  @Test func `doctor tells how many old messages were removed in all`() throws {
    try program.configure("maximum_notifications = 3\n")
    for index in 1...4 { try program.run("push", "message \(index)") }
    let one = try program.run("doctor").output
    #expect(
      one.contains("1 old message removed by the maximum or their age while unread, now"), "\(one)")
    for index in 5...6 { try program.run("push", "message \(index)") }
    let three = try program.run("doctor").output
    #expect(
      three.contains(
        "3 old messages removed by the maximum or their age, 3 of them unread, the last now"))
  }

  @Test func `doctor fails with a bad configuration, and says where`() throws {
    let path = try program.configure("them = 1\n")
    let run = try program.run("doctor", ending: 1)
    #expect(run.lines.contains { $0.hasPrefix("FAIL") && $0.contains("\(path):1:") })
  }

  @Test func `doctor fails with a database that is none`() throws {
    let text = String(repeating: "not a database ", count: 100)
    let path = try program.write(text, to: "inboxes/default/inbox.sqlite")
    let run = try program.run("doctor", ending: 1)
    #expect(run.lines.contains { $0.hasPrefix("FAIL") && $0.contains(path) })
  }

  @Test func `doctor tells of files that others may read`() throws {
    try program.run("push", "x")
    let folder = try program.path + "/inboxes/default"
    chmod(folder, 0o755)
    #expect(try program.run("doctor", ending: 1).output.contains("755"))
  }

  @Test func `every command has help`() throws {
    let commands = try program.commands()
    #expect(commands.count >= 40)
    for command in commands {
      let run = try program.run(command.path + ["--help"], ending: 0)
      #expect(run.output.hasPrefix("OVERVIEW: "), "\(command.path)")
      let usage = "USAGE: bellboard \(command.path.joined(separator: " "))"
      #expect(run.output.contains(usage), "\(command.path)")
    }
  }

  @Test func `help names every filter word`() throws {
    let lines = try program.run("list", "--help").lines
    for word in FilterWord.all {
      let name = word.name + (word.argument ?? "")
      #expect(lines.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
  }

  @Test func `the page of keys has the table of the program`() throws {
    let page = try String(
      contentsOfFile: Program.packageFolder + "/Documentation/Keys.md", encoding: .utf8)
    let parts = page.components(separatedBy: "<!-- keys -->\n")
    guard parts.count == 3 else {
      Issue.record("Keys.md has no two marks <!-- keys --> around the table")
      return
    }
    #expect(parts[1] == (try program.run("keys", "--markdown").output))
  }

  @Test func `a configuration is written once and checks well`() throws {
    let made = try program.run("config", "init")
    let path = made.output.trimmingCharacters(in: .newlines)
    #expect(made.status == 0 && path.hasSuffix("/config.toml"), "\(made.errors)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try program.run("config", "init", "--print").output == text)
    #expect(try program.run("config", "check").status == 0)
    try program.configure("sort = \"oldest\"\n")
    try program.run("config", "init", ending: 1, saying: "already exists")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "sort = \"oldest\"\n")
  }

  @Test func `why a configuration cannot be written is reported`() throws {
    try program.run(
      "config", "init", environment: ["BELLBOARD_HOME": "/proc/nothing"], ending: 1,
      saying: "No such file or directory")
    let file = try program.write("", to: "file")
    try program.run(
      "config", "init", environment: ["BELLBOARD_HOME": file + "/x"], saying: "Not a directory")
  }

  private func fail(_ arguments: String..., saying words: String) throws {
    let run = try program.run(arguments)
    // The findings of doctor are its result.
    #expect(run.status == 1)
    #expect((run.output + run.errors).contains(words), "\(run.output)\(run.errors)")
  }

  @Test func `a configuration that cannot be read is told where it may name the inbox`() throws {
    try program.configure("inbox = \"work\"\nmaximum = \n")
    try program.run(
      "push", "title", ending: 0, saying: "config.toml:2:", "is not used until this is fixed")
  }

  @Test func `a configuration that is a pipe is named, and commands go on without`() throws {
    let path = try program.path + "/config.toml"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try program.run("push", "title").status == 0)
    #expect(try program.run("count").output == "1\n")
    try fail("config", "check", saying: "\(path): cannot be read: it is not a regular file")
    try fail("doctor", saying: "\(path): cannot be read: it is not a regular file")
  }

  @Test func `an endless configuration is named, and commands go on without`() throws {
    let path = try program.path + "/config.toml"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    #expect(try program.run("count").output == "0\n")
    try fail("config", "check", saying: "\(path): cannot be read: it is not a regular file")
  }

  @Test func `programs of the screen that are not there are told with their place`() throws {
    let path = try program.configure("opener = 'sh'\nclipboard = 'no-such-clip'\n")
    let message = "\(path):2:13: clipboard: there is no program no-such-clip"
    try fail("config", "check", saying: message)
    let doctor = try program.run("doctor")
    #expect(doctor.output.contains(message) && !doctor.output.contains("program sh"))
  }

  @Test func `a huge configuration is named by its limit`() throws {
    try program.configure(String(repeating: "# comment\n", count: 200_000))
    #expect(try program.run("count").output == "0\n")
    try fail("config", "check", saying: "it has more than 1 MiB, and no file of settings has")
  }

  @Test func `a theme that is a pipe, endless or huge is named`() throws {
    try program.write(String(repeating: "# comment\n", count: 200_000), to: "themes/huge.toml")
    let themes = try program.path + "/themes/"
    #expect(mkfifo(themes + "pipe.toml", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: themes + "endless.toml", withDestinationPath: "/dev/zero")
    try fail("theme", "check", "huge", saying: "huge.toml: cannot be read: it has more than 1 MiB")
    try fail(
      "theme", "check", "pipe", saying: "pipe.toml: cannot be read: it is not a regular file")
    try fail(
      "theme", "check", "endless", saying: "endless.toml: cannot be read: it is not a regular file")
    #expect(try program.run("theme", "list").status == 0)
  }

  @Test(arguments: ["[", "theme = [", "[[", "[keys", "theme = {", "theme = \"", "a.", "\u{0}"])
  func `a file that is saved half typed is a mistake with a place`(end: String) throws {
    let path = try program.configure("sort = 'oldest'\n" + end)
    try fail("config", "check", saying: "\(path):2:")
    let theme = try program.write("[unread]\n" + end, to: "half.toml")
    try fail("theme", "check", theme, saying: "\(theme):2:")
  }
}
