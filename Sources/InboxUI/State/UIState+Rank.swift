import InboxCore

extension UIState {
  /// Derives the rank of the first row: from an end that is in sight, or from the rows before.
  mutating func rank(after old: InboxSnapshot, _ oldFirstRank: Int?) {
    let new = list.snapshot
    if let count = new.matchCount {
      list.total = count
    } else if !new.hasEarlier, !new.hasLater {
      list.total = new.rows.count
    } else if old.query != new.query || old.sequence != new.sequence {
      list.total = nil
    }
    if !new.hasEarlier {
      list.firstRank = 1
    } else if !new.hasLater, let total = list.total {
      list.firstRank = total - new.rows.count + 1
    } else if old.query == new.query, old.sequence == new.sequence, let oldFirstRank {
      list.firstRank = Self.shift(from: old.rows, to: new.rows).map { oldFirstRank + $0 }
    } else {
      list.firstRank = nil
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

  /// Asks, beside the loop, for what the position shows and the rows at hand do not tell.
  mutating func askForCounts() -> [Effect] {
    guard !list.isLocating else { return [] }
    if list.firstRank == nil, let selected = list.selected {
      list.isLocating = true
      return [.find(.rank(selected, list.query))]
    }
    guard list.total == nil, !list.snapshot.rows.isEmpty else { return [] }
    list.isLocating = true
    return [.find(.count(list.query.filter))]
  }

  /// Takes a rank in, if the rows it counts from are still at hand.
  mutating func locate(_ number: MessageNumber, _ query: MessageQuery, _ rank: Int?) -> [Effect] {
    updateLists(of: query) { list in
      list.isLocating = false
      guard let rank, list.firstRank == nil, let index = list.index(of: number) else { return }
      list.firstRank = max(rank - index, 1)
    }
    return query == list.query && list.firstRank != nil && list.total == nil
      ? askForCounts() : []
  }
}
