import BellboardSupport
import Foundation
import InboxCore
import InboxText
import InboxUI

/// Messages as the reader shows them, for a terminal without a screen.
struct StyledMessage {
  /// Columns of the terminal.
  var columns: Int
  /// Most columns of a text.
  var textColumns: Int
  /// The look.
  var ansi: ANSIText
  /// The moment that ages are counted to.
  var now: Date

  /// Fits the terminal that is printed to; nil when piped.
  init?(for output: StandardOutput, in environment: UserEnvironment, at now: Date) {
    guard let columns = output.columns else { return nil }
    self.columns = columns
    self.now = now
    textColumns = environment.settings.preferences.readerWidth
    ansi = ANSIText(depth: environment.outputColors)
  }

  /// A whole message, with a line end after each line but the last.
  func text(of message: Message) -> String {
    let content = ReaderContent(of: message, columns: columns, textColumns: textColumns)
    let hint = "Answer: \(StandardError.programName) answer \(message.number) LABEL"
    let lines = content.lines(at: now, in: .current, answeringBy: hint).map(ansi.text)
    return lines.joined(separator: "\n")
  }
}
