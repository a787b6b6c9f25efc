import ArgumentParser
import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxUI
@testable import bellboard

@Suite("commands by name") struct NamedCommandTests {
  /// A command and the words that call it.
  struct Call: CustomTestStringConvertible {
    var words: [String]
    var command: any NamedCommand.Type
    var testDescription: String { words.joined(separator: " ") }
  }

  /// Every command that does something.
  static let calls = calls(of: Bellboard.commands, behind: [])

  private static func calls(of commands: [any NamedCommand.Type], behind words: [String]) -> [Call]
  {
    commands.flatMap { command in
      let words = words + [command.name]
      return command.commands.isEmpty
        ? [Call(words: words, command: command)] : calls(of: command.commands, behind: words)
    }
  }

  /// What a command line leads to, by one of two ways of parsing: a command, or words and a status.
  private func outcome(_ parse: () throws -> any ParsableCommand) -> String {
    do {
      var command = try parse()
      // What the parser adds of its own, as help, says by running what it has to say.
      guard !Self.calls.contains(where: { $0.command == type(of: command) }) else {
        return "\(command)"
      }
      try command.run()
      return ""
    } catch {
      return "\(Bellboard.exitCode(for: error).rawValue) \(Bellboard.fullMessage(for: error))"
    }
  }

  /// What may follow a command's words.
  private static let endings: [[String]] = [
    [], ["-h"], ["--version"], ["@1"], ["@1", "@2", "@3"], ["--inbox", "work"], ["--inbox"],
    ["--", "-x"], ["help"], ["--filter", "is:unread"], ["--limit", "x"], ["bash"], ["--json"],
    ["-f", "is:read", "--limit", "3"], ["--generate-completion-script", "zsh"],
    ["title", "body", "--priority", "high"], ["title", "--priority", "huge"],
    ["--format", "{nonsense}"], ["--all"],
  ]

