import Foundation
import InboxCore

/// A cache of list lengths, because counting takes long in a huge inbox.
///
/// A length is valid for one sequence of the log, until the next transition.
struct ListTotals: Sendable {
  /// The state of the inbox at the time of a count.
  private typealias Moment = (sequence: Int64, end: Date?)

  /// The pending counts of a list.
  private struct Counting: Sendable {
    let moment: Moment
    var answers = 1
    /// Whether they started at different moments, so that results cannot be assigned to one.
    var isMixed = false
  }

  /// Maximum cached lists; beyond it the cache is cleared.
  private static let most = 32

  private var begun: [MessageFilter: Counting] = [:]
  private var known: [MessageFilter: (total: Int, moment: Moment)] = [:]

  /// Records the counts that start while a snapshot is shown.
  mutating func follow(_ effects: [Effect], at snapshot: InboxSnapshot) {
    for filter in effects.compactMap({ $0.request(CountMessages.self)?.filter })
    where !filter.movesWithClock {
      let moment = (snapshot.sequence, snapshot.nextTransition)
      if var counting = begun[filter] {
        counting.answers += 1
        counting.isMixed = counting.isMixed || counting.moment != moment
        begun[filter] = counting
      } else if begun.count < Self.most {
        begun[filter] = Counting(moment: moment)
      }
    }
  }

  /// Clears the cache, and ignores pending counts, which may be of another inbox.
  mutating func forget() {
    known = [:]
    for filter in begun.keys { begun[filter]?.isMixed = true }
  }

  /// Handles a count.
  mutating func receive(_ total: Int, of filter: MessageFilter) {
    guard var counting = begun[filter] else { return }
    counting.answers -= 1
    begun[filter] = counting.answers > 0 ? counting : nil
    guard !counting.isMixed else { return }
    if known.count >= Self.most { known = [:] }
    known[filter] = (total, counting.moment)
  }

  /// The snapshot with the cached length of its list, if valid.
  func completing(_ snapshot: InboxSnapshot, at now: Date) -> InboxSnapshot {
    guard snapshot.matchCount == nil, let found = known[snapshot.query.filter],
      found.moment == (snapshot.sequence, snapshot.nextTransition),
      found.moment.end.map({ now < $0 }) ?? true
    else { return snapshot }
    var snapshot = snapshot
    snapshot.matchCount = found.total
    return snapshot
  }
}

/// The counts that are read outside of the event loop.
struct ListCounts: Sendable {
  var tabs = TabState()
  var groups = GroupCountState()
  var totals = ListTotals()
  var strip = ArrivalStrip()
}

extension ListTotals: ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {
    state.listCounts.totals.follow(state.effects, at: state.list.snapshot)
  }
}
