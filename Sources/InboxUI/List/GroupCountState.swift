import Foundation
import InboxCore

/// The numbers of groups, which are counted beside the loop as their headers come in sight.
struct GroupCountState: Sendable {
  /// The query whose groups they are, none of them folded.
  private var query: MessageQuery?
  private var numbers: [MessageGroup: GroupCount] = [:]
  /// The groups whose headers are in sight.
  private var inSight: [MessageGroup] = []
  private var timer = CountTimer()

  /// The numbers of a group; nil until they were counted.
  subscript(group: MessageGroup) -> GroupCount? { numbers[group] }

  /// Notes whose headers are in sight.
  mutating func follow(_ groups: [MessageGroup], of query: MessageQuery, at now: Date) {
    if query != self.query { (self.query, numbers) = (query, [:]) }
    inSight = groups
    if groups.contains(where: { numbers[$0] == nil }) { timer.invalidate(at: now) }
  }

  /// Notes that the numbers may have changed; only those in sight are counted again.
  mutating func invalidate(at now: Date) {
    guard query != nil, !inSight.isEmpty else { return }
    numbers = numbers.filter { inSight.contains($0.key) }
    timer.invalidate(at: now)
  }

  /// When a count is due; nil while the numbers hold.
  var deadline: Date? { query == nil ? nil : timer.deadline }

  /// Begins the count that is due.
  mutating func begin(at now: Date) -> [Effect] {
    guard let query, timer.begin(at: now) else { return [] }
    return [.find(.groups(inSight, query))]
  }

  /// Takes numbers in.
  mutating func receive(
    _ counts: [GroupCount], of groups: [MessageGroup], in query: MessageQuery, at now: Date
  ) {
    timer.end(at: now)
    guard query == self.query else { return timer.invalidate(at: now) }
    for (group, count) in zip(groups, counts) { numbers[group] = count }
  }

  /// Takes in that a count has failed; the next one waits for a while.
  mutating func fail(at now: Date) {
    timer.fail(at: now)
  }

  /// Forgets the numbers, as no header is shown.
  mutating func rest() {
    (query, numbers, inSight) = (nil, [:], [])
  }
}

extension UIState {
  /// Notes after an event which groups have their headers in sight, and whether their numbers hold.
  mutating func followGroups(_ event: Event, at now: Date) {
    guard let headers = listLayout.headers else { return groupCounts.rest() }
    var query = list.snapshot.query
    query.grouping = headers.grouping.unfolded
    var reader = GroupReader(headers.grouping.kind)
    var groups: [MessageGroup] = []
    for row in list.visibleRows(in: listLayout) {
      let group = reader.group(of: row)
      if group != groups.last { groups.append(group) }
    }
    groupCounts.follow(groups, of: query, at: now)
    switch event {
    case .changed(.changed), .changed(.reload), .answered(.settle, _):
      groupCounts.invalidate(at: now)
    default: break
    }
  }

  /// The count of groups that is due; none while the numbers hold.
  mutating func groupCountEffects(at now: Date) -> [Effect] {
    screen.isList ? groupCounts.begin(at: now) : []
  }
}
