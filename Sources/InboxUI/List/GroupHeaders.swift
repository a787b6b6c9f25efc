import Foundation
import InboxCore
import InboxText

/// The grouping of a list; each group has a header line above it.
package enum ListGrouping: String, CaseIterable, Sendable, Hashable {
  /// By day where the list is sorted by time, by priority where it is sorted by that.
  case day
  /// Not at all.
  case none
}

/// The headers of a list: a line above the first row of each day or, where the list is sorted by
/// priority, of each priority.
struct GroupHeaders: Sendable, Hashable {
  /// The time zone whose days they are.
  let zone: TimeZone
  /// Whether they tell priorities instead of days.
  let showsPriorities: Bool

  /// Fewest lines of a list that has room for headers.
  private static let leastRows = 10

  /// Makes the headers of a list; nil where it has none.
  init?(_ grouping: ListGrouping, of query: MessageQuery, in zone: TimeZone, rows: Int) {
    guard grouping == .day, rows >= Self.leastRows, !query.filter.isTextSearch,
      query.order != .unread
    else { return nil }
    self.zone = zone
    showsPriorities = query.order == .priority
  }
}

/// A group of rows that lie together.
enum RowGroup: Sendable, Hashable {
  /// The pinned ones, which come first in every order.
  case pinned
  /// Those of a day, counted since 1970.
  case day(Int)
  /// Those of a priority.
  case priority(Priority)
}

/// Finds the groups of rows, and remembers the day of the last one: most rows are of the same.
struct GroupReader: Sendable {
  private let clock: LocalClock
  private let showsPriorities: Bool
  private var span: (day: Int, range: Range<Date>)?

  init(_ headers: GroupHeaders) {
    clock = LocalClock(timeZone: headers.zone)
    showsPriorities = headers.showsPriorities
  }

  /// The group of a row.
  mutating func group(of row: MessageRow) -> RowGroup {
    if row.isPinned { return .pinned }
    return showsPriorities ? .priority(row.priority) : .day(day(of: row.sortDate))
  }

  /// Whether a header stands above the row at `index`.
  ///
  /// - Parameters:
  ///   - index: The row.
  ///   - rows: The rows at hand.
  ///   - isStart: Whether they begin with the first row of the whole list.
  /// - Returns: Whether it begins a group.
  mutating func hasHeader(above index: Int, of rows: [MessageRow], isStart: Bool) -> Bool {
    guard index > 0 else { return isStart }
    return group(of: rows[index]) != group(of: rows[index - 1])
  }

  /// The day of a moment, counted since 1970.
  mutating func day(of date: Date) -> Int {
    if let span, span.range.contains(date) { return span.day }
    let day = clock.reading(at: date).day
    let start = clock.moments(day: day, second: 0)[0]
    let end = clock.moments(day: day + 1, second: 0)[0]
    if start < end { span = (day, start..<end) }
    return day
  }
}
