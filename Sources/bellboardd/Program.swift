import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem

/// The entry point of the daemon.
@main
enum Program {
  /// Minimum descriptors that the daemon needs.
  private static let requiredDescriptors = 32
  /// Maximum descriptors that it uses: one per connection, while shells often allow only 1 024.
  private static let mostDescriptors = 65_536

  /// Parses the command line and runs the command.
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
    } catch let signal as EndedBySignal {
      ExchangeProgress.endLine()
      // Output may still be buffered.
      fflush(nil)
      signal.end()
    } catch let problem as any Reportable {
      StandardError.printError(problem.report)
      exit(problem.exitCode.rawValue)
    } catch {
      ParserMessage(for: error, of: BellboardDaemon.self).end()
    }
  }
}
