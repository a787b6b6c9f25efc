import Foundation
import InboxTestSupport
import Testing

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
    for name in names { _ = try program.write("name = 'x'", to: "themes/\(name).toml") }
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
    try session.run("bash --noprofile --rcfile '\(start)' -i")
    try session.awaitPrompt()
    try session.type("bellboard theme show zz")
    try session.press("Tab")
    try session.awaitScreen("the name", where: { $0.contains("show zz") && $0.contains("touch") })
    try session.run("> shown; echo done-\"$?\"")
    try session.awaitPrompt(after: "done-0")
    let shown = try String(contentsOfFile: folder + "/shown", encoding: .utf8)
    #expect(shown.contains("[unread]"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["shown"])
  }
}
