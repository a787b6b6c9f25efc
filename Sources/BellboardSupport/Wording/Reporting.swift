package import ArgumentParser
import Foundation
package import InboxCore
package import InboxSystem

/// Runs a command's work; hands on what it printed, and turns what it throws into words.
///
/// The programs of rules that it started end before it does.
///
/// - Parameter work: Gets standard output, which is flushed at its end, also when it throws.
/// - Throws: `ExitCode`, or the parser's own errors as they are.
package func reporting(_ work: (StandardOutput) throws -> Void) throws {
  // A pipe closed by its reader must not keep the inbox from being closed.
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
  } catch let signal as EndedBySignal {
    signal.end()
  } catch let problem as any Reportable {
    // What was printed before is true all the same; that it cannot be handed on would hide why.
    try? output.flush()
    StandardError.printError(problem.report)
    throw problem.exitCode
  }
}

/// Ends as every program does whose reader is gone, so that shells can tell.
private func endByBrokenPipe() -> Never {
  signal(SIGPIPE, SIG_DFL)
  raise(SIGPIPE)
  exit(ExitCode.failed.rawValue)
}

/// An error that has words for people and an exit status.
package protocol Reportable: Error {
  /// What is wrong and what to do about it, without control characters.
  var report: String { get }
  /// With what the program ends.
  var exitCode: ExitCode { get }
}

extension Reportable {
  package var exitCode: ExitCode { .failed }
}

/// What the program's exit status says; 64 for wrong usage is also the parser's.
extension ExitCode {
  /// Failed, or only partly done; the reasons are on standard error.
  package static let failed = ExitCode(1)
  /// An acting command matched nothing.
  package static let nothingMatched = ExitCode(3)
  /// Nobody answered a question in time.
  package static let timedOut = ExitCode(4)
  /// A flag or a filter is wrong.
  package static let wrongUsage = ExitCode(64)

  /// All of them with what they say, for the manual.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.success, "Done; list and count also when nothing is there."),
    (.failed, "Failed or only partly done; standard error says why."),
    (.nothingMatched, "An acting command matched no message."),
    (.timedOut, "ask: nobody answered in time."),
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
