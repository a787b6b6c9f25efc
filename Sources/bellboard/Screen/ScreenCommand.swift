import ArgumentParser
import BellboardSupport
import InboxSystem

/// `bellboard screen`, also the default without a command.
struct ScreenCommand: NamedCommand {
  static let name = "screen"
  static let abstract = "Open the inbox on the screen (also without a command)."
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var options: ScreenOptions

  @Argument(help: .hidden)
  var unknown: [String] = []

  /// Rejects unknown words, which the parser assigns to this default command.
  ///
  /// The parser's own error would add the usage of this command.
  private func checkWords() throws {
    guard let word = unknown.first else { return }
    guard !Bellboard.commands.contains(where: { $0.name == word }) else {
      throw ValidationError(
        "Options follow the command, so the command comes first: 'bellboard \(word) …'.")
    }
    throw Bellboard.unknownCommand(word)
  }

  func run() throws {
    try checkWords()
    try Self.run(inbox: inbox.inbox, choice: try options.choice())
  }

  /// Runs the command without arguments, and without the parser.
  static func runPlain() throws { try run(inbox: nil, choice: ScreenChoice()) }

  private static func run(inbox: String?, choice: @autoclosure () throws -> ScreenChoice) throws {
    try reporting { _ in
      let environment = try UserEnvironment(inboxName: inbox)
      try ScreenSession(environment: environment, choice: try choice())
        .run(signals: SignalSource.screen())
    }
  }
}
