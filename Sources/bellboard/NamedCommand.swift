import ArgumentParser
import BellboardSupport
import InboxCore
import InboxText

/// A command that can be looked up by name without building the parser's description of it.
protocol NamedCommand: ParsableCommand {
  /// The command's name on the command line.
  static var name: String { get }
  /// What it does, in one sentence for help and the manual.
  static var abstract: String { get }
  /// The lines of its usage; nil for those of the parser.
  static var usage: String? { get }
  /// The rest of its help.
  static var discussion: String { get }
  static var commands: [any NamedCommand.Type] { get }
  /// The subcommand that runs if none is named; nil for help.
  static var defaultCommand: (any NamedCommand.Type)? { get }
  /// Whether it takes filter words as arguments.
  static var takesFilterWords: Bool { get }
  /// The scope of `--filter` and `--all`, unless the filter names a status or phase.
  static var reach: MessageFilter { get }
  /// Parses common arguments without ArgumentParser; nil when they need the full parser.
  static func plain(_ words: [String]) -> Self?
}

extension NamedCommand {
  static var abstract: String { "" }
  static var usage: String? { nil }
  static var discussion: String { "" }
  static var commands: [any NamedCommand.Type] { [] }
  static var defaultCommand: (any NamedCommand.Type)? { nil }
  static var takesFilterWords: Bool { false }
  static var reach: MessageFilter { .all }
  static func plain(_ words: [String]) -> Self? { nil }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: name, abstract: abstract, usage: usage, discussion: discussion,
      // Element by element: converting the array would look up each conformance at run time.
      subcommands: commands.map { $0 as any ParsableCommand.Type },
      defaultSubcommand: defaultCommand)
  }
}

/// A command whose output, errors and exit status are those of `reporting(_:)`.
protocol ReportingCommand: NamedCommand { func run(to output: StandardOutput) throws }

extension ReportingCommand {
  func run() throws { try reporting { try run(to: $0) } }
}

/// Lookup and parsing of the command on the command line.
///
/// ArgumentParser builds a description of every command before it parses one, which takes longer
/// than most commands run. So it gets only the command that is named.
extension Bellboard {
  /// Parses a command line.
  ///
  /// - Throws: The parser's help request, version request or error.
  static func command(of words: [String]) throws -> any ParsableCommand {
    let words = filteringByWords(beginningWithCommand(words))
    try checkCommands(named: words.first == "help" ? words.dropFirst() : words[...])
    // Help and errors describe the whole program, so they need the full parser.
    return try commandAlone(of: words) ?? parseAsRoot(words)
  }

  /// Parses a command line with the named command alone, else the screen's; nil on failure.
  static func commandAlone(of words: [String]) -> (any ParsableCommand)? {
    guard let (type, rest) = called(by: words) else { return nil }
    if let command = type.plain(rest) { return command }
    guard let command = try? type.parseAsRoot(rest),
      ObjectIdentifier(Swift.type(of: command)) == ObjectIdentifier(type)
    else { return nil }
    return command
  }

  /// Looks up the command that the first words name, and the remaining arguments.
  ///
  /// Options without a command belong to the screen.
  static func called(
    by words: [String]
  ) -> (command: any NamedCommand.Type, rest: [String])? {
    guard let first = words.first else { return nil }
    if first.hasPrefix("-") { return (ScreenCommand.self, words) }
    var found: (any NamedCommand.Type)?
    var commands = commands
    var rest = words[...]
    while let word = rest.first, let next = commands.first(where: { $0.name == word }) {
      (found, commands) = (next, next.commands)
      rest = rest.dropFirst()
    }
    guard let found, commands.isEmpty else { return nil }
    return (found, Array(rest))
  }

  /// Moves a leading `--inbox` option after the command.
  ///
  /// For the parser it is an option of each command, but people write it first.
  static func beginningWithCommand(_ words: [String]) -> [String] {
    let count = words.first == "--inbox" ? 2 : words.first?.hasPrefix("--inbox=") == true ? 1 : 0
    guard count > 0, words.count > count, commands.contains(where: { $0.name == words[count] })
    else { return words }
    return [words[count]] + words[..<count] + words[(count + 1)...]
  }

  /// Makes `--filter` options of filter words such as `-is:read`, which the parser takes for options.
  private static func filteringByWords(_ words: [String]) -> [String] {
    guard let first = words.first,
      commands.first(where: { $0.name == first })?.takesFilterWords == true
    else { return words }
    var isLast = false
    return words.indices.map { index in
      let word = words[index]
      isLast = isLast || word == "--"
      guard !isLast, !["-f", "--filter", "--format"].contains(words[max(index - 1, 0)]),
        word.hasPrefix("-"), isTyped(word.dropFirst())
      else { return word }
      return "--filter=\(word)"
    }
  }

