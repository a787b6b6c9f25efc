import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem

/// Where the program begins.
@main
enum Program {
  /// Parses the command line and runs the command.
  ///
  /// The screen alone needs no parser, whose tree of commands takes longer to build than the
  /// inbox to paint.
  static func main() {
    CreationMask.restrict()
    FileSizeLimit.reportAsError()
    StandardDescriptors.fillGaps()
    do {
      guard CommandLine.arguments.count > 1 else { return try ScreenCommand.runPlain() }
      let words = Array(CommandLine.arguments.dropFirst())
      var command = try Bellboard.parseAsRoot(Bellboard.beginningWithCommand(words))
      try command.run()
    } catch {
      ParserMessage(for: error, of: Bellboard.self).end()
    }
  }
}
