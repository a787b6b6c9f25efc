import BellboardSupport
import Foundation
import InboxTestSupport

extension Program {
  /// A command, as the program's parser describes it.
  struct DescribedCommand {
    /// Its words, without the program's name.
    var path: [String]
    /// Its options and flags with their dashes, those alone that help shows.
    var options: [String]
  }

  /// All commands that help shows, with those below others.
  ///
  /// - Parameter name: The program that they are of.
  /// - Returns: The commands.
  /// - Throws: When the program does not describe itself.
  func commands(of name: String = "bellboard") throws -> [DescribedCommand] {
    let help = try shell("'\(BuiltProgram.path(name))' --experimental-dump-help").output
    return Self.below(try CommandTree(json: help).command, [])
  }

  private static func below(
    _ command: CommandTree.Command, _ path: [String]
  ) -> [DescribedCommand] {
    command.shownSubcommands.flatMap { below -> [DescribedCommand] in
      let words = path + [below.commandName]
      let options = below.shownArguments.flatMap(\.dashedNames)
      return [DescribedCommand(path: words, options: options)] + Self.below(below, words)
    }
  }
}
