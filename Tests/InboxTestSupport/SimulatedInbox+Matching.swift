import InboxCore
import InboxUI

extension SimulatedInbox {
  /// What the list of `query` holds, kept messages included.
  func matching(_ query: MessageQuery, kept: Set<MessageNumber> = []) -> [MessageRow] {
    let matching = rows.filter { row in
      matches(row, query.filter) || kept.contains(row.number) && row.status != .deleted
    }
    return query.order == .oldest ? matching.reversed() : matching
  }

  /// Whether a row matches, by the rules of the filter words.
  ///
  /// Statuses and phases that are not named mean the list; words must all be found, of other kinds
  /// any one.
  func matches(_ row: MessageRow, _ filter: MessageFilter) -> Bool {
    let wanted = Dictionary(grouping: filter.terms.filter { !$0.isNegated }, by: kind)
    if wanted[.status] == nil, row.status == .deleted { return false }
    if wanted[.phase] == nil, row.status != .deleted, isHidden(row) { return false }
    let isWanted = wanted.allSatisfy { kind, terms in
      kind == .word
        ? terms.allSatisfy { holds($0.condition, row) }
        : terms.contains { holds($0.condition, row) }
    }
    return isWanted && !filter.terms.contains { $0.isNegated && holds($0.condition, row) }
  }

  /// How the terms of a filter are put together.
  private enum Kind {
    case status, phase, pinned, asking, source, thread, priority, word
  }

  private func kind(_ term: MessageFilter.Term) -> Kind {
    switch term.condition {
    case .status: .status
    case .phase: .phase
    case .pinned: .pinned
    case .asking: .asking
    case .source: .source
    case .thread: .thread
    case .priority: .priority
    case .word: .word
    // A row does not tell; the test needs a real inbox in memory.
    default: preconditionFailure("a simulated inbox cannot tell \(term)")
    }
  }

  private func holds(_ condition: MessageFilter.Condition, _ row: MessageRow) -> Bool {
    switch condition {
    case .status(let status): return row.status == status
    case .phase(.active): return !isHidden(row) && !row.isExpired
    case .phase(.snoozed): return row.snoozedUntil != nil
    case .phase(.expired): return row.isExpired
    case .phase(.scheduled): return row.startsAt.map { $0 > now } ?? false
    case .pinned: return row.isPinned
    case .asking: return row.question.map { if case .open = $0 { true } else { false } } ?? false
    case .source(let path):
      return path.hasSuffix("/*") ? row.source.hasPrefix(path.dropLast()) : row.source == path
    case .thread(let thread): return row.thread == thread
    case .priority(.equal, let priority): return row.priority == priority
    case .priority(.atLeast, let priority): return row.priority >= priority
    case .word(let word): return row.title?.contains(word) == true
    default: preconditionFailure("a simulated inbox cannot tell \(condition)")
    }
  }

  /// What has expired stays listed here, so that a list shows its look too.
  private func isHidden(_ row: MessageRow) -> Bool {
    holds(.phase(.snoozed), row) || holds(.phase(.scheduled), row)
  }
}
