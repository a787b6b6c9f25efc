import Foundation
import InboxCore
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
    let sources = rows.map { row in
      SourceCount(row.source, GroupCount(total: 1, unread: row.status == .unread ? 1 : 0))
    }
    _ = state.update(.answered(CountSources(), sources), at: now)
    return state.frame(at: now, in: zone)
  }

  /// Maximum columns of a preview; more would show nothing new.
  private static let mostColumns = 76

  /// A few rows in a theme, one text a line; without a color depth they have no escape sequences.
  static func preview(
    of theme: Theme, columns: Int, depth: ColorDepth?, at now: Date
  ) -> [String] {
    let columns = min(columns, mostColumns)
    let context = RowContext(theme: theme, columns: columns, now: now)
    let lines = rows(at: now).prefix(4).enumerated().flatMap { index, row in
      RowLayout.lines(of: row, in: context, states: index == 1 ? RoleSet(.selected) : [])
    }
    return lines.map { line in
      let spans = line.padded(to: columns)
      return depth.map { ANSIText(theme: theme, depth: $0).text(Line(spans)) }
        ?? spans.map(\.text).joined()
    }
  }
}
