import BellboardSupport
import Foundation
import InboxCore
import InboxText
import InboxUI

/// Renders messages as in the reader, for output on a terminal without the screen.
struct StyledMessage {
  /// The width of the terminal in columns.
  var columns: Int
  /// Maximum columns of a text.
  var textColumns: Int
  /// The renderer of lines.
  var ansi: ANSIText
  /// The time that ages are relative to.
  var now: Date

  /// Creates a renderer for the terminal that output goes to; nil when piped.
  init?(for output: StandardOutput, in environment: UserEnvironment, at now: Date) {
    guard let columns = output.columns else { return nil }
    self.columns = columns
    self.now = now
    textColumns = environment.settings.preferences.readerWidth
    ansi = ANSIText(depth: environment.outputColors)
  }

  /// Renders a whole message; its last line has no line end.
  func text(of message: Message) -> String {
    let content = ReaderContent(of: message, columns: columns, textColumns: textColumns)
    let hint = "Answer: \(StandardError.programName) answer \(message.number) LABEL"
    let lines = content.lines(at: now, in: .current, answeringBy: hint).map(ansi.text)
    return lines.joined(separator: "\n")
  }
}
