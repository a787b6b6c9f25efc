import ArgumentParser
import Foundation
import InboxSystem
import InboxText

/// The standard error stream, which makes all output printable.
package enum StandardError {
  /// Prints an error after the program's name; line ends are kept.
  package static func printError(_ text: String) {
    prompt("\(programName): \(text)\n")
  }

  /// Prints errors; of many only the first and the number of others.
  package static func printErrors(_ texts: [String]) {
    texts.prefix(mostErrors).forEach(printError)
    if texts.count > mostErrors { printError("… and \(texts.count - mostErrors) more") }
  }

  /// More would scroll the important ones off the terminal.
  package static let mostErrors = 20

  /// The name with which the program was started, without its folder.
  package static let programName =
    CommandLine.arguments.first?.split(separator: "/").last.map { String($0).printable() }
    ?? "bellboard"

  /// Prints a question, without a line end.
  package static func prompt(_ text: String) {
    // An error cannot be reported anywhere.
    try? Descriptors.write(text.printable(keepingNewlines: true).utf8, to: STDERR_FILENO)
  }

  /// Prints one line, for messages that start with `path:line:`.
  package static func printLine(_ text: String) {
    prompt(text.printable() + "\n")
  }

  /// Prints messages that start with `path:line:`, one a line, and fails if there are any.
  package static func complain(_ messages: [String]) throws {
    messages.forEach(printLine)
    if !messages.isEmpty { throw ExitCode.failed }
  }
}
