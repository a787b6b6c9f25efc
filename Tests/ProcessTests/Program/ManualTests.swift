import InboxText
import Foundation
import InboxCore
import InboxSettings
import InboxTOML
import InboxUI
import Testing

@testable import bellboard

@Suite("man, completions, inboxes")
struct ManualTests {
  let program = Program()
  private static let hasGroff = FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")

  /// A page as a person reads it, on lines that are long enough for all.
  private func page(_ arguments: String...) throws -> [String] {
    let file = try program.write(
      try program.run(["man"] + arguments, input: Data()).output, to: "p")
    let run = try program.shell("groff -Kutf8 -man -ww -Tutf8 -rLL=400n '\(file)'")
    #expect(run.errors.isEmpty)
    return run.output.replacing(#/\e\[[0-9;]*m|.\x08/#, with: "")
      .replacing(#/[\u{2010}\u{2212}]/#, with: "-").split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(.enabled(if: hasGroff, "groff reads the pages"))
  func `the manual has every command, option, key and filter word`() throws {
    let page = try page()
    func has(_ condition: (String) -> Bool) -> Bool { page.contains(where: condition) }
    #expect(page.first?.hasPrefix("BELLBOARD(1)") == true)
    for command in try program.commands() {
      let name = (["bellboard"] + command.path).joined(separator: " ")
      #expect(has { $0 == name }, "\(name)")
      for option in command.options { #expect(has { $0.contains(option) }, "\(name) \(option)") }
    }
    #expect(has { $0.contains("Values: newest, oldest, priority, unread.") })
    for place in KeySection.all {
      #expect(page.contains(place.title))
      for row in Keymap.default.rows(in: place) {
        let name = "(\(row.commandName))"
        #expect(has { $0.contains(row.summary) && $0.hasSuffix(name) }, "\(name)")
      }
    }
    for word in FilterWord.all {
      let name = word.name + (word.argument ?? "")
      #expect(has { $0 == name || $0.hasPrefix(name + " ") }, "\(name)")
    }
  }

  @Test(.enabled(if: hasGroff, "groff reads the pages"))
  func `the manual of the configuration has every setting`() throws {
    let page = try page("bellboard-config")
    for row in Settings.rows { #expect(page.contains("\(row.path) = \(row.defaultValue)")) }
    #expect(try program.run("man", "nothing").status == 64)
  }

  @Test func `no line of the manual is a request by accident`() throws {
    let known = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"]
    for page in ["bellboard", "bellboard-config"] {
      for line in try program.run("man", page).lines where line.hasPrefix(".") {
        #expect(known.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
      }
    }
  }

  @Test func `quotes of the manual are those that a shell takes`() throws {
    let settings = try program.run("man", "bellboard-config").output
    #expect(settings.contains(#".B theme = \(dqdefault\(dq"#))
    let page = try program.run("man").output
    #expect(page.contains(#".B \(dqWORDS\(dq"#) && page.contains(#"\(aqtomorrow 9am\(aq"#))
    for text in [page, settings] {
      let strange = text.unicodeScalars.filter { !$0.isASCII }
      #expect(strange.isEmpty)
      let bodies = text.split(separator: "\n").filter { !$0.hasPrefix(".TH") }
      let quoting = bodies.filter { $0.contains("\"") || $0.contains("'") }
      #expect(quoting == [])
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/nroff")),
    arguments: [
      ("bellboard-config", "theme = \"default\""),
      ("bellboard-config", "[\"http\", \"https\", \"mailto\"]"), ("bellboard", "\"WORDS\""),
    ])
  func `a reader of the manual sees the quotes that have to be typed`(page: String, words: String)
    throws
  {
    let run = try program.shell(
      "\"$B\" man \(page) | /usr/bin/nroff -man -c | sed 's/.\\x08//g'",
      environment: ["LC_ALL": "C.UTF-8"])
    #expect(run.output.contains(words))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell is told every command and option`(_ shell: String) throws {
    try program.checkCompletions(
      try program.run("completions", shell).output, of: try program.commands(), in: shell)
  }

  // Before: the screen's options were told, which runs where no command is named.
  @Test(arguments: [
    (["pussh", "x"], "unknown command 'pussh'. Did you mean 'push'?"),
    (["pussh", "--help"], "unknown command 'pussh'. Did you mean 'push'?"),
    (["--inbox", "work", "pussh", "x"], "unknown command 'pussh'. Did you mean 'push'?"),
    (["--theme", "nord", "pussh"], "unknown command 'pussh'. Did you mean 'push'?"),
    (["screen", "pussh"], "unknown command 'pussh'. Did you mean 'push'?"),
    (["help", "pish"], "unknown command 'pish'. Did you mean 'push'?"),
    (["xyzzy"], "unknown command 'xyzzy'"),
    (["ls"], "unknown command 'ls'. Use 'bellboard list' instead"),
    (["rm", "@1"], "unknown command 'rm'. Use 'bellboard delete' instead"),
    (["serve"], "unknown command 'serve'. The receiving daemon is the program bellboardd"),
  ])
  func `a word that is no command is refused with the name that may be meant`(
    _ words: [String], _ error: String
  ) throws {
    let run = try program.run(words, input: Data())
    #expect(run.status == 64)
    #expect(run.errors.split(separator: "\n").first.map(String.init) == "bellboard: " + error)
    #expect(run.errors.contains("See 'bellboard --help'") && !run.errors.contains("--theme"))
  }

  @Test(arguments: [
    (["exchange", "foo"], "unknown command 'exchange foo'"),
    (["exchange", "jon"], "unknown command 'exchange jon'. Did you mean 'exchange join'?"),
    (["help", "exchange", "foo"], "unknown command 'exchange foo'"),
  ])
  func `a word that is no subcommand is refused with those that there are`(
    _ words: [String], _ error: String
  ) throws {
    let run = try program.run(words, input: Data())
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(
      run.errors == """
        bellboard: \(error)
        Usage: bellboard exchange <subcommand>
          Subcommands: join, status, leave, key, rekey.
          See 'bellboard exchange --help' for more information.

        """)
  }

  @Test func `bash completes commands`() throws {
    let script = try program.write(try program.run("completions", "bash").output, to: "c.bash")
    let test = try program.write(
      """
      source '\(script)'; COMP_WORDS=(bellboard sno); COMP_CWORD=1; COMP_LINE='bellboard sno'
      COMP_POINT=13; _bellboard bellboard sno bellboard; echo "${COMPREPLY[@]}"
      """, to: "test.bash")
    #expect(try program.shell("bash '\(test)'").lines.last == "snooze")
  }

  @Test func `each inbox counts its own`() throws {
    _ = try program.run("push", "--inbox", "work", "One")
    _ = try program.run("push", "--inbox", "work", "Two")
    _ = try program.run("push", "Home")
    _ = try program.run("read", "--inbox", "work", "@1")
    #expect(
      try program.run("inboxes").lines == [
        "* default  1 unread, 1 in all", "  work     1 unread, 2 in all",
      ])
  }
}
