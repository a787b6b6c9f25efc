import BellboardSupport
import InboxText
import ArgumentParser
import Foundation
import InboxCore
import InboxSystem
import InboxTerminal

/// `bellboard` without a command: the screen.
struct ScreenCommand: NamedCommand {
  static let name = "screen"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Open the inbox on the screen (also without a command).")
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var options: ScreenOptions

  @Argument(help: .hidden)
  var unknown: [String] = []

  /// What is no option and no command ends up here, as this is what runs without a command.
  func validate() throws {
    guard let word = unknown.first else { return }
    let names = Bellboard.commands.map { $0.name }
    guard !names.contains(word) else {
      throw ValidationError(
        "Options follow the command, so the command comes first: 'bellboard \(word) …'.")
    }
    let hint = NearestName.hint(NearestName.nearest(to: word, in: names))
    throw ValidationError(
      "There is no command '\(word)'\(hint.isEmpty ? "." : hint) 'bellboard --help' lists them.")
  }

  func run() throws {
    try Self.run(inbox: inbox.inbox, choice: options.choice)
  }

  /// What the command does when nothing is asked of it.
  static func runPlain() throws {
    try run(inbox: nil, choice: ScreenChoice())
  }

  private static func run(inbox: String?, choice: ScreenChoice) throws {
    try reporting { _ in
      let environment = try UserEnvironment(inboxName: inbox)
      let status = try Screen(environment: environment, choice: choice)
        .run(signals: SignalSource.screen())
      if status != 0 { throw ExitCode(status) }
    }
  }
}
