/// A change of an inbox, one or more log entries, delivered to subscribers after their commit.
public struct InboxChange: Sendable, Hashable {
  /// The entries, in order; empty for a clock transition, or when entries were lost.
  package var entries: [LogEntry]
  /// New messages that still exist, ascending.
  public var inserted: [MessageNumber]
  /// Existing messages that changed, ascending, including those that entered or left the list by a
  /// clock transition: a start, an expiry or the end of a snooze.
  public var updated: [MessageNumber]
  /// Existing messages that were removed for good, ascending.
  public var removed: [MessageNumber]
  /// Counts at the previous change, or at the subscription.
  public var countsBefore: InboxCounts
  /// Counts after the last entry.
  public var countsAfter: InboxCounts
  /// Whether everything must be read again: entries were lost, or a newer program wrote unknown
  /// ones.
  public var isReload: Bool

  /// Summarizes entries; none means a reload.
  package init(entries: [LogEntry], countsBefore: InboxCounts, countsAfter: InboxCounts) {
    self.entries = entries
    self.countsBefore = countsBefore
    self.countsAfter = countsAfter
    let known = entries.filter { $0.verb.kind != .other }
    isReload = entries.isEmpty || known.count < entries.count
    var changes: [MessageNumber: NetChange] = [:]
    for entry in known {
      let kind = entry.verb.kind
      for number in entry.numbers {
        changes[number, default: .init(first: kind, last: kind)].last = kind
      }
    }
    inserted = changes.numbers { $0.first == .inserted && $0.last != .removed }
    updated = changes.numbers { $0.first == .updated && $0.last == .updated }
    removed = changes.numbers { $0.first != .inserted && $0.last == .removed }
  }

  /// A change by clock transitions, of messages that entered or left the list.
  init(moved: [MessageNumber], countsBefore: InboxCounts, countsAfter: InboxCounts) {
    (entries, inserted, updated, removed) = ([], [], moved, [])
    (self.countsBefore, self.countsAfter) = (countsBefore, countsAfter)
    isReload = false
  }
}

extension InboxChange {
  /// The steps of the change in their order; none for a clock transition, or when steps were lost.
  public var events: [InboxEvent] { entries.map(InboxEvent.init) }
}

/// A step of a change: what was done to which messages, and where.
public struct InboxEvent: Sendable, Hashable {
  /// The name of the step: `received`, `merged`, `resurfaced`, `resolved`, `viewed`, `opened`, `read`,
  /// `deleted`, `acted` and so on; a newer program may write other ones.
  public var name: String
  /// The messages, ascending, also those that are gone since.
  public var messages: [MessageNumber]
  /// Id of the inbox of another machine where it was done; nil for this one.
  public var origin: String?

  fileprivate init(_ entry: LogEntry) {
    (name, messages, origin) = (entry.verb.rawValue, entry.numbers, entry.origin)
  }
}

/// The first and the last effect of the entries on one message.
private struct NetChange {
  let first: LogEntry.Kind
  var last: LogEntry.Kind
}

extension [MessageNumber: NetChange] {
  fileprivate func numbers(where isWanted: (NetChange) -> Bool) -> [MessageNumber] {
    filter { isWanted($0.value) }.keys.sorted()
  }
}
