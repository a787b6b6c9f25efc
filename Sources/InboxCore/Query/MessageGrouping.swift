package import Foundation
import InboxText

/// A group of adjacent rows.
package enum MessageGroup: Sendable, Hashable {
  /// What needs the person, which comes first in every order.
  case needed
  /// The pinned rows, which come next.
  case pinned
  /// Rows of a source.
  case source(String)
  /// Rows of a thread; nil for those without one.
  case thread(String?)
  /// Rows of a priority.
  case priority(Priority)
  /// Rows of a day, counted since 1970.
  case day(Int)
}

/// The grouping of a query's rows, and which of its groups are folded.
///
/// A folded group is shown as its first row.
package struct MessageGrouping: Sendable, Hashable {
  /// The property that the rows of a group share.
  package enum Kind: Sendable, Hashable {
    case source
    case thread
    case priority
    /// The day in a time zone.
    case day(TimeZone)
  }

  /// The property that the rows of a group share.
  package let kind: Kind
  /// Whether groups are folded except for ``exceptions``.
  private var isFolded = false
  private var exceptions: Set<MessageGroup> = []

  /// Creates a grouping with no group folded.
  package init(_ kind: Kind) { self.kind = kind }

  /// The same grouping with no group folded.
  package var unfolded: MessageGrouping { MessageGrouping(kind) }

  /// Whether any group may be folded.
  package var hasFolded: Bool { isFolded || !exceptions.isEmpty }

  /// Whether a group is folded.
  package func isFolded(_ group: MessageGroup) -> Bool {
    isFolded != exceptions.contains(group)
  }

  /// Folds or unfolds a group.
  package mutating func setFolded(_ folded: Bool, _ group: MessageGroup) {
    if folded == isFolded {
      exceptions.remove(group)
    } else {
      exceptions.insert(group)
    }
  }

  /// Folds or unfolds all groups.
  package mutating func setAllFolded(_ folded: Bool) { (isFolded, exceptions) = (folded, []) }
}

/// Computes the groups of rows, and caches the last day: most rows share it.
package struct GroupReader: Sendable {
  private let kind: MessageGrouping.Kind
  private var span: (day: Int, range: Range<Date>)?

  /// Creates a reader of groups.
  package init(_ kind: MessageGrouping.Kind) { self.kind = kind }

  /// The group of a row.
  package mutating func group(of row: MessageRow) -> MessageGroup {
    if row.isNeeded { return .needed }
    if row.isPinned { return .pinned }
    switch kind {
    case .source: return .source(row.source)
    case .thread: return .thread(row.thread.flatMap { $0.isEmpty ? nil : $0 })
    case .priority: return .priority(row.priority)
    case .day(let zone): return .day(day(of: row.sortDate, in: zone))
    }
  }

  /// The day of a time, by its ``DaySpan``.
  package mutating func day(of date: Date, in zone: TimeZone) -> Int {
    if let span, span.range.contains(date) { return span.day }
    var day = LocalClock(timeZone: zone).reading(at: date).day
    // When a clock is set back at midnight, the previous day occurs once more.
    if date < DaySpan.start(of: day, in: zone) { day -= 1 }
    if date >= DaySpan.start(of: day + 1, in: zone) { day += 1 }
    let (start, end) = (DaySpan.start(of: day, in: zone), DaySpan.start(of: day + 1, in: zone))
    if start < end { span = (day, start..<end) }
    return day
  }
}

/// The span of a local day.
package enum DaySpan {
  /// The time at which a day, counted since 1970, begins.
  package static func start(of day: Int, in zone: TimeZone) -> Date {
    LocalClock(timeZone: zone).moments(day: day, second: 0)[0]
  }
}

extension MessageFilter {
  /// The filter that, together with a query's, matches the rows of one of its groups; nil for a
  /// source that parses as a pattern.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - kind: The grouping, with the time zone of days.
  package init?(of group: MessageGroup, by kind: MessageGrouping.Kind) {
    let isBelow = [Term(.pinned, isNegated: true), Term(.needed, isNegated: true)]
    switch group {
    case .needed: self.init([Term(.needed)])
    case .pinned: self.init([Term(.pinned), Term(.needed, isNegated: true)])
    case .source(let name):
      self.init([Term(.source(SourcePattern(exactly: name).text))] + isBelow)
    case .thread(let name): self.init([Term(.thread(name ?? ""))] + isBelow)
    case .priority(let priority): self.init([Term(.priority(.equal, priority))] + isBelow)
    case .day(let day):
      guard case .day(let zone) = kind else { return nil }
      self.init(
        [
          Term(.after(.at(DaySpan.start(of: day, in: zone)))),
          Term(.before(.at(DaySpan.start(of: day + 1, in: zone)))),
        ] + isBelow)
    }
  }
}
