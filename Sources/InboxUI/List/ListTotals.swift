import Foundation
import InboxCore

/// The lengths of lists as they were counted last, so that a tab that is shown again is not counted
/// again: in a huge inbox that takes a while.
///
/// They hold at one sequence of the log, until the clock next moves a message.
struct ListTotals: Sendable {
  /// The state of the inbox at which a list was counted.
  private struct Moment: Sendable, Hashable {
    let sequence: Int64
    let end: Date?

    init(_ snapshot: InboxSnapshot) {
      (sequence, end) = (snapshot.sequence, snapshot.nextTransition)
    }
  }

  /// The counts of a list that have no answer yet.
  private struct Counting: Sendable {
    let moment: Moment
    var answers = 1
    /// Whether they were begun at several moments: no answer tells which is its own.
    var isMixed = false
  }

  /// Most lists that are remembered.
  private static let most = 32

  private var begun: [MessageFilter: Counting] = [:]
  private var known: [MessageFilter: (total: Int, moment: Moment)] = [:]

  /// Notes which counts are begun while a snapshot is shown.
  mutating func follow(_ effects: [Effect], at snapshot: InboxSnapshot) {
    for case .find(.count(let request)) in effects where !request.filter.movesWithClock {
      let filter = request.filter
      let moment = Moment(snapshot)
      if var counting = begun[filter] {
        counting.answers += 1
        counting.isMixed = counting.isMixed || counting.moment != moment
        begun[filter] = counting
      } else if begun.count < Self.most {
        begun[filter] = Counting(moment: moment)
      }
    }
  }

  /// Lets go of all lengths: the inbox may be another one.
  mutating func forget() {
    known = [:]
    for filter in begun.keys { begun[filter]?.isMixed = true }
  }

  /// Takes a count in.
  mutating func receive(_ total: Int, of filter: MessageFilter) {
    guard var counting = begun[filter] else { return }
    counting.answers -= 1
    begun[filter] = counting.answers > 0 ? counting : nil
    guard !counting.isMixed else { return }
    if known.count >= Self.most { known = [:] }
    known[filter] = (total, counting.moment)
  }

  /// The snapshot with the length of its list, where that is known.
  func completing(_ snapshot: InboxSnapshot, at now: Date) -> InboxSnapshot {
    guard snapshot.matchCount == nil, let found = known[snapshot.query.filter],
      found.moment == Moment(snapshot), found.moment.end.map({ now < $0 }) ?? true
    else { return snapshot }
    var snapshot = snapshot
    snapshot.matchCount = found.total
    return snapshot
  }
}

/// The numbers beside the loop: of tabs, of groups in sight, and the lengths of lists.
struct ListCounts: Sendable {
  /// The tabs, and their numbers.
  var tabs = TabState()
  /// The numbers of the groups in sight.
  var groups = GroupCountState()
  /// The lengths of lists, as far as they were counted.
  var totals = ListTotals()
}
