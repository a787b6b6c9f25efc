package import ArgumentParser
import Foundation
package import InboxCore
package import InboxSystem

/// Runs a command, flushes its output, and reports its errors.
///
/// It waits for the programs of rules that it started.
///
/// - Parameter work: The work of the command; gets standard output, which is flushed afterwards,
///   also after an error.
/// - Throws: `ExitCode`, or errors of the parser unchanged.
package func reporting(_ work: (StandardOutput) throws -> Void) throws {
  // A closed pipe must not prevent closing the inbox.
  signal(SIGPIPE, SIG_IGN)
  let output = StandardOutput()
  defer { ProgramRunner.finishShared() }
  do {
    do {
      try work(output)
    } catch let code as ExitCode {
      try output.flush()
      throw code
    }
    try output.flush()
  } catch OutputError.readerGone {
    endByBrokenPipe()
  } catch OutputError.interrupted(let number) {
    EndedBySignal(number: number).end()
  } catch let signal as EndedBySignal {
    signal.end()
  } catch let problem as any Reportable {
    // Earlier output is still valid; an output error would hide the cause.
    try? output.flush()
    StandardError.printError(problem.report)
    throw problem.exitCode
  }
}

/// Ends like any program with a closed pipe, so that shells recognize it.
private func endByBrokenPipe() -> Never {
  signal(SIGPIPE, SIG_DFL)
  raise(SIGPIPE)
  exit(ExitCode.failed.rawValue)
}

/// An error with a description and an exit status.
package protocol Reportable: Error {
  /// The description and the remedy, without control characters.
  var report: String { get }
  /// The exit status of the program.
  var exitCode: ExitCode { get }
}

extension Reportable {
  package var exitCode: ExitCode { .failed }
}

/// An error that one place throws, in its own words, and nobody else needs to tell from others.
package struct Failure: Reportable {
  package let report: String
  package let exitCode: ExitCode

  package init(_ report: String, _ exitCode: ExitCode = .failed) {
    (self.report, self.exitCode) = (report, exitCode)
  }
}

/// The exit statuses of the program; 64 for wrong usage is also the parser's.
extension ExitCode {
  /// Failed, or only partly done; the reasons are on standard error.
  package static let failed = ExitCode(1)
  /// An acting command matched nothing.
  package static let nothingMatched = ExitCode(3)
  /// Nobody answered a question in time.
  package static let timedOut = ExitCode(4)
  /// A flag or a filter is wrong.
  package static let wrongUsage = ExitCode(64)

  /// All exit statuses with their meaning, for the manual.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.success, "Success; for list and count also without messages."),
    (.failed, "Failed or only partly done; standard error says why."),
    (.nothingMatched, "show or an acting command found no message."),
    (.timedOut, "ask: no answer in time."),
    (.wrongUsage, "Wrong usage."),
  ]
}

extension InboxError: Reportable {
  package var report: String { ErrorText.text(for: self) }

  package var exitCode: ExitCode {
    switch self {
    case .unknownMessages, .unknownThread: .nothingMatched
    default: .failed
    }
  }
}

extension FilterError: Reportable {
  package var report: String { ErrorText.text(for: self) }
  package var exitCode: ExitCode { .wrongUsage }
}

extension PayloadError: Reportable {
  package var report: String { ErrorText.text(for: self) }
  package var exitCode: ExitCode { .wrongUsage }
}

extension FolderError: Reportable {
  package var report: String { ErrorText.text(for: self) }
}

extension SystemError: Reportable {
  package var report: String { description }
}

extension DescriptorLimitError: Reportable {
  package var report: String { message }
}
