package import Foundation
package import InboxCore
import InboxText

/// The reader's lines outside of a screen, as a command prints them.
extension ReaderContent {
  /// Lays a message out with everything in it open.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - columns: Columns of the terminal.
  ///   - textColumns: Most columns of its text.
  package init(of message: Message, columns: Int, textColumns: Int) {
    self.init(
      of: message, as: ReaderForm(columns: columns, textColumns: textColumns, showsFields: true))
  }

  /// All lines at a moment.
  ///
  /// - Parameters:
  ///   - now: The moment that ages are counted to.
  ///   - zone: The time zone of the times.
  ///   - hint: How to answer a question that waits.
  /// - Returns: The lines, top first.
  package func lines(at now: Date, in zone: TimeZone, answeringBy hint: String) -> [Line] {
    let margin = ReaderLayout(form).margin
    return rows.map { row in
      guard case .hint(let answer) = row else {
        return ReaderScreen.line(of: row, in: self, .default, at: now, in: zone)
      }
      let isOver = answer.isOver || answer.expiresAt.map { $0 <= now } ?? false
      let text = String.blanks(margin) + (isOver ? "Not answered" : hint)
      return Line([Span(text, roles: ReaderLayout.base.union(RoleSet(.readerField)))])
    }
  }
}
