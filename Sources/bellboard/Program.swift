import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem

/// The start of the program.
@main
enum Program {
  /// Descriptors that every command may come to use.
  private static let requiredDescriptors = 12

  /// Parses the command line and runs the command.
  ///
  /// The screen alone needs no parser, and neither does the version.
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
    } catch {
      ParserMessage(for: error, of: Bellboard.self).end()
    }
  }
}
