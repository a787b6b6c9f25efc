import ArgumentParser
import Foundation
import InboxTerminal

/// `bellboard` without a command: the screen.
struct ScreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Open the inbox on the screen (also without a command).")
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var options: ScreenOptions

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
        .run(signals: SignalPipe())
      if status != 0 { throw ExitCode(status) }
    }
  }
}
