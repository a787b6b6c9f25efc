import Foundation
import InboxCore

/// The counts of groups, read outside of the event loop as their headers become visible.
///
/// Counts of earlier lists are cached until the inbox changes.
struct GroupCountState: Sendable {
  /// The counts by group, for a query with all groups unfolded.
  private typealias Numbers = [MessageGroup: GroupCount]

  /// Maximum cached lists; beyond it the cache is cleared.
  private static let most = 16

  /// The query of the shown groups; nil without groups.
  private var query: MessageQuery?
  private var numbers: Numbers = [:]
  /// The cached counts of other queries.
  private var others: [MessageQuery: Numbers] = [:]
  /// The groups with visible headers.
  private var inSight: [MessageGroup] = []
  var timer = CountTimer()

  /// The counts of a group; nil until known.
  subscript(group: MessageGroup) -> GroupCount? { numbers[group] }

  /// Sets the groups to count; a missing count schedules a new one.
  private mutating func want(_ visible: [MessageGroup], of wanted: MessageQuery?, at now: Date) {
    if wanted != query { show(wanted) }
    inSight = visible
    if inSight.contains(where: { numbers[$0] == nil }) { timer.invalidate(at: now) }
  }

  private mutating func show(_ next: MessageQuery?) {
    if let query, timer.isIdle, !query.filter.movesWithClock {
      if others.count >= Self.most { others = [:] }
      others[query] = numbers
    }
    query = next
    numbers = next.flatMap { others.removeValue(forKey: $0) } ?? [:]
  }

  /// Invalidates the counts; only visible groups are counted again.
  mutating func invalidate(at now: Date) {
    others = [:]
    guard query != nil, !inSight.isEmpty else {
      numbers = [:]
      return
    }
    numbers = numbers.filter { inSight.contains($0.key) }
    timer.invalidate(at: now)
  }

  /// When the next count is due; nil while the counts are valid or being read.
  var deadline: Date? { query == nil ? nil : timer.deadline }

  /// Starts the count if it is due.
  mutating func begin(at now: Date) -> [Effect] {
    guard let query, timer.begin(at: now) else { return [] }
    return [CountGroups(groups: inSight, query: query).effect]
  }

  /// Handles counts; those of an outdated query are dropped.
  mutating func receive(
    _ counts: [GroupCount], of groups: [MessageGroup], in query: MessageQuery, at now: Date
  ) {
    timer.end(at: now)
    guard query == self.query else { return timer.invalidate(at: now) }
    for (group, count) in zip(groups, counts) { numbers[group] = count }
  }
}

extension GroupCountState: ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {
    if event.changesInbox { state.listCounts.groups.invalidate(at: state.now) }
  }

  static func requestReads(in state: inout UIState) {
    state.listCounts.groups.want(visible(in: state), of: query(in: state), at: state.now)
    state.effects += state.screen.isList ? state.listCounts.groups.begin(at: state.now) : []
  }

  /// The reader hides the groups: they are not counted.
  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    state.screen.isList ? [state.listCounts.groups.deadline] : []
  }

  /// The query of the groups with headers, all unfolded; nil without headers.
  static func query(in state: UIState) -> MessageQuery? {
    state.listLayout.headers.map { headers in
      var query = state.list.snapshot.query
      query.grouping = headers.grouping.unfolded
      return query
    }
  }

  /// The groups with visible headers, top first.
  static func visible(in state: UIState) -> [MessageGroup] {
    guard let headers = state.listLayout.headers else { return [] }
    var reader = GroupReader(headers.grouping.kind)
    var visible: [MessageGroup] = []
    for row in state.list.visibleRows(in: state.listLayout) {
      let group = reader.group(of: row)
      if group != visible.last { visible.append(group) }
    }
    return visible
  }
}
