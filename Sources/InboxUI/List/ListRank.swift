import InboxCore

/// The rank of the rows at hand in the whole list.
struct ListRank: Sendable, Hashable {
  /// Rank of the first row at hand, from 1, a folded group being one row.
  private(set) var first: Int?
  /// How many messages match the list's filter.
  private var matching: Int?
  /// How many rows at hand are kept in view although they no longer match.
  private var keptCount = 0
  /// Whether the store was asked and has not answered.
  private var isAsked = false

  /// Makes a rank of which at most the length of the list is known.
  init(total: Int? = nil) {
    matching = total
  }

  /// How many rows the list has in all, with those that are kept in view.
  var total: Int? { matching.map { $0 + keptCount } }

  /// Derives the ranks of new rows: from an end that is in sight, or from the rows before.
  ///
  /// - Parameters:
  ///   - new: The new rows.
  ///   - old: The rows before.
  ///   - keptCount: How many of the new ones are kept in view although they no longer match.
  mutating func follow(_ new: InboxSnapshot, after old: InboxSnapshot, keptCount: Int) {
    self.keptCount = keptCount
    guard new.query.activeGrouping?.hasFolded != true else {
      // Rows tell nothing of how many messages there are: a folded group is one.
      first = new.hasEarlier ? followed(new, after: old) : 1
      let isSame = old.query.filter == new.query.filter && old.sequence == new.sequence
      matching = new.matchCount ?? (isSame ? matching : nil)
      return
    }
    if !new.hasEarlier, !new.hasLater {
      matching = new.rows.count - keptCount
    } else if let count = new.matchCount {
      matching = count
    } else if old.query != new.query || old.sequence != new.sequence {
      matching = nil
    }
    if !new.hasEarlier {
      first = 1
    } else if !new.hasLater, let total {
      first = total - new.rows.count + 1
    } else {
      first = followed(new, after: old)
    }
  }

  /// The rank of the first of new rows by that of the rows before.
  private func followed(_ new: InboxSnapshot, after old: InboxSnapshot) -> Int? {
    guard old.query == new.query, old.sequence == new.sequence, let first else { return nil }
    return Self.shift(from: old.rows, to: new.rows).map { first + $0 }
  }

  /// By how many rows the window moved down; nil when old and new rows do not overlap.
  private static func shift(from old: [MessageRow], to new: [MessageRow]) -> Int? {
    if let first = new.first, let index = old.firstIndex(where: { $0.number == first.number }) {
      return index
    }
    if let first = old.first, let index = new.firstIndex(where: { $0.number == first.number }) {
      return -index
    }
    return nil
  }

  /// The lookup of what the rows at hand do not tell; nil when nothing is missing, or it runs.
  mutating func nextLookup(for selected: MessageNumber?, in snapshot: InboxSnapshot) -> Lookup? {
    guard !isAsked else { return nil }
    let hasFolded = snapshot.query.activeGrouping?.hasFolded == true
    if first == nil, !hasFolded, let selected {
      isAsked = true
      return .rank(RankRow(selected, in: snapshot.query))
    }
    guard total == nil, !snapshot.rows.isEmpty else { return nil }
    isAsked = true
    return .count(snapshot.query.filter)
  }

  /// Takes in the rank of a row among those that match.
  ///
  /// - Parameters:
  ///   - rank: The rank, from 1; nil when it was not found.
  ///   - index: Where the row is among those at hand; nil where it no longer is.
  ///   - keptBefore: How many of the rows before it do not match.
  mutating func receive(rank: Int?, at index: Int?, keptBefore: Int) {
    isAsked = false
    guard let rank, first == nil, let index else { return }
    first = max(rank + keptBefore - index, 1)
  }

  /// Takes in the number of messages that match.
  mutating func receive(total: Int) {
    isAsked = false
    matching = total
  }

  /// Takes in that the rank or the number could not be found.
  mutating func fail() {
    isAsked = false
  }
}
