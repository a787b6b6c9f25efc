import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem

/// The notification inbox for your terminal.
struct Bellboard: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bellboard",
    abstract: "The notification inbox for your terminal.",
    discussion: """
      Without a command, opens the inbox on the screen; press ? there for the keys. All commands \
      can be used while screens are open on the same inbox.

      The program bellboardd receives messages by HTTP (http://127.0.0.1:7575), mail and others; \
      see 'bellboardd --help'. 'bellboard sources' lists what it receives from.
      """,
    version: version,
    // Element by element: converting the array would look up each conformance at run time.
    groupedSubcommands: groups.map { group in
      CommandGroup(
        name: group.name, subcommands: group.commands.map { $0 as any ParsableCommand.Type })
    },
    defaultSubcommand: ScreenCommand.self)

  /// The version, as `--version` prints it.
  static var version: String { ProgramVersion.text }

  /// The commands, in the groups in which help lists them.
  private static var groups: [(name: String, commands: [any NamedCommand.Type])] {
    [
      (
        "Sending",
        [
          Push.self, Run.self, SendMail.self, Hook.self, HookReport.self, Ask.self, Import.self,
        ]
      ),
      ("Reading", [List.self, Show.self, Count.self, Watch.self, Stats.self, Export.self]),
      (
        "Acting",
        [
          Open.self, Go.self, Answer.self, Copy.self, Save.self,
          Read.self, Unread.self, Delete.self,
          Restore.self, Pin.self, Unpin.self, Snooze.self, Unsnooze.self, Done.self, Undone.self,
          Purge.self, Undo.self,
          Redo.self,
        ]
      ),
      (
        "Housekeeping",
        [
          Inboxes.self, RuleCommands.self, Mute.self, Unmute.self, Sources.self,
          WebhookCommands.self,
          ExchangeCommands.self, ThemeCommands.self,
          Keys.self, Setup.self, ConfigCommands.self, Doctor.self, Man.self, Completions.self,
        ]
      ),
      ("On the screen", [ScreenCommand.self, Demo.self]),
    ]
  }

  /// The commands, in the order of help.
  static var commands: [any NamedCommand.Type] { groups.flatMap(\.commands) }
}

/// The entry point of the program.
@main
enum Program {
  /// File descriptors that any command may need.
  private static let requiredDescriptors = 12

  /// Parses the command line and runs the command.
  ///
  /// The screen without arguments, and `--version`, skip the parser.
  static func main() {
    CreationMask.restrict()
    FileSizeLimit.reportAsError()
    StandardDescriptors.fillGaps()
    if CommandLine.argc == 2, CommandLine.arguments[1] == "--version" {
      ParserMessage(answer: Bellboard.version).end()
    }
    do {
      try reporting { _ in try Descriptors.require(requiredDescriptors) }
      guard CommandLine.arguments.count > 1 else { return try ScreenCommand.runPlain() }
      let words = Array(CommandLine.arguments.dropFirst())
      try Bellboard.checkOptionCount(in: words)
      var command = try Bellboard.command(of: words)
      try command.run()
    } catch let status as ExitCode {
      exit(status.rawValue)
    } catch let message as ParserMessage {
      message.end()
    } catch {
      ParserMessage(for: error, of: Bellboard.self).end()
    }
  }
}
