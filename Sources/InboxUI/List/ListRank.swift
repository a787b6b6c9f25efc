import InboxCore

/// Where the rows at hand lie in the whole list, as far as that is known.
struct ListRank: Sendable, Hashable {
  /// Rank of the first row at hand, from 1.
  private(set) var first: Int?
  /// How many rows the list has in all.
  private(set) var total: Int?
  /// Whether the store was asked and has not answered.
  private var isAsked = false

  /// Makes a rank of which at most the length of the list is known.
  init(total: Int? = nil) {
    self.total = total
  }

  /// Forgets what is known.
  mutating func forget() {
    self = ListRank()
  }

  /// Derives the ranks of new rows: from an end that is in sight, or from the rows before.
  mutating func follow(_ new: InboxSnapshot, after old: InboxSnapshot) {
    if let count = new.matchCount {
      total = count
    } else if !new.hasEarlier, !new.hasLater {
      total = new.rows.count
    } else if old.query != new.query || old.sequence != new.sequence {
      total = nil
    }
    if !new.hasEarlier {
      first = 1
    } else if !new.hasLater, let total {
      first = total - new.rows.count + 1
    } else if old.query == new.query, old.sequence == new.sequence, let before = first {
      first = Self.shift(from: old.rows, to: new.rows).map { before + $0 }
    } else {
      first = nil
    }
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

  /// The question to the store about what the rows at hand do not tell; nil when there is none.
  mutating func question(about selected: MessageNumber?, in snapshot: InboxSnapshot) -> Lookup? {
    guard !isAsked else { return nil }
    if first == nil, let selected {
      isAsked = true
      return .rank(selected, snapshot.query)
    }
    guard total == nil, !snapshot.rows.isEmpty else { return nil }
    isAsked = true
    return .count(snapshot.query.filter)
  }

  /// Takes in the rank of the row at `index`; nil where it is no longer at hand.
  mutating func receive(rank: Int?, at index: Int?) {
    isAsked = false
    guard let rank, first == nil, let index else { return }
    first = max(rank - index, 1)
  }

  /// Takes in the number of rows; nil when it could not be counted.
  mutating func receive(total: Int?) {
    isAsked = false
    if let total { self.total = total }
  }

  /// Takes in that the rank could not be found.
  mutating func fail() {
    isAsked = false
  }
}
