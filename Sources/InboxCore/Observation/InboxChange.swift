/// The effect of one or more entries of the log, delivered to observers after their commit.
public struct InboxChange: Sendable, Hashable {
  /// The entries, in order; none when the clock made the change, or when entries were lost.
  package var entries: [LogEntry]
  /// Messages that are new and still there, ascending.
  public var inserted: [MessageNumber]
  /// Messages that were there before and changed, ascending: also those that the clock moved into
  /// the list or out of it, by a start, an expiry or the end of a snooze.
  public var updated: [MessageNumber]
  /// Messages that were there before and are gone for good, ascending.
  public var removed: [MessageNumber]
  /// Counts when the observer last heard, or when it began.
  public var countsBefore: InboxCounts
  /// Counts after the last entry.
  public var countsAfter: InboxCounts
  /// Whether the effect is not known in full, so that everything must be read again: entries were
  /// lost, or a newer program wrote some that this one does not know.
  public var isReload: Bool

  /// Sums up entries; none means a reload.
  package init(entries: [LogEntry], countsBefore: InboxCounts, countsAfter: InboxCounts) {
    self.entries = entries
    self.countsBefore = countsBefore
    self.countsAfter = countsAfter
    let known = entries.filter { $0.verb.kind != .other }
    isReload = entries.isEmpty || known.count < entries.count
    var changes: [MessageNumber: NetChange] = [:]
    for entry in known {
      let kind = entry.verb.kind
      for number in entry.numbers { changes[number, default: .init(first: kind)].last = kind }
    }
    inserted = changes.numbers { $0.first == .inserted && $0.last != .removed }
    updated = changes.numbers { $0.first == .updated && $0.last == .updated }
    removed = changes.numbers { $0.first != .inserted && $0.last == .removed }
  }

  /// Tells of messages that the clock moved into the list or out of it.
  init(moved: [MessageNumber], countsBefore: InboxCounts, countsAfter: InboxCounts) {
    (entries, inserted, updated, removed) = ([], [], moved, [])
    (self.countsBefore, self.countsAfter) = (countsBefore, countsAfter)
    isReload = false
  }
}

/// The first and the last effect on one message.
private struct NetChange {
  let first: LogEntry.Kind
  var last: LogEntry.Kind

  init(first: LogEntry.Kind) {
    self.first = first
    last = first
  }
}

extension [MessageNumber: NetChange] {
  fileprivate func numbers(where isWanted: (NetChange) -> Bool) -> [MessageNumber] {
    filter { isWanted($0.value) }.keys.sorted()
  }
}
