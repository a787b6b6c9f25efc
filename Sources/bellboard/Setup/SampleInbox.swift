import Foundation
import InboxCore
import InboxText
import InboxUI

/// A few messages in memory, of each kind that themes distinguish, for previews.
enum SampleInbox {
  /// The rows, newest first: urgent, selected, read, pinned, and longer ones.
  static func rows(at now: Date) -> [MessageRow] {
    func row(
      _ number: Int64, _ title: String, _ text: String, _ source: String, minutes: Double,
      _ change: (inout MessageRow) -> Void = { _ in }
    ) -> MessageRow {
      var row = MessageRow(
        number: MessageNumber(rawValue: number), source: source, title: title, excerpt: text,
        sortDate: now - minutes * 60)
      change(&row)
      return row
    }
    return [
      row(7, "Disk 91 % full on db-2", "38 GB left.", "ntfy/alerts", minutes: 5) {
        $0.priority = .max
      },
      row(6, "Ana: are you there?", "The deploy waits for you.", "chat/ana", minutes: 14),
      row(5, "Build #1841 passed", "312 tests, 0 failures", "http/ci", minutes: 61) {
        $0.status = .read
      },
      row(4, "Certificate expires in 6 days", "Renewal failed.", "ntfy/tls", minutes: 95) {
        ($0.priority, $0.isPinned) = (.high, true)
      },
      row(
        3, "Backup finished", "42 GB copied in 12 minutes. Two files changed meanwhile.",
        "cron/backup", minutes: 180),
      row(2, "make test finished", "exit status 0 after 4m 12s", "shell", minutes: 240) {
        $0.status = .read
      },
      row(1, "Weekly report", "Everything is as it was last week.", "mail/root", minutes: 400) {
        ($0.priority, $0.status) = (.low, .read)
      },
    ]
  }

  private static func sources(of rows: [MessageRow]) -> [SourceCount] {
    rows.map { row in
      SourceCount(row.source, GroupCount(total: 1, unread: row.status == .unread ? 1 : 0))
    }
  }

  /// The screen of the program with these messages.
  static func frame(
    _ size: Size, theme: Theme, keymap: Keymap, preferences: ScreenPreferences, at now: Date,
    in zone: TimeZone
  ) -> Frame {
    var preferences = preferences
    preferences.preview = .off
    preferences.tabs = []
    let query = MessageQuery()
    var state = UIState(
      size: size, query: query, theme: theme, keymap: keymap, preferences: preferences, zone: zone)
    let rows = rows(at: now).sorted { $0.isPinned && !$1.isPinned }
    let unread = rows.count { $0.status == .unread }
    let snapshot = InboxSnapshot(
      query: state.main.query, rows: rows,
      counts: InboxCounts(unread: unread, read: rows.count - unread), matchCount: rows.count,
      newestNumber: MessageNumber(rawValue: Int64(rows.count)))
    let reading = ReadRows(state.main.query, MessageWindow(anchor: .top, limit: rows.count))
    _ = state.update(.answered(reading, snapshot), at: now)
    _ = state.update(.answered(CountSources(), sources(of: rows)), at: now)
    return state.frame(at: now, in: zone)
  }
}

/// A preview of a theme: a few sample rows of a list.
struct ThemePreview {
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
