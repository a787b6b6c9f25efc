import Foundation
import InboxCore

/// The grouping of a list, with a header line above each group.
public enum ListGrouping: String, CaseIterable, Sendable, Hashable {
  /// By day if the list is sorted by time, by priority if it is sorted by priority.
  case day
  /// By source; groups are sorted like their first rows.
  case source
  /// By thread, groups are sorted like their first rows; messages without a thread come last.
  case thread
  /// By priority, most urgent first.
  case priority
  /// No groups.
  case none

  /// The group key for an order of the list; nil for no groups.
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

  /// Whether grouping changes the order of the rows.
  var isOrdering: Bool { self != .day && self != .none }
}

/// The headers of a list: above the first row of each group, or in place of a folded group.
struct GroupHeaders: Sendable, Hashable {
  /// The group key, and the folded groups.
  let grouping: MessageGrouping
  /// Whether the headers are day lines that only separate rows, in a list that is not grouped.
  let isSeparating: Bool

  /// Minimum lines of a list for separating headers.
  private static let leastRows = 10

  /// Creates the headers of a list; nil if it has none.
  init?(_ grouping: ListGrouping, of query: MessageQuery, in zone: TimeZone, rows: Int) {
    if let active = query.grouping {
      (self.grouping, isSeparating) = (active, false)
      return
    }
    guard grouping == .day, rows >= Self.leastRows,
      let kind = grouping.kind(in: query.order, zone: zone)
    else { return nil }
    (self.grouping, isSeparating) = (MessageGrouping(kind), true)
  }
}

extension GroupReader {
  /// Whether a header is above the row at `index`.
  ///
  /// - Parameters:
  ///   - index: The row.
  ///   - rows: The loaded rows.
  ///   - isStart: Whether they include the first row of the list.
  /// - Returns: Whether the row starts a group.
  mutating func hasHeader(above index: Int, of rows: [MessageRow], isStart: Bool) -> Bool {
    index > 0 ? group(of: rows[index]) != group(of: rows[index - 1]) : isStart
  }
}

extension InboxSnapshot {
  /// The folded group that a row represents; nil for an ordinary row.
  func foldedGroup(of row: MessageRow) -> MessageGroup? {
    guard let grouping = query.grouping, grouping.hasFolded else { return nil }
    var reader = GroupReader(grouping.kind)
    let group = reader.group(of: row)
    return grouping.isFolded(group) ? group : nil
  }
}

extension ListState {
  /// The folded group that a row represents; nil for an ordinary row.
  func foldedGroup(of row: MessageRow) -> MessageGroup? { snapshot.foldedGroup(of: row) }

  var foldedGroup: MessageGroup? { selectedRow.flatMap(foldedGroup) }

  /// The messages that an action on a row changes: a folded group, or a collapsed thread.
  func targetGroup(of row: MessageRow) -> MessageGroup? {
    foldedGroup(of: row) ?? row.collapsedThread.map { .thread($0) }
  }

  var targetGroup: MessageGroup? { selectedRow.flatMap(targetGroup) }

  var hasFolded: Bool { query.grouping?.hasFolded ?? false }

  /// Changes the grouping or the folded groups.
  ///
  /// - Parameters:
  ///   - grouping: The new grouping; nil for none.
  ///   - landing: The target of the cursor; by default its message, or the header that hides it.
  ///   - layout: The layout of the list.
  /// - Returns: The read of the rows.
  mutating func regroup(
    _ grouping: MessageGrouping?, landing: ListJump? = nil, in layout: ListLayout
  ) -> [Effect] {
    setGrouping(grouping)
    return jump(landing ?? selected.map(ListJump.visible) ?? .top, in: layout)
  }

  /// Changes grouping and collapsed threads; the cursor stays on its message.
  mutating func regroup(like other: MessageQuery, in layout: ListLayout) -> [Effect] {
    // Each message has a row from now on, and a mark of its own.
    let spread = other.collapsesThreads ? nil : readMarkedThreads(for: .mark)
    arrange(like: other)
    return regroup(other.grouping, in: layout) + [spread?.effect].compactMap(\.self)
  }

  /// Unfolds a group, and moves the cursor to one of its messages.
  mutating func unfold(
    _ group: MessageGroup, landing: ListJump, in layout: ListLayout
  ) -> [Effect] {
    guard var grouping = query.grouping else { return [] }
    grouping.setFolded(false, group)
    return regroup(grouping, landing: landing, in: layout)
  }

  /// The row that represents the folded group or collapsed thread of an earlier row; nil if that is
  /// neither.
  func header(hiding number: MessageNumber, from old: [MessageRow]) -> MessageNumber? {
    guard let row = old.first(where: { $0.number == number }) else { return nil }
    if let group = snapshot.foldedGroup(of: row), let header = header(of: group) { return header }
    guard snapshot.query.collapsesThreads, let thread = row.sourceThread else { return nil }
    return snapshot.rows.first { $0.sourceThread == thread }?.number
  }

  /// The first loaded row of a group.
  func header(of group: MessageGroup) -> MessageNumber? {
    guard var reader = snapshot.query.grouping.map({ GroupReader($0.kind) }) else { return nil }
    return snapshot.rows.first { reader.group(of: $0) == group }?.number
  }

  /// Folds or unfolds groups.
  ///
  /// - Parameters:
  ///   - command: The fold command.
  ///   - isOrdering: Whether grouping orders the list.
  ///   - context: The keymap for the key in the status text.
  /// - Returns: The reads, or the status of a list without groups.
  mutating func fold(
    _ command: Command.Finding, isOrdering: Bool, in context: PartContext
  ) -> Reply {
    guard let headers = context.layout.headers, thread == nil else {
      return Reply(status: .noGroups(key: context.key(of: .finding(.groupBySource))))
    }
    var grouping = query.grouping ?? headers.grouping
    switch command {
    case .foldAll, .unfoldAll: grouping.setAllFolded(command == .foldAll)
    default:
      guard let row = selectedRow else { return Reply() }
      var reader = GroupReader(grouping.kind)
      let group = reader.group(of: row)
      let isFolded = command == .toggleFold ? !grouping.isFolded(group) : command == .fold
      guard isFolded != grouping.isFolded(group) else { return Reply() }
      grouping.setFolded(isFolded, group)
    }
    let isNeeded = grouping.hasFolded || isOrdering
    return Reply(effects: regroup(isNeeded ? grouping : nil, in: context.layout))
  }

  /// Folds or unfolds the group of a loaded message, and moves the cursor to its first line.
  mutating func fold(
    _ isFolded: Bool, groupOf number: MessageNumber, isOrdering: Bool, in layout: ListLayout
  ) -> [Effect] {
    guard let headers = layout.headers, thread == nil, let index = index(of: number) else {
      return []
    }
    var grouping = query.grouping ?? headers.grouping
    var reader = GroupReader(grouping.kind)
    grouping.setFolded(isFolded, reader.group(of: snapshot.rows[index]))
    let isNeeded = grouping.hasFolded || isOrdering
    return regroup(isNeeded ? grouping : nil, landing: .visible(number), in: layout)
  }
}
