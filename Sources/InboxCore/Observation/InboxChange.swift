/// What one or more entries of the log did, as an observer hears of it after their commit.
public struct InboxChange: Sendable, Hashable {
  /// The entries, in order; empty for a reload.
  public var entries: [LogEntry]
  /// Messages that are new and still there, ascending.
  public var inserted: [MessageNumber]
  /// Messages that were there before and changed, ascending.
  public var updated: [MessageNumber]
  /// Messages that were there before and are gone for good, ascending.
  public var removed: [MessageNumber]
  /// Counts when the observer last heard, or when it began.
  public var countsBefore: InboxCounts
  /// Counts after the last entry.
  public var countsAfter: InboxCounts
  /// Whether what happened is not known in full, so that everything must be read afresh.
  public var isReload: Bool

  /// Sums up entries; none means a reload.
  public init(entries: [LogEntry], countsBefore: InboxCounts, countsAfter: InboxCounts) {
    self.entries = entries
    self.countsBefore = countsBefore
    self.countsAfter = countsAfter
    isReload = entries.isEmpty
    var fates: [MessageNumber: Fate] = [:]
    for entry in entries {
      for number in entry.numbers {
        fates[number, default: .init(first: entry.verb.kind)].last = entry.verb.kind
      }
    }
    inserted = fates.numbers { $0.first == .inserted && $0.last != .removed }
    updated = fates.numbers { $0.first == .updated && $0.last == .updated }
    removed = fates.numbers { $0.first != .inserted && $0.last == .removed }
  }
}

/// The first and the last thing that happened to a message in one change.
private struct Fate {
  let first: LogEntry.Kind
  var last: LogEntry.Kind

  init(first: LogEntry.Kind) {
    self.first = first
    last = first
  }
}

extension [MessageNumber: Fate] {
  fileprivate func numbers(where isWanted: (Fate) -> Bool) -> [MessageNumber] {
    filter { isWanted($0.value) }.keys.sorted()
  }
}
