import BellboardSupport
import Foundation
import InboxTestSupport
import Testing

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

  /// Checks that a completion script has every command and option, and that its shell can read it.
  func checkCompletions(
    _ script: String, of commands: [DescribedCommand], in shell: String
  ) throws {
    let words = Set(script.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
    for command in commands {
      #expect(words.contains(command.path.last ?? ""), "\(command.path)")
      for option in command.options {
        // Fish writes options without their dashes.
        let name = shell == "fish" ? option.trimmingPrefix { $0 == "-" } : option[...]
        #expect(words.contains(String(name)), "\(command.path) \(option)")
      }
    }
    // What the shell itself says of it, where there is one.
    let file = try write(script, to: "completions")
    let run = try self.shell("! command -v \(shell) >/dev/null || \(shell) -n '\(file)'")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }
}
