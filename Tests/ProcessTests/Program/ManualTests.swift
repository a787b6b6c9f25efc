import Foundation
import InboxCore
import InboxSettings
import InboxTOML
import InboxTestSupport
import InboxUI
import Testing

@testable import bellboard

@Suite("man, completions, inboxes", .waiting) struct ManualTests {
  let program = Program()
  private static let hasGroff = FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")

  /// A page as a person reads it, on lines that are long enough for all.
  private func page(_ arguments: String...) throws -> [String] {
    let file = try program.write(try program.run(["man"] + arguments).output, to: "p")
    let run = try program.shell("groff -Kutf8 -man -ww -Tutf8 -rLL=400n '\(file)'", errors: "")
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
  func `a reader of the manual sees the quotes to be typed`(page: String, words: String) throws {
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

  @Test func `bash completes commands`() throws {
    let script = try program.write(try program.run("completions", "bash").output, to: "c.bash")
    let test = try program.write(
      """
      source '\(script)'; COMP_WORDS=(bellboard sno); COMP_CWORD=1; COMP_LINE='bellboard sno'
      COMP_POINT=13; _bellboard bellboard sno bellboard; echo "${COMPREPLY[@]}"
      """, to: "test.bash")
    #expect(try program.shell("bash '\(test)'").lines.last == "snooze")
  }

  private let daemon = BuiltProgram.path("bellboardd")

  @Test func `the daemon's manual has every command and option, and is sound`() throws {
    let text = try program.shell("'\(daemon)' man").output
    let plain = text.replacing("\\-", with: "-")
    for command in try program.commands(of: "bellboardd") where command.path != ["receive"] {
      #expect(plain.contains(".SS bellboardd \(command.path.joined(separator: " "))\n"))
      for option in command.options { #expect(plain.contains(option), "\(option)") }
    }
    for option in ["--inbox", "--check-config", "--verbose"] {
      #expect(plain.contains(".B \(option)"), "\(option)")
    }
    #expect(!plain.contains("end-orphans"))
    let page = try program.write(text, to: "page")
    try program.shell(
      "! command -v groff >/dev/null || groff -Kutf8 -man -ww -Tutf8 '\(page)'", ending: 0,
      errors: "")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell is told every command and option of the daemon`(_ shell: String) throws {
    try program.checkCompletions(
      try program.shell("'\(daemon)' completions \(shell)").output,
      of: try program.commands(of: "bellboardd"), in: shell)
  }
}

/// Names from outside in the completions of a real bash.
@Suite("bash completes names", .waiting) struct BashCompletionTests {
  let program = Program()

  /// File names that a shell could take for commands; each would leave a file `ran`.
  static let hostile = [
    "$(touch ran)", "`touch ran`", "a$(touch ran)b", "\"$(touch ran)\"", "'$(touch ran)'",
    "'; touch ran; '", "x; touch ran", "x && touch ran", "x | touch ran", "${x:=$(touch ran)}",
    "$((a[$(touch ran)]))", "\\$(touch ran)", "<(touch ran)", "a'b", "a\"b", "two  words", "~root",
    "*", "{a,b}", "!x", "&", "#x", "$HOME", "-x",
  ]

  /// A home with themes of these names, in a folder of its own to stand in.
  private func prepare(_ names: [String]) throws -> (script: String, folder: String) {
    for name in names { try program.write("name = 'x'", to: "themes/\(name).toml") }
    let script = try program.write(try program.run("completions", "bash").output, to: "c.bash")
    let folder = try program.path + "/here"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return (script, folder)
  }

  /// What a command gets of what bash offers for a word behind `bellboard theme show`.
  private func offers(_ word: String, in folder: String, by script: String) throws -> [String] {
    let test = try program.write(
      """
      cd '\(folder)'; bellboard() { "$B" "$@"; }; source '\(script)'
      COMP_WORDS=(bellboard theme show "$1"); COMP_CWORD=3; COMP_LINE="bellboard theme show $1"
      COMP_POINT=${#COMP_LINE}; _bellboard bellboard "$1" show
      for word in "${COMPREPLY[@]}"; do eval "set -- $word"; printf '%s\\0' "$1"; done
      """, to: "test.bash")
    let output = try program.shell("bash '\(test)' '\(word)' 2>&1").output
    return output.split(separator: "\0").map(String.init)
  }

  @Test func `a hostile name is offered as it is and never run`() throws {
    let (script, folder) = try prepare(Self.hostile)
    let offered = try offers("", in: folder, by: script)
    #expect(Set(Self.hostile).subtracting(offered) == [], "\(offered)")
    #expect(offered.contains("nord"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  /// What bash offers for the last word of a command line, as it splits the line.
  private func replies(_ words: [String]) throws -> [String] {
    let script = try program.write(try program.run("completions", "bash").output, to: "c.bash")
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let test = try program.write(
      """
      bellboard() { "$B" "$@"; }; source '\(script)'
      COMP_WORDS=(\(list)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMP_LINE="$1"; COMP_POINT=${#COMP_LINE}
      _bellboard bellboard "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """, to: "replies.bash")
    let line = words.joined(separator: " ").replacing(" : ", with: ":").replacing(" :", with: ":")
      .replacing("@ ", with: "@").replacing(" = ", with: "=")
    return try program.shell("bash '\(test)' '\(line)' 2>&1").lines
  }

  @Test(arguments: [
    (["bellboard", "show", ""], ["@1", "@2"]), (["bellboard", "read", "@", "1"], ["1"]),
    (["bellboard", "show", "@"], ["1", "2"]),
    (["bellboard", "mute", ""], ["ci", "ci/web", "cron"]),
    (["bellboard", "push", "x", "--source", "ci"], ["ci", "ci/web"]),
    (["bellboard", "list", "is", ":", "unr"], ["unread"]),
    (["bellboard", "list", "--filter", "source", ":"], ["ci", "ci/web", "cron"]),
    (["bellboard", "count", "source", ":", "cr"], ["cron"]),
    (["bellboard", "list", "-f", "thr"], ["thread:"]),
    (["bellboard", "go", "--thread", ""], ["deploy"]),
    (["bellboard", "list", "thread", ":"], ["deploy"]),
    (["bellboard", "show", "--field", "bo"], ["body"]),
  ])
  func `values of the inbox are completed, also behind a colon and an at sign`(
    words: [String], expected: [String]
  ) throws {
    try program.run("push", "build", "--source", "ci/web", "--thread", "deploy")
    try program.run("push", "backup", "--source", "cron")
    #expect(try replies(words).sorted() == expected)
  }

  @Test func `a name that holds a line end is left out`() throws {
    let (script, folder) = try prepare(["two\nlines", "\u{1B}[31mred", "fine"])
    let offered = try offers("", in: folder, by: script)
    #expect(offered.contains("fine"))
    #expect(!offered.contains { $0.contains("two") || $0.contains("lines") || $0.contains("red") })
  }

  @Test func `names that begin with what is typed are offered`() throws {
    let (script, folder) = try prepare(["solarized $(touch ran)"])
    let offered = try offers("sol", in: folder, by: script)
    #expect(offered.contains("solarized $(touch ran)"))
    #expect(offered.allSatisfy { $0.hasPrefix("sol") })
  }

  @Test(arguments: ["zz$(touch ran)", "zz`touch ran`", "zz; touch ran", "zz'\"$(touch ran)"])
  func `Tab writes a hostile name so that the command gets it as it is`(name: String) throws {
    let (script, folder) = try prepare([name])
    let session = try program.terminal()
    let start = try program.write(
      "cd '\(folder)'; PS1='ready> '; bellboard() { \"$B\" \"$@\"; }; source '\(script)'\n",
      to: "start.bash")
    try session.finish("bash --noprofile --rcfile '\(start)' -i")
    try session.type("bellboard theme show zz")
    try session.press("Tab")
    try session.awaitScreen("the name", where: { $0.contains("show zz") && $0.contains("touch") })
    try session.finish("> shown; echo done-\"$?\"", after: "done-0")
    let shown = try String(contentsOfFile: folder + "/shown", encoding: .utf8)
    #expect(shown.contains("[unread]"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["shown"])
  }
}
