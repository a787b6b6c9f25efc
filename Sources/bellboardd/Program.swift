import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem

/// Where the daemon begins.
@main
enum Program {
  /// Descriptors that it may come to use at least.
  private static let requiredDescriptors = 32

  /// Parses the command line and runs.
  static func main() async {
    CreationMask.restrict()
    FileSizeLimit.reportAsError()
    StandardDescriptors.fillGaps()
    signal(SIGPIPE, SIG_IGN)
    do {
      try Descriptors.require(requiredDescriptors)
      var command = try BellboardDaemon.parseAsRoot()
      if var running = command as? any AsyncParsableCommand {
        try await running.run()
      } else {
        try command.run()
      }
    } catch let status as ExitCode {
      exit(status.rawValue)
    } catch let problem as any Reportable {
      StandardError.printError(problem.report)
      exit(problem.exitCode.rawValue)
    } catch {
      ParserMessage(for: error, of: BellboardDaemon.self).end()
    }
  }
}
