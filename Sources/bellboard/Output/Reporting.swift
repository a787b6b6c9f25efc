import ArgumentParser
import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxTerminal
import InboxText
import InboxUI

/// Runs a command's work; hands on what it printed, and turns what it throws into words.
///
/// - Parameter work: Gets standard output, which is flushed at its end, also when it throws.
/// - Throws: `ExitCode`, or the parser's own errors as they are.
func reporting(_ work: (StandardOutput) throws -> Void) throws {
  // A pipe closed by its reader must not keep the inbox from being closed.
  signal(SIGPIPE, SIG_IGN)
  let output = StandardOutput()
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
    StandardError.complain(problem.report)
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
protocol Reportable: Error {
  /// What is wrong and what to do about it, without control characters.
  var report: String { get }
  /// With what the program ends.
  var exitCode: ExitCode { get }
}

extension Reportable {
  var exitCode: ExitCode { .failed }
}

extension InboxError: Reportable {
  var report: String { ErrorText.text(for: self) }

  var exitCode: ExitCode {
    switch self {
    case .unknownMessages, .unknownThread: .nothingMatched
    default: .failed
    }
  }
}

extension FilterError: Reportable {
  var report: String { ErrorText.text(for: self) }
  var exitCode: ExitCode { .wrongUsage }
}

extension PayloadError: Reportable {
  var report: String { ErrorText.text(for: self) }
  var exitCode: ExitCode { .wrongUsage }
}

extension TerminalError: Reportable {
  var report: String { message.printable() }
}

extension ClipboardError: Reportable {
  var report: String { message.printable() }
}

extension SystemError: Reportable {
  var report: String { description }
}

extension InputError: Reportable {
  var report: String {
    switch self {
    case .closed: "standard input is closed, and there is something to be read from it"
    case .empty: "nothing came in; give payloads as JSON on standard input"
    case .tooLong(let limit):
      "standard input has more than \(limit) bytes, and a message may have no more"
    case .unreadable(let path, let reason): "cannot read \(path.printable()): \(reason)"
    }
  }
}

extension OutputError: Reportable {
  var report: String {
    switch self {
    case .readerGone: "the reader of the output has gone"
    case .unwritable(let code): "cannot write the output: \(String(cString: strerror(code)))"
    }
  }
}

extension ThemeLookupError: Reportable {
  var report: String {
    if case .notFound(_, nearest: nil) = self {
      return description.printable() + "; 'bellboard theme list' shows which there are"
    }
    return description.printable()
  }
}
