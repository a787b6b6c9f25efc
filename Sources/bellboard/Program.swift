import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem

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
    } catch let error as UnknownSubcommand {
      ParserMessage(mistake: error.message).end()
    } catch {
      ParserMessage(for: error, of: Bellboard.self).end()
    }
  }
}
