import ArgumentParser
import InboxTestSupport
import Testing

@testable import bellboard

@Suite("commands by name")
struct NamedCommandTests {
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
          == outcome { try Bellboard.parseAsRoot(words) },
        "\(words)")
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
  private func ways(
    of command: (some NamedCommand).Type, _ words: [String]
  ) -> (plain: String?, parsed: String) {
    (command.plain(words).map { "\($0)" }, outcome { try command.parseAsRoot(words) })
  }

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
