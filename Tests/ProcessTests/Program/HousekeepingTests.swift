import InboxTestSupport
import Foundation
import InboxCore
import Testing

@testable import bellboard

@Suite("theme, config, keys, doctor, help")
struct HousekeepingTests {
  let program = Program()

  @Test func `themes are listed with the one in use`() throws {
    _ = try program.write("name = \"Mine\"\n", to: "themes/mine.toml")
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
    let run = try program.run("theme", "check", "default", "indigo")
    #expect(run.status == 0 && run.output == "" && run.errors == "")
  }

  @Test(
    arguments: [
      ("name = \"x\"\n[unread]\nmarc = \"!\"\n", 3, "mark"),
      ("[unread]\ntitle = { lines = \"x\" }\n", 2, "title"),
      ("[read]\nbackground = \"bluue\"\n", 2, "blue"),
      ("[unread\n", 1, "syntax"),
    ])
  func `a bad theme is reported by line`(_ text: String, _ line: Int, _ word: String) throws {
    let path = try program.write(text, to: "bad.toml")
    let run = try program.run("theme", "check", path)
    #expect(run.status == 1)
    #expect(run.errors.contains("\(path):\(line):"), "\(run.errors)")
    #expect(run.errors.contains(word), "\(run.errors)")
  }

  @Test func `a cycle of inherits is reported`() throws {
    _ = try program.write("inherits = \"b\"\n", to: "themes/a.toml")
    _ = try program.write("inherits = \"a\"\n", to: "themes/b.toml")
    let run = try program.run("theme", "check", "a")
    #expect(run.status == 1)
    #expect(run.errors.contains(".toml:1:"), "\(run.errors)")
  }

  @Test func `an unknown theme names the nearest`() throws {
    let run = try program.run("theme", "show", "indgo")
    #expect(run.status == 1)
    #expect(run.errors.contains("indigo"))
    #expect(try program.run("theme", "check", "/nonexistent.toml").status == 1)
  }

  @Test(arguments: ["default", "indigo", "nord"])
  func `a theme that is shown is a theme again`(_ name: String) throws {
    let shown = try program.run("theme", "show", name).output
    let path = try program.write(shown, to: "copy.toml")
    let check = try program.run("theme", "check", path)
    #expect(check.status == 0, "\(check.errors)")
    #expect(try program.run("theme", "show", path).output == shown)
  }

