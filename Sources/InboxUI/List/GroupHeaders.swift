import Foundation
import InboxCore

/// The grouping of a list; each group has a header line above it.
public enum ListGrouping: String, CaseIterable, Sendable, Hashable {
  /// By day where the list is sorted by time, by priority where it is sorted by that.
  case day
  /// By source, in the order of their names.
  case source
  /// By thread, in the order of their names; messages without one come last.
  case thread
  /// By priority, the most urgent first.
  case priority
  /// Not at all.
  case none

  /// What the rows of a group share, in a list of an order; nil where it has no groups.
  func kind(in order: MessageOrder, zone: TimeZone) -> MessageGrouping.Kind? {
    switch self {
    case .source: .source
    case .thread: .thread
    case .priority: .priority
    case .day where order == .unread: nil
    case .day: order == .priority ? .priority : .day(zone)
    case .none: nil
    }
  }

  /// Whether the groups bring rows into another order than that of the list.
  var isOrdering: Bool { self != .day && self != .none }
}

/// The headers of a list: a line above the first row of each group, and in place of a folded one.
struct GroupHeaders: Sendable, Hashable {
  /// What the rows of a group share, and which groups are folded.
  let grouping: MessageGrouping
  /// Whether they only part the rows of a list that is not grouped by choice, as day lines do.
  let isSeparating: Bool

  /// Fewest lines of a list that has room for lines that only separate.
  private static let leastRows = 10

  /// Makes the headers of a list; nil where it has none.
  init?(_ grouping: ListGrouping, of query: MessageQuery, in zone: TimeZone, rows: Int) {
    if let active = query.activeGrouping {
      (self.grouping, isSeparating) = (active, false)
      return
    }
    guard grouping == .day, rows >= Self.leastRows, !query.filter.isTextSearch,
      let kind = grouping.kind(in: query.order, zone: zone)
    else { return nil }
    (self.grouping, isSeparating) = (MessageGrouping(kind), true)
  }
}

extension GroupReader {
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
}

extension InboxSnapshot {
  /// The folded group for which a row stands; nil for a row that is shown itself.
  func foldedGroup(of row: MessageRow) -> MessageGroup? {
    guard let grouping = query.activeGrouping, grouping.hasFolded else { return nil }
    var reader = GroupReader(grouping.kind)
    let group = reader.group(of: row)
    return grouping.isFolded(group) ? group : nil
  }
}

extension ListState {
  /// The folded group for which a row stands; nil for a row that is shown itself.
  func foldedGroup(of row: MessageRow) -> MessageGroup? { snapshot.foldedGroup(of: row) }

  /// The folded group under the cursor.
  var foldedGroup: MessageGroup? { selectedRow.flatMap(foldedGroup) }

  /// Whether any group may be folded.
  var hasFolded: Bool { query.activeGrouping?.hasFolded ?? false }

  /// Groups the list in another way, or folds groups.
  ///
  /// - Parameters:
  ///   - grouping: The new grouping; nil is none.
  ///   - landing: Where the cursor goes; it stays on its message, or goes to the header that hides
  ///     it, where none is given.
  ///   - layout: The room for the list.
  /// - Returns: The read of the rows.
  mutating func regroup(
    _ grouping: MessageGrouping?, landing: ListJump? = nil, in layout: ListLayout
  ) -> [Effect] {
    setGrouping(grouping)
    return jump(landing ?? selected.map(ListJump.visible) ?? .top, in: layout)
  }

  /// Unfolds a group, and puts the cursor on one of its messages.
  mutating func unfold(
    _ group: MessageGroup, landing: ListJump, in layout: ListLayout
  ) -> [Effect] {
    guard var grouping = query.grouping else { return [] }
    grouping.setFolded(false, group)
    setGrouping(grouping)
    return jump(landing, in: layout)
  }

  /// The row that stands for the folded group of one of the rows before.
  func header(hiding number: MessageNumber, from old: [MessageRow]) -> MessageNumber? {
    guard let grouping = snapshot.query.activeGrouping, grouping.hasFolded,
      let row = old.first(where: { $0.number == number })
    else { return nil }
    var reader = GroupReader(grouping.kind)
    let group = reader.group(of: row)
    return grouping.isFolded(group) ? header(of: group) : nil
  }

  /// The first row at hand of a group.
  func header(of group: MessageGroup) -> MessageNumber? {
    guard var reader = snapshot.query.activeGrouping.map({ GroupReader($0.kind) }) else {
      return nil
    }
    return snapshot.rows.first { reader.group(of: $0) == group }?.number
  }
}
