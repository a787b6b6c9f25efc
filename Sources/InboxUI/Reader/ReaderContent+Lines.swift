package import Foundation
package import InboxCore
import InboxText

/// The reader's lines for output without a screen.
extension ReaderContent {
  /// Lays out a message with all fields unfolded.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - columns: The width of the terminal in columns.
  ///   - textColumns: Maximum columns of its text.
  package init(of message: Message, columns: Int, textColumns: Int) {
    self.init(
      of: message, as: ReaderForm(columns: columns, textColumns: textColumns, showsFields: true))
  }

  /// All lines at a time.
  ///
  /// - Parameters:
  ///   - now: The time that ages are relative to.
  ///   - zone: The time zone of the times.
  ///   - hint: The hint for answering an open question.
  /// - Returns: The lines, top first.
  package func lines(at now: Date, in zone: TimeZone, answeringBy hint: String) -> [Line] {
    let margin = ReaderLayout(form).margin
    return rows.map { row in
      guard case .hint(let answer) = row else {
        return ReaderScreen.line(of: row, in: self, .default, .reader, at: now, in: zone)
      }
      let text = String.blanks(margin) + (answer.isOver(at: now) ? QuestionText.unanswered : hint)
      return Line([Span(text, roles: ReaderLayout.base.union(RoleSet(.readerField)))])
    }
  }
}
