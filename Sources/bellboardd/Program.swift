import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem

/// Where the daemon begins.
@main
enum Program {
  /// Descriptors that it may come to use at least.
  private static let requiredDescriptors = 32
  /// Descriptors that it makes use of at most: a connection takes one, and shells begin with 1 024.
  private static let mostDescriptors = 65_536

  /// Parses the command line and runs.
  static func main() async {
    CreationMask.restrict()
    FileSizeLimit.reportAsError()
    StandardDescriptors.fillGaps()
    signal(SIGPIPE, SIG_IGN)
    Descriptors.raiseLimit(to: mostDescriptors)
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
