public import Foundation
import InboxText

extension MessageFilter {
  /// Whether a message matches at one time, by the same rules as a search of the inbox.
  ///
  /// Read the message at the same time, so that a snooze that has ended since is applied.
  ///
  /// - Parameters:
  ///   - message: A message with all of its texts.
  ///   - now: The time at which the list and relative times are evaluated.
  /// - Returns: Whether a list with this filter shows the message.
  public func matches(_ message: Message, at now: Date) -> Bool {
    matches(Subject(message: message, now: now))
  }

  private func matches(_ subject: Subject) -> Bool {
    guard alternatives.isEmpty else { return alternatives.contains { $0.matches(subject) } }
    // Texts come last: most messages fail earlier, and a list evaluates many filters for each row.
    guard subject.fulfills(terms), scopes.allSatisfy(subject.fulfills), subject.isVisible(to: self)
    else { return false }
    let texts = ([terms] + scopes).joined().filter(\.condition.isOnContent)
    return texts.isEmpty
      || TextMatcher.matches(texts, subject.message)
        && texts.compactMap(RowTest.init).allSatisfy { $0.passes(subject.message) }
  }

  /// A message at one time, for evaluating the terms of filters.
  struct Subject {
    let message: Message
    let now: Date
  }
}

extension Message {
  /// The phase at one time; of several, the one that hides the message for good or longest.
  package func phase(at now: Date) -> MessageFilter.Phase {
    let subject = MessageFilter.Subject(message: self, now: now)
    let phases: [MessageFilter.Phase] = [.done, .expired, .snoozed, .scheduled]
    return phases.first(where: subject.isIn) ?? .active
  }
}

extension MessageFilter.Subject {
  /// Whether the message is in the list or trash that a filter shows.
  ///
  /// Without a status term that is the list; without a phase term, only active messages. An
  /// alert-only message is in no list, and matches only with its term. `is:any` shows all.
  fileprivate func isVisible(to filter: MessageFilter) -> Bool {
    if filter.terms.wants({ $0 == .anyState }) { return true }
    guard message.status != .deleted else { return filter.terms.wants { $0.status != nil } }
    let wants = { (isMeant: (MessageFilter.Condition) -> Bool) in
      filter.terms.wants(isMeant) || filter.scopes.contains { $0.wants(isMeant) }
    }
    guard message.delivery != .alert || wants({ $0 == .alertOnly }) else { return false }
    guard !message.isDone else { return wants { $0.phase == .done } }
    return isListed || wants { $0.phase != nil }
  }

  /// Whether some term of each key holds, each other one, and no negated term, ignoring those on the
  /// content.
  fileprivate func fulfills(_ terms: [MessageFilter.Term]) -> Bool {
    terms.indices.allSatisfy { index in
      let term = terms[index]
      guard !term.condition.isOnContent else { return true }
      guard let key = term.key else { return fulfills(term.condition) != term.isNegated }
      // Each key is looked at once.
      return terms[..<index].contains { $0.key == key }
        || terms[index...].contains { $0.key == key && fulfills($0.condition) }
    }
  }

  func fulfills(_ condition: MessageFilter.Condition) -> Bool {
    switch condition {
    case .status(let status): message.status == status
    case .pinned: message.isPinned
    case .needed: message.status != .deleted && message.isNeeded && isInList
    case .asking: message.isQuestion && message.answer == nil
    case .alertOnly: message.delivery == .alert
    case .resolved: message.resolvedAt != nil
    case .phase(let phase): isIn(phase)
    case .source(let pattern): SourcePattern(pattern.storable).matches(message.source)
    case .category(let name): CategoryPattern(name).matches(anyOf: message.categories)
    case .thread(let name): (message.thread ?? "").isStored(as: name)
    case .tag(let name): message.tags.contains { $0.isStored(as: name) }
    case .machine(let name): (message.machine ?? "").isStored(as: name)
    case .priority(let comparison, let bound): comparison.holds(message.priority, bound)
    case .occurrences(let comparison, let count): comparison.holds(message.occurrences, count)
    case .before(let moment): isEarlier(message.sortDate, than: moment.date(at: now))
    case .after(let moment): !isEarlier(message.sortDate, than: moment.date(at: now))
    case .anyState, .word, .phrase, .part, .url, .id, .title, .hasLink, .hasPicture, .hasAction,
      .opened, .custom:
      true
    }
  }

  /// Whether the clock lists it: it is active, or a question whose time ran out unanswered.
  private var isListed: Bool {
    !isIn(.snoozed) && !isIn(.scheduled)
      && (!isIn(.expired)
        || message.isQuestion && message.answer == nil && message.delivery != .alert)
  }

  private var isInList: Bool { isListed && !message.isDone && message.delivery != .alert }

  fileprivate func isIn(_ phase: MessageFilter.Phase) -> Bool {
    switch phase {
    case .active: !isIn(.snoozed) && !isIn(.scheduled) && !isIn(.expired) && !isIn(.done)
    case .done: message.isDone
    case .snoozed: !message.isDone && (isAhead(message.snoozedUntil) || message.snoozedFor != nil)
    case .scheduled: !message.isDone && isAhead(message.startsAt)
    case .expired: !message.isDone && message.expiresAt != nil && !isAhead(message.expiresAt)
    }
  }

  private func isAhead(_ date: Date?) -> Bool { date.map { isEarlier(now, than: $0) } ?? false }

  /// Compares to the millisecond, the precision of the store.
  private func isEarlier(_ date: Date, than other: Date) -> Bool {
    date.milliseconds < other.milliseconds
  }
}

extension MessageFilter {
  /// What of a message a condition is on.
  enum Field: Int {
    case status, pinned, needed, asking, alertOnly, resolved, phase, source, category, thread, tag,
      priority
    case occurrences, before, after, machine, anyState
    case title, id, opened, other
  }
}

extension [MessageFilter.Term] {
  /// Whether some non-negated term has a condition of a kind.
  fileprivate func wants(_ isMeant: (MessageFilter.Condition) -> Bool) -> Bool {
    contains { !$0.isNegated && isMeant($0.condition) }
  }
}

extension MessageFilter.Condition {
  /// The field of terms of which any must hold; nil for those that must all hold: bounds, and what
  /// is on the content.
  var key: MessageFilter.Field? {
    switch self {
    case .before, .after: nil
    case .priority(let comparison, _), .occurrences(let comparison, _):
      comparison == .equal ? field : nil
    default: isOnContent ? nil : field
    }
  }

  /// Whether no key or column of the list answers it: texts, links, ids, the sender's data.
  var isOnContent: Bool { [.title, .id, .opened, .other].contains(field) }

  /// The field that it is on.
  var field: MessageFilter.Field {
    switch self {
    case .status: .status
    case .pinned: .pinned
    case .needed: .needed
    case .asking: .asking
    case .alertOnly: .alertOnly
    case .resolved: .resolved
    case .phase: .phase
    case .anyState: .anyState
    case .source: .source
    case .category: .category
    case .thread: .thread
    case .tag: .tag
    case .machine: .machine
    case .priority: .priority
    case .occurrences: .occurrences
    case .before: .before
    case .after: .after
    case .title: .title
    case .id: .id
    case .opened: .opened
    case .word, .phrase, .part, .url, .hasLink, .hasPicture, .hasAction, .custom: .other
    }
  }
}

extension String {
  /// Whether both are stored as the same bytes; canonically equal texts may differ.
  fileprivate func isStored(as other: String) -> Bool {
    storable.utf8.elementsEqual(other.storable.utf8)
  }
}
