import Foundation
import InboxCore

/// The numbers of groups, which are counted beside the loop as their headers come in sight.
///
/// Those of lists that were shown before are kept until the inbox changes.
struct GroupCountState: Sendable {
  /// The numbers of the groups of one query, none of them folded.
  private typealias Numbers = [MessageGroup: GroupCount]

  /// Most lists whose numbers are kept.
  private static let most = 16

  /// The query whose groups are shown; nil where none are.
  private var query: MessageQuery?
  private var numbers: Numbers = [:]
  /// The numbers of other queries.
  private var others: [MessageQuery: Numbers] = [:]
  /// The groups whose headers are in sight.
  private var inSight: [MessageGroup] = []
  private var timer = CountTimer()

  /// The numbers of a group; nil until they were counted.
  subscript(group: MessageGroup) -> GroupCount? { numbers[group] }

  /// Notes which groups are to be counted; those that are not yet are due at once.
  mutating func want(_ groups: WantedReads.Groups?, at now: Date) {
    if groups?.query != query { show(groups?.query) }
    inSight = groups?.visible ?? []
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

  /// Notes that the numbers may have changed; only those in sight are counted again.
  mutating func invalidate(at now: Date) {
    others = [:]
    guard query != nil, !inSight.isEmpty else {
      numbers = [:]
      return
    }
    numbers = numbers.filter { inSight.contains($0.key) }
    timer.invalidate(at: now)
  }

  /// When a count is due; nil while the numbers hold.
  var deadline: Date? { query == nil ? nil : timer.deadline }

  /// Begins the count that is due.
  mutating func begin(at now: Date) -> [Effect] {
    guard let query, timer.begin(at: now) else { return [] }
    return [.find(.groups(CountGroups(inSight, in: query)))]
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
}