  /// Each command with help and a mistake, and with some of the other endings in turn: the parser
  /// that this compares with describes all commands anew for each line.
  @Test(arguments: calls.indices)
  func `help, mistakes and good words say the same as with all commands parsed`(_ index: Int) {
    let call = Self.calls[index]
    let further = (0..<3).map { Self.endings[(3 * index + $0) % Self.endings.count] }
    for ending in [["--help"], ["--nonsense"]] + further {
      let words = call.words + ending
      #expect(
        outcome { try Bellboard.command(of: words) }
          == outcome { try Bellboard.parseAsRoot(words) }, "\(words)")
    }
  }

  @Test(arguments: [
    ["--theme", "nord"], ["--filter", "is:unread", "count"], ["--help"], ["--version"], ["-h"],
    ["help"], ["help", "count"], ["help", "theme", "list"], ["theme"], ["config"],
    ["theme", "--nonsense"], ["--nonsense"], ["---completion", "nonsense"],
  ])
  func `words that name no command say the same as with all commands parsed`(words: [String]) {
    #expect(
      outcome { try Bellboard.command(of: words) } == outcome { try Bellboard.parseAsRoot(words) })
  }

  @Test(arguments: [
    ["count", "--filter", "is:read"], ["theme", "list"], ["push", "title"], ["--theme", "nord"],
  ])
  func `good words need only the named command's description`(words: [String]) {
    #expect(Bellboard.commandAlone(of: words) != nil)
  }

  /// What becomes of words without the parser, and with it.
  private func ways(of command: (some NamedCommand).Type, _ words: [String]) -> (
    plain: String?, parsed: String
  ) { (command.plain(words).map { "\($0)" }, outcome { try command.parseAsRoot(words) }) }

  @Test(arguments: [
    [], ["is:unread"], ["a", "--filter", "b", "c"], ["--filter", "source:ci"],
    ["--filter=is:read", "--inbox", "work"], ["--inbox=work"],
  ])
  func `usual words of count mean without the parser what they mean with it`(words: [String]) {
    let ways = ways(of: Count.self, words)
    #expect(ways.plain == ways.parsed)
  }

  @Test(arguments: [
    ["title"], ["title", "body"], ["", "body"], ["title", "--body", "text"],
    ["--source", "ci", "title", "--tag=a b", "--priority", "high", "--category", "build"],
    ["title", "--id=7", "--subtitle", "s", "--thread", "t", "--glyph", "!", "--inbox", "work"],
    ["title", "--url", "https://example.org/?a=b", "--fold", "key", "--resolves=other"],
    ["--resolves", "key"],
  ])
  func `usual words of push mean without the parser what they mean with it`(words: [String]) {
    let ways = ways(of: Push.self, words)
    #expect(ways.plain == ways.parsed)
  }

  @Test(arguments: [
    ["-"], ["title", "-"], ["--json"], ["a", "b", "c"], [], ["title", "--source"],
    ["title", "--source", "--json"], ["title", "--priority", "huge"], ["title", "--id="],
    ["title", "--tag", "a", "--tag", "b"], ["--", "title"], ["title", "body", "--body", "text"],
    ["title", "--source", "/"], ["title", "--url", "a", "--website", "b"], ["title", "-p", "high"],
    ["title", "--nonsense", "x"], ["--title", "T", "body"], ["title", "-m", "body"],
  ])
  func `other words of push are left to the parser`(words: [String]) {
    #expect(Push.plain(words) == nil)
  }

  @Test(arguments: calls) func `a command has one name everywhere`(_ call: Call) {
    #expect(call.command.configuration.commandName == call.command.name)
  }

  @Test func `what other programs call a command has one here`() {
    for word in ["ls", "rm", "cat", "send", "tail", "status", "version"] {
      #expect(Bellboard.unknownCommand(word).message.contains("Use 'bellboard "), "\(word)")
    }
    for command in Bellboard.commands {
      #expect(!Bellboard.unknownCommand(command.name).message.contains("instead"), "\(command)")
    }
  }

  @Test func `an inbox may be named before the command`() throws {
    let command = try Bellboard.command(of: ["--inbox=work", "list", "--limit", "2"])
    let list = try #require(command as? List)
    #expect(list.inbox.inbox == "work" && list.limit == 2)
  }

  // Before: the parser took each letter for an option, and '-tag:nightly' for a request for help.
  @Test(arguments: ["list", "count", "watch"])
  func `a filter word may begin with a minus`(_ command: String) throws {
    let words = [command, "is:unread", "-tag:nightly", "-f", "-is:read", "-priority>=4"]
    let filter: FilterWordOptions
    switch try Bellboard.command(of: words) {
    case let list as List: filter = list.filter
    case let count as Count: filter = count.filter
    case let watch as Watch: filter = watch.filter
    default:
      Issue.record("no command that reads")
      return
    }
    #expect(filter.words == ["is:unread"])
    #expect(filter.options.filters == ["-tag:nightly", "-is:read", "-priority>=4"])
  }
}

/// The options for the fields of a message.
struct PayloadOptionsTests {
  private func payload(_ words: String...) throws -> Payload {
    try PayloadOptions.parse(words).payload(at: Date(timeIntervalSince1970: 0))
  }

  @Test func `a comma separates tags`() throws {
    let payload = try payload("--tag", "a, b,", "--tag", "c d")
    #expect(payload.tags == .set(["a", "b", "c d"]))
    #expect(try self.payload("--tag", "a").tags == .set(["a"]))
  }

  @Test(
    arguments: [
      ("error", Priority.high, JSONValue.object(["priority": "error"])),
      ("Urgent", .max, .object(["priority": "Urgent"])),
      ("high", .high, nil), ("5", .max, nil), ("MAX", .max, nil),
    ] as [(String, Priority, JSONValue?)])
  func `the word of another system is kept beside the priority`(
    _ word: String, _ priority: Priority, _ rest: JSONValue?
  ) throws {
    let payload = try payload("-p", word)
    #expect(payload.priority == .set(priority) && payload.rest == rest)
  }
}

struct ManualPageTests {
  @Test func `the examples of the manual page are ten commands that can be run`() throws {
    #expect(ManualPage.examples.count == 10)
    for (line, meaning) in ManualPage.examples {
      // Quoted arguments are every other piece.
      let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .flatMap { index, piece in
          index.isMultiple(of: 2) ? piece.split(separator: " ").map(String.init) : [String(piece)]
        }
      #expect(words.first == "bellboard" && meaning.hasSuffix("."))
      #expect(throws: Never.self, "\(line)") {
        _ = try Bellboard.parseAsRoot(Array(words.dropFirst()))
      }
    }
  }
}

