import ArgumentParser

extension Bellboard {
  /// The names of the commands.
  static var commandNames: [String] {
    configuration.subcommands.map { $0._commandName }
  }

  /// The words of a command line, with an inbox that is named first put behind its command.
  ///
  /// The parser knows the option as one of each command, and people write it before them.
  static func beginningWithCommand(_ words: [String]) -> [String] {
    let count = words.first == "--inbox" ? 2 : words.first?.hasPrefix("--inbox=") == true ? 1 : 0
    guard count > 0, words.count > count, commandNames.contains(words[count]) else { return words }
    return [words[count]] + words[..<count] + words[(count + 1)...]
  }
}