  @Test func `paths are those of the home`() throws {
    let home = try program.path
    let lines = try program.run("config", "path", "--inbox", "office").lines
    #expect(
      lines == [
        "configuration\t\(home)/config.toml", "mutes\t\(home)/mutes.toml",
        "themes\t\(home)/themes",
        "inbox\t\(home)/inboxes/office/inbox.sqlite",
      ])
  }

  @Test func `an absent configuration is fine`() throws {
    let run = try program.run("config", "check")
    #expect(run.status == 0 && run.errors == "")
  }

  @Test(
    arguments: [
      ("maximum_notifications = \"many\"\n", 1, "maximum_notifications"),
      ("\nthem = \"nord\"\n", 2, "theme"),
      ("[keys]\n\"C-x\" = \"no-such-command\"\n", 2, "no-such-command"),
      ("[keys]\n\"Entr\" = \"view\"\n", 2, "Enter"),
      ("sort = \"newset\"\n", 1, "newest"),
      ("[keys]\n\"C-x\" = \"!echo {nope}\"\n", 2, "there is no field 'nope'"),
      ("[[rules]]\nrun = [\"/no/such\"]\n", 2, "rules[1].run: there is no program /no/such"),
      ("[[rules]]\ndone = true\n", 2, "rules[1].done: it would hide every new message"),
      ("[[rules]]\n[[rules]]\non_read = \"nosuch x\"\n", 3, "there is no program nosuch"),
      ("[[rules]]\nescalate = { after = \"1m\", run = \"nosuch\" }", 2, "no program nosuch"),
    ])
  func `a bad configuration is reported by line`(_ text: String, _ line: Int, _ word: String) throws
  {
    let path = try program.write(text, to: "config.toml")
    let run = try program.run("config", "check")
    #expect(run.status == 1)
    #expect(run.errors.contains("\(path):\(line):"), "\(run.errors)")
    #expect(run.errors.contains(word), "\(run.errors)")
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
    _ = try program.write(text, to: "config.toml")
    let lines = try program.run("config", "check").errors.split(separator: "\n").map { line in
      line.split(separator: "config.toml:").last?.split(separator: ":").first.flatMap { Int($0) }
    }
    #expect(lines == lines.sorted { $0 ?? 0 < $1 ?? 0 } && Set(lines) == [1, 3, 4, 6, 7, 8])
  }

  @Test func `a theme that nobody knows is reported where it is named`() throws {
    let path = try program.write("sort = \"oldest\"\ntheme = \"nrod\"\n", to: "config.toml")
    let run = try program.run("config", "check")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("\(path):2:9: no theme named nrod"), "\(run.errors)")
    #expect(try program.run("doctor").output.contains("\(path):2:9: no theme"))
    let variable = try program.run("config", "check", environment: ["BELLBOARD_THEME": "drak"])
    #expect(variable.errors.hasPrefix("BELLBOARD_THEME: no theme named drak"))
  }

  @Test func `a bad configuration stops no command`() throws {
    _ = try program.write("maximum_notifications = \"many\"\n", to: "config.toml")
    #expect(try program.run("push", "x").status == 0)
  }

  @Test func `keys follow the configuration`() throws {
    _ = try program.write("[keys]\n\"F5\" = \"move-down\"\n", to: "config.toml")
    let lines = try program.run("keys").lines
    #expect(lines.contains { $0.contains("F5") && $0.hasSuffix("move-down") })
    #expect(!(try program.run("keys", "--markdown").output.contains("F5")))
  }

  @Test func `doctor says what is not there yet`() throws {
    let run = try program.run("doctor", environment: ["TERM": "xterm-256color"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.lines.contains { $0.hasPrefix("ok    inbox") && $0.contains("empty; the first") })
    #expect(
      run.lines.contains { $0.hasPrefix("ok    configuration") && $0.contains("defaults are used") }
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.path) == [])
    _ = try program.write("sort = \"oldest\"\n", to: "config.toml")
    #expect(!(try program.run("doctor").output.contains("defaults are used")))
  }

  @Test func `doctor finds a fresh inbox sound`() throws {
    try program.run("push", "x")
    let run = try program.run("doctor", environment: ["TERM": "xterm-256color"])
    #expect(run.status == 0, "\(run.output)")
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
  @Test
  func `doctor tells how many old messages were removed in all`() throws {
    _ = try program.write("maximum_notifications = 3\n", to: "config.toml")
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
    let path = try program.write("them = 1\n", to: "config.toml")
    let run = try program.run("doctor")
    #expect(run.status == 1)
    #expect(run.lines.contains { $0.hasPrefix("FAIL") && $0.contains("\(path):1:") })
  }

  @Test func `doctor fails with a database that is none`() throws {
    let text = String(repeating: "not a database ", count: 100)
    let path = try program.write(text, to: "inboxes/default/inbox.sqlite")
    let run = try program.run("doctor")
    #expect(run.status == 1)
    #expect(run.lines.contains { $0.hasPrefix("FAIL") && $0.contains(path) })
  }

  @Test func `doctor tells of files that others may read`() throws {
    try program.run("push", "x")
    let folder = try program.path + "/inboxes/default"
    chmod(folder, 0o755)
    let run = try program.run("doctor")
    #expect(run.status == 1)
    #expect(run.output.contains("755"))
  }

  @Test func `every command has help`() throws {
    let commands = try program.commands()
    #expect(commands.count >= 40)
    for command in commands {
      let run = try program.run(command.path + ["--help"], input: Data())
      #expect(run.status == 0, "\(command.path)")
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
    _ = try program.write("sort = \"oldest\"\n", to: "config.toml")
    let again = try program.run("config", "init")
    #expect(again.status == 1 && again.errors.contains("already exists"), "\(again.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "sort = \"oldest\"\n")
  }

  @Test func `why a configuration cannot be written is reported`() throws {
    let nowhere = try program.run(
      "config", "init", environment: ["BELLBOARD_HOME": "/proc/nothing"])
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("No such file or directory"))
    let file = try program.write("", to: "file")
    let inFile = try program.run("config", "init", environment: ["BELLBOARD_HOME": file + "/x"])
    #expect(inFile.errors.contains("Not a directory"))
  }
}
