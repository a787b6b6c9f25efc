import Foundation
import InboxSystem
import InboxText

/// The standard error stream; whatever goes there is made printable here.
package enum StandardError {
  /// Prints an error behind the program's name; one of several lines keeps them.
  package static func printError(_ text: String) {
    prompt("\(programName): \(text)\n")
  }

  /// Prints errors, of very many only the first and how many more there are.
  package static func printErrors(_ texts: [String]) {
    texts.prefix(mostErrors).forEach(printError)
    if texts.count > mostErrors { printError("… and \(texts.count - mostErrors) more") }
  }

  /// More would push what matters off a terminal.
  package static let mostErrors = 20

  /// The name that the program was started by, without its folder.
  package static let programName =
    CommandLine.arguments.first?.split(separator: "/").last.map { String($0).printable() }
    ?? "bellboard"

  /// Prints a question, without a line end.
  package static func prompt(_ text: String) {
    // Nobody is left to tell when this fails.
    try? Descriptors.write(text.printable(keepingNewlines: true).utf8, to: STDERR_FILENO)
  }

  /// Prints one line, for messages that begin with `path:line:`.
  package static func printLine(_ text: String) {
    prompt(text.printable() + "\n")
  }
}
