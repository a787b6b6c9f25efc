import ArgumentParser
import InboxText

/// A command with its name at hand, by which it is found before any command is described.
protocol NamedCommand: ParsableCommand {
  /// The word that calls it.
  static var name: String { get }
  /// The commands below it.
  static var commands: [any NamedCommand.Type] { get }
  /// The command as usual words call it, without the parser; nil where it has to read them.
  static func plain(_ words: [String]) -> Self?
}

extension NamedCommand {
  static var commands: [any NamedCommand.Type] { [] }

  static func plain(_ words: [String]) -> Self? { nil }
}

/// Finding and parsing the command that is called.
///
/// The parser describes every command before it parses one, which takes longer than most of them:
/// so only the named one is handed to it.
extension Bellboard {
  /// Parses a command line.
  ///
  /// - Throws: What the parser has to say: help, a version, what is wrong.
  static func command(of words: [String]) throws -> any ParsableCommand {
    let words = beginningWithCommand(words)
    try checkCommands(named: words.first == "help" ? words.dropFirst() : words[...])
    // Help and errors tell of the whole program, so the whole of it has to be known to them.
    return try commandAlone(of: words) ?? parseAsRoot(words)
  }

  /// Parses a command line by the command that it names, else the screen's; nil where that fails.
  static func commandAlone(of words: [String]) -> (any ParsableCommand)? {
    guard let (type, rest) = called(by: words) else { return nil }
    if let command = type.plain(rest) { return command }
    guard let command = try? type.parseAsRoot(rest),
      ObjectIdentifier(Swift.type(of: command)) == ObjectIdentifier(type)
    else { return nil }
    return command
  }

  /// The command that the first words name, and the words behind them.
  ///
  /// Options without a command are those of the screen.
  private static func called(
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

  /// The words of a command line, with an inbox that is named first put behind its command.
  ///
  /// The parser knows the option as one of each command, and people write it before them.
  private static func beginningWithCommand(_ words: [String]) -> [String] {
    let count = words.first == "--inbox" ? 2 : words.first?.hasPrefix("--inbox=") == true ? 1 : 0
    guard count > 0, words.count > count, commands.contains(where: { $0.name == words[count] })
    else { return words }
    return [words[count]] + words[..<count] + words[(count + 1)...]
  }

  /// Refuses words that begin with a command that there is not.
  private static func checkCommands(named words: ArraySlice<String>) throws {
    var (known, names) = (commands, [String]())
    for word in words {
      // What options and 'help' mean is for the parser to say.
      guard !known.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
      guard let command = known.first(where: { $0.name == word }) else {
        throw unknownCommand(word, below: names, among: known)
      }
      (known, names) = (command.commands, names + [word])
    }
  }

  /// The error for a word that names no command, with the name that may have been meant.
  static func unknownCommand(
    _ word: String, below names: [String] = [],
    among commands: [any NamedCommand.Type] = commands
  ) -> ValidationError {
    func whole(_ word: String) -> String { (names + [word]).joined(separator: " ") }
    let nearest = NearestName.nearest(to: word, in: commands.map { $0.name })
    let hint = nearest.map { " Did you mean '\(whole($0))'?" } ?? ""
    return ValidationError("Unknown command '\(whole(word))'." + hint)
  }

  /// Most options of a command line: the parser takes the square of their number in time.
  private static let mostOptions = 500

  /// Refuses a command line with very many options.
  ///
  /// - Throws: `ValidationError`.
  static func checkOptionCount(in words: [String]) throws {
    let options = words.prefix { $0 != "--" }.count { $0.hasPrefix("-") && $0 != "-" }
    guard options > mostOptions else { return }
    throw ValidationError(
      "There are \(options) options, and \(mostOptions) are the most; "
        + "'bellboard push --json' takes payloads of any number of parts.")
  }
}