  /// Whether a filter word has a name and a value, such as `is:read` or `priority>=4`.
  private static func isTyped(_ word: Substring) -> Bool {
    let name = word.prefix { $0.isASCII && $0.isLowercase }
    return !name.isEmpty && word[name.endIndex...].first.map(":<>=".contains) ?? false
  }

  private static func checkCommands(named words: ArraySlice<String>) throws {
    var (known, names) = (commands, [String]())
    for word in words {
      // Options and 'help' are left to the parser.
      guard !known.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
      guard let command = known.first(where: { $0.name == word }) else {
        guard !names.isEmpty else { throw unknownCommand(word) }
        throw unknownSubcommand(word, of: names, among: known)
      }
      (known, names) = (command.commands, names + [word])
    }
  }

  /// The error for an unknown command, with the nearest name as a suggestion.
  static func unknownCommand(_ word: String) -> ValidationError {
    ValidationError("Unknown command '\(word)'." + hint(word, of: [], among: commands))
  }

  /// The error for a word behind a command such as `exchange` that is none of its subcommands.
  ///
  /// The parser's own error would add the usage of the whole program.
  private static func unknownSubcommand(
    _ word: String, of names: [String], among commands: [any NamedCommand.Type]
  ) -> ParserMessage {
    let parent = names.joined(separator: " ")
    let known = commands.filter { $0.configuration.shouldDisplay }.map { $0.name }
    return ParserMessage(
      mistake: """
        Error: Unknown command '\(parent) \(word)'.\(hint(word, of: names, among: commands))
        Usage: bellboard \(parent) <subcommand>
          Subcommands: \(known.joined(separator: ", ")).
          See 'bellboard \(parent) --help' for more information.
        """)
  }

  /// What other programs call the commands, and what does the same here.
  private static let otherNames: [String: String] = [
    "ls": "list", "ll": "list", "inbox": "list", "search": "list", "find": "list",
    "grep": "list", "filter": "list", "query": "list", "messages": "list", "log": "list",
    "rm": "delete", "del": "delete", "remove": "delete", "trash": "delete", "dismiss": "delete",
    "clear": "delete", "empty": "purge", "undelete": "restore",
    "cat": "show", "view": "show", "get": "show", "print": "show", "info": "show", "less": "show",
    "add": "push", "send": "push", "notify": "push", "publish": "push", "pub": "push",
    "new": "push", "create": "push", "post": "push", "message": "push", "mail": "sendmail",
    "tail": "list --follow", "follow": "list --follow", "subscribe": "list --follow",
    "sub": "list --follow", "stream": "watch", "events": "watch", "changes": "watch",
    "mark": "read", "seen": "read", "ack": "read", "star": "pin", "flag": "pin", "keep": "pin",
    "unstar": "unpin", "later": "snooze", "remind": "snooze", "wait": "ask", "confirm": "ask",
    "prompt": "ask", "reply": "answer", "exec": "run", "time": "run", "browse": "open",
    "silence": "mute", "ignore": "mute", "unread-count": "count", "badge": "count",
    "statistics": "stats", "metrics": "stats", "status": "doctor", "check": "doctor",
    "health": "doctor", "settings": "config", "configure": "setup", "init": "setup",
    "install": "setup", "themes": "theme list", "rule": "rules", "sync": "exchange",
    "backup": "export", "dump": "export", "load": "import", "manual": "man",
    "completion": "completions", "ui": "screen", "tui": "screen", "version": "--version",
  ]

  /// The programs beside this one, for words that would start one.
  private static let daemonNames: Set<String> = ["daemon", "serve", "server", "start", "listen"]

  /// The suggestion of the nearest name; empty for none.
  private static func hint(
    _ word: String, of names: [String], among commands: [any NamedCommand.Type]
  ) -> String {
    if names.isEmpty {
      if let name = otherNames[word] { return " Use 'bellboard \(name)' instead." }
      if daemonNames.contains(word) { return " The receiving daemon is the program bellboardd." }
    }
    let nearest = NearestName.nearest(to: word, in: commands.map { $0.name })
    return nearest.map { " Did you mean '\((names + [$0]).joined(separator: " "))'?" } ?? ""
  }

  /// Maximum options of a command line; parsing time is quadratic in their number.
  private static let mostOptions = 500

  /// Rejects a command line with more options than the maximum.
  ///
  /// - Throws: `ValidationError`.
  static func checkOptionCount(in words: [String]) throws {
    let options = words.prefix { $0 != "--" }.count { $0.hasPrefix("-") && $0 != "-" }
    guard options > mostOptions else { return }
    throw ValidationError(
      "There are \(options) options, and at most \(mostOptions) are allowed; "
        + "'bellboard push --json' has no such limit.")
  }
}
