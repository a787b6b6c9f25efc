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
    return Self.messages(at: now).enumerated().flatMap { index, row in
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

  /// Sample messages of each kind that themes distinguish: urgent, selected, read, pinned.
  private static func messages(at now: Date) -> [MessageRow] {
    func row(
      _ number: Int64, _ title: String, _ text: String, _ source: String, minutes: Double,
      _ change: (inout MessageRow) -> Void
    ) -> MessageRow {
      var row = MessageRow(
        number: MessageNumber(rawValue: number), source: source, title: title, excerpt: text,
        sortDate: now - minutes * 60)
      change(&row)
      return row
    }
    return [
      row(4, "Disk 91 % full on db-2", "38 GB left.", "ntfy/alerts", minutes: 5) {
        $0.priority = .max
      },
      row(3, "Ana: are you there?", "The deploy waits for you.", "chat/ana", minutes: 14) { _ in },
      row(2, "Build #1841 passed", "312 tests, 0 failures", "http/ci", minutes: 61) {
        $0.status = .read
      },
      row(1, "Certificate expires in 6 days", "Renewal failed.", "ntfy/tls", minutes: 95) {
        ($0.priority, $0.isPinned) = (.high, true)
      },
    ]
  }
}
