import Foundation
import InboxUI

/// Where complaints go, each line with the program's name.
enum StandardError {
  /// Writes one complaint that begins with the program's name.
  static func complain(_ text: String) {
    say("bellboard: \(text)")
  }

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
