import ArgumentParser
import Foundation
import InboxUI

/// The notification inbox for your terminal.
struct Bellboard: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bellboard",
    abstract: "The notification inbox for your terminal.",
    discussion: """
      Without a command it opens the inbox on the screen; press ? there for the keys. Every \
      command works while screens are open, on the same inbox.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(name: "Sending", subcommands: [Push.self, Run.self, Ask.self, Import.self]),
      CommandGroup(
        name: "Reading",
        subcommands: [List.self, Show.self, Count.self, Watch.self, Stats.self, Export.self]),
      CommandGroup(
        name: "Acting",
        subcommands: [
          Open.self, Go.self, Answer.self, Copy.self, Read.self, Unread.self, Delete.self,
          Restore.self, Pin.self, Unpin.self, Snooze.self, Unsnooze.self, Purge.self, Undo.self,
          Redo.self,
        ]),
      CommandGroup(
        name: "Housekeeping",
        subcommands: [
          Inboxes.self, ThemeCommands.self, Keys.self, ConfigCommands.self, Doctor.self, Man.self,
          Completions.self,
        ]),
      CommandGroup(name: "On the screen", subcommands: [ScreenCommand.self, Demo.self]),
    ],
    defaultSubcommand: ScreenCommand.self)
}

/// Where the program begins.
@main
enum Program {
  /// Parses the command line and runs the command.
  ///
  /// The screen alone needs no parser, whose tree of commands takes longer to build than the
  /// inbox to paint.
  static func main() {
    umask(0o077)
    StandardDescriptors.fillGaps()
    do {
      guard CommandLine.arguments.count > 1 else { return try ScreenCommand.runPlain() }
      let words = Array(CommandLine.arguments.dropFirst())
      var command = try Bellboard.parseAsRoot(Bellboard.beginningWithCommand(words))
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// Prints what the parser has to say, made printable, and ends with its status.
  private static func end(with error: any Error) -> Never {
    let code = Bellboard.exitCode(for: error)
    let text = Bellboard.fullMessage(for: error).printable(keepingNewlines: true)
    let isAnswer = code == .success
    var written: Int32 = 0
    if !text.isEmpty {
      written = StandardOutput.write(
        Array((text + "\n").utf8), to: isAnswer ? STDOUT_FILENO : STDERR_FILENO)
    }
    exit(isAnswer && written != 0 ? ExitCode.failed.rawValue : code.rawValue)
  }
}
