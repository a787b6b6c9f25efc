import Foundation
import InboxCore
import InboxText

/// The header line of a group.
enum GroupHeaderLine {
  /// The line above a row that begins a group, with a note near its right end.
  static func line(
    above row: MessageRow, note: String?, in context: RowContext, _ reader: inout GroupReader
  ) -> Line {
    let label = label(of: row, at: context.now, in: context.zone, &reader)
    let roles = RoleSet(.row).union(RoleSet(.source))
    let text = TextLayout.truncate(" \(label) ", columns: context.columns)
    let title = Span(text, columns: text.columns, roles: roles)
    let free = context.columns - title.columns
    guard let note, note.columns + 4 <= free else {
      return Line([title, rule(free)], fill: RoleSet(.row))
    }
    let news = Span(" \(note) ", columns: note.columns + 2, roles: roles)
    return Line([title, rule(free - news.columns - 1), news, rule(1)], fill: RoleSet(.row))
  }

  private static func rule(_ columns: Int) -> Span {
    let columns = max(columns, 0)
    let roles = RoleSet(.row).union(RoleSet(.border))
    return Span(String(repeating: "─", count: columns), columns: columns, roles: roles)
  }

  private static func label(
    of row: MessageRow, at now: Date, in zone: TimeZone, _ reader: inout GroupReader
  ) -> String {
    switch reader.group(of: row) {
    case .pinned: "Pinned"
    case .day(let day): DayText.text(of: row.sortDate, day: day, at: now, in: zone)
    case .priority(let priority): priority.name.capitalized + " priority"
    }
  }
}

/// A day in words: `Today`, `Yesterday`, `Fri 20 Nov`, `20 Nov 2025`.
enum DayText {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The words for the day of a moment.
  static func text(of date: Date, day: Int, at now: Date, in zone: TimeZone) -> String {
    switch day - LocalClock(timeZone: zone).reading(at: now).day {
    case 0: return "Today"
    case -1: return "Yesterday"
    case 1: return "Tomorrow"
    default: break
    }
    guard let then = LocalTime(date, in: zone), let today = LocalTime(now, in: zone) else {
      return "?"
    }
    let text = "\(then.day) \(months[then.month - 1])"
    return then.year == today.year ? "\(weekdays[then.weekday]) \(text)" : "\(text) \(then.year)"
  }
}

extension UIState {
  /// What has arrived since the visit before this one, in words; nil where nothing has.
  ///
  /// Only the whole list, newest first, has them on top.
  func newsSinceLastVisit(at now: Date) -> String? {
    guard let lastVisit, lastVisit.newCount > 0, lists.count == 1, list.query == MessageQuery()
    else { return nil }
    let count = lastVisit.newCount < LastVisit.limit ? "\(lastVisit.newCount)" : "very many"
    let date = lastVisit.date
    let since =
      AbsoluteTime.nearText(date, from: now, in: zone) ?? AbsoluteTime.text(date, in: zone)
    return "\(count) new since \(since)"
  }
}
