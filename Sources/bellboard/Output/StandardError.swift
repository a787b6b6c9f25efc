import Foundation
import InboxUI

/// Where complaints go, each line with the program's name.
enum StandardError {
  /// Writes one complaint that begins with the program's name.
  static func complain(_ text: String) {
    say("bellboard: \(text)")
  }

  /// Writes one complaint for each text, of very many only the first and how many more there are.
  static func complain(each texts: [String]) {
    texts.prefix(mostComplaints).forEach(complain)
    if texts.count > mostComplaints { complain("… and \(texts.count - mostComplaints) more") }
  }

  /// More would push what matters off a terminal.
  static let mostComplaints = 20

  /// Writes a question and no line end.
  static func ask(_ text: String) {
    _ = StandardOutput.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Writes one line as it is, for messages that begin with `path:line:`.
  static func say(_ text: String) {
    // Nobody is left to tell when this fails.
    _ = StandardOutput.write(Array("\(text)\n".utf8), to: STDERR_FILENO)
  }
}
