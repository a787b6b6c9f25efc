import InboxText
import ArgumentParser
import Foundation
import InboxSystem
import InboxUI

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
      end(with: error)
    }
  }

  /// Prints what the parser has to say, made printable, and ends with its status.
  private static func end(with error: any Error) -> Never {
    let code = Bellboard.exitCode(for: error)
    let text = ParserMessage.likely(Bellboard.fullMessage(for: error))
      .printable(keepingNewlines: true)
    let isAnswer = code == .success
    var written: Int32 = 0
    if !text.isEmpty {
      written = StandardOutput.write(
        Array((text + "\n").utf8), to: isAnswer ? STDOUT_FILENO : STDERR_FILENO)
    }
    exit(isAnswer && written != 0 ? ExitCode.failed.rawValue : code.rawValue)
  }
}
