import Foundation
import InboxCore
import InboxText
import InboxUI

/// A preview of a theme: a few sample rows of a list.
struct ThemePreview {
  /// The theme of the preview.
  let theme: Theme
  /// The terminal's color depth; nil if it has no escape sequences.
  let depth: ColorDepth?
  /// The width of the terminal in columns.
  let columns: Int

  /// Maximum columns of a row; more would show nothing new.
  private static let mostColumns = 76

  /// Renders the rows, one text a line.
  func lines(at now: Date) -> [String] {
    let width = min(columns, Self.mostColumns)
    let context = RowContext(theme: theme, columns: width, now: now)
    return SampleInbox.rows(at: now).prefix(4).enumerated().flatMap { index, row in
      RowLayout.lines(of: row, in: context, states: index == 1 ? RoleSet(.selected) : [])
        .map { text($0, columns: width) }
    }
  }

  private func text(_ line: Line, columns: Int) -> String {
    let free = columns - line.spans.reduce(0) { $0 + $1.columns }
    let rest = String.blanks(free)
    let whole = Line(line.spans + [Span(rest, columns: rest.utf8.count, roles: line.fill)])
    guard let depth else { return whole.spans.map(\.text).joined() }
    return ANSIText(theme: theme, depth: depth).text(whole)
  }
}