/// The tables of `bellboard keys`.
struct KeysTests {
  @Test func `the table of keys says where each key holds`() {
    let lines = Keymap.default.markdownTable.split(separator: "\n")
    let toggle = "Mark read or unread; the cursor stays | `toggle-read` |"
    #expect(lines.contains("| `m` | list, reader | \(toggle)"))
    let down = "One message or line down | `move-down` |"
    #expect(lines.contains("| `j` `Down` | every screen, menus | \(down)"))
    #expect(lines.contains("| `C-n` | menus | \(down)"))
    #expect(lines.filter { $0.contains("`q`") }.count == 3)
    #expect(lines.contains("| `1…9` | list, trash, sources | Tab 1 to 9 | `tab-1 … tab-9` |"))
  }

  @Test func `a sequence has a row where it holds`() {
    var keymap = Keymap.default
    let entries = [("g g", "bottom"), ("g", "unbind")].map { KeymapEntry(key: $0, commands: [$1]) }
    #expect(keymap.apply(entries) == [])
    #expect(keymap.markdownTable.contains("| `G` `End` | every screen, menus |"))
    #expect(keymap.markdownTable.contains("| `g g` | every screen |"))
  }
}

@Suite("names in completions") struct CompletionOutputTests {
  @Test(arguments: [
    ("nord", "'nord'"), ("solarized-dark", "'solarized-dark'"), ("grün", "'grün'"),
    ("$(rm)", #"'\$\(rm\)'"#), ("`rm`", #"'\`rm\`'"#), ("two words", #"'two\ words'"#),
    ("it's", #"'it\'\''s'"#), ("~", #"'\~'"#), ("a\"b", #"'a\"b'"#),
  ])
  func `bash gets names that are escaped twice`(name: String, printed: String) {
    #expect(CompletionOutput.printed([name], for: .bash) == [printed])
  }

  @Test func `other shells quote names themselves`() {
    for shell in [CompletionShell.zsh, .fish] {
      #expect(CompletionOutput.printed(["$(rm) x"], for: shell) == ["$(rm) x"])
    }
  }

  @Test(arguments: [CompletionShell.bash, .zsh, .fish])
  func `what no line can hold is left out`(shell: CompletionShell) {
    #expect(CompletionOutput.printed(["a\nb", "a\u{1B}[m", "a\r"], for: shell) == [])
  }

  @Test func `the script of bash takes names as they are printed`() {
    let script = CompletionOutput.script(Bellboard.completionScript(for: .bash), for: .bash)
    let calls = script.split(separator: "\n").filter {
      $0.contains("$(__bellboard_custom_complete")
    }
    #expect(calls.count > 30)
    #expect(calls.allSatisfy { $0.contains("compopt +o filenames 2>/dev/null; ") })
  }

  @Test func `a value has its text beside it where a shell shows one`() {
    let value = CompletionOutput.Candidate(text: "source:ci", note: "3\u{1B}[m")
    #expect(CompletionOutput.printed([value], for: .bash) == ["'source:ci'"])
    #expect(CompletionOutput.printed([value], for: .zsh) == ["source\\:ci:3␛[m"])
    #expect(CompletionOutput.printed([value], for: .fish) == ["source:ci"])
  }

  @Test(arguments: [
    (["bellboard", "show", "--inbox", "work", "@"], "work"), (["bellboard", "list"], nil),
    (["bellboard", "--inbox=work", "list"], "work"), (["bellboard", "list", "--inbox"], nil),
  ])
  func `values are those of the named inbox`(words: [String], name: String?) {
    #expect(CompletedWords(words: words).inboxName == name)
  }

  @Test func `messages are those that the command acts on`() {
    #expect(CompletedWords(words: ["bellboard", "restore", ""]).reach == .trash)
    #expect(CompletedWords(words: ["bellboard", "show", ""]).reach == .all)
  }
}
