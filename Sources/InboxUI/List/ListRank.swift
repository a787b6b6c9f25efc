import InboxCore

/// The rank of the loaded rows in the list, and the length of the list.
struct ListRank: Sendable, Hashable {
  /// The rank of the first loaded row, from 1; a folded group counts as one row.
  private(set) var first: Int?
  /// The number of messages that match the filter.
  private var matching: Int?
  /// The number of loaded rows that are kept although they no longer match.
  private var keptCount = 0
  /// Whether a lookup is pending.
  private var isAsked = false

  /// Creates an unknown rank, with the length of the list if known.
  init(total: Int? = nil) {
    matching = total
  }

  /// The number of messages in the list, including the kept ones.
  var total: Int? { matching.map { $0 + keptCount } }

  /// Derives the rank of new rows from an end of the list, or from the previous rows.
  ///
  /// - Parameters:
  ///   - new: The new rows.
  ///   - old: The previous rows.
  ///   - keptCount: The number of new rows that are kept although they no longer match.
  mutating func follow(_ new: InboxSnapshot, after old: InboxSnapshot, keptCount: Int) {
    self.keptCount = keptCount
    guard !new.query.hasJoinedRows else {
      // A folded group or collapsed thread is one row, so rows do not tell the number of messages.
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

  /// The rank of the first new row, derived from that of the previous rows.
  private func followed(_ new: InboxSnapshot, after old: InboxSnapshot) -> Int? {
    guard old.query == new.query, old.sequence == new.sequence, let first else { return nil }
    return Self.shift(from: old.rows, to: new.rows).map { first + $0 }
  }

  /// The number of rows that the window moved down; nil if old and new rows do not overlap.
  private static func shift(from old: [MessageRow], to new: [MessageRow]) -> Int? {
    if let first = new.first, let index = old.firstIndex(where: { $0.number == first.number }) {
      return index
    }
    if let first = old.first, let index = new.firstIndex(where: { $0.number == first.number }) {
      return -index
    }
    return nil
  }

  /// The request for an unknown rank or length; nil if both are known or one is pending.
  mutating func request(for selected: MessageNumber?, in snapshot: InboxSnapshot) -> Effect? {
    guard !isAsked else { return nil }
    let hasFolded = snapshot.query.grouping?.hasFolded == true
    if first == nil, !hasFolded, let selected {
      isAsked = true
      return RankRow(number: selected, query: snapshot.query).effect
    }
    guard total == nil, !snapshot.rows.isEmpty else { return nil }
    isAsked = true
    return CountMessages(filter: snapshot.query.filter).effect
  }

  /// Handles the rank of a row.
  ///
  /// - Parameters:
  ///   - rank: The rank among matches, from 1; nil if not found.
  ///   - index: Index of the row; nil if it is no longer loaded.
  ///   - keptBefore: The number of rows before it that no longer match.
  mutating func receive(rank: Int?, at index: Int?, keptBefore: Int) {
    isAsked = false
    guard let rank, first == nil, let index else { return }
    first = max(rank + keptBefore - index, 1)
  }

  /// Handles the number of matches.
  mutating func receive(total: Int) {
    isAsked = false
    matching = total
  }

  /// Handles a failed request.
  mutating func fail() {
    isAsked = false
  }
}
