import InboxCore
import InboxUI

extension SimulatedInbox {
  /// The window of rows that the store would give.
  func snapshot(_ query: MessageQuery, _ window: MessageWindow) -> InboxSnapshot {
    let all = matching(query, kept: window.kept)
    var first = 0
    switch window.anchor {
    case .top: break
    case .bottom: first = all.count - window.limit
    case .around(let number):
      let isOldestFirst = query.order == .oldest
      let place =
        all.firstIndex { isOldestFirst ? $0.number >= number : $0.number <= number } ?? all.count
      first = place - window.limit / 2
    }
    first = max(min(first, all.count - window.limit), 0)
    let last = min(first + window.limit, all.count)
    let counts = InboxCounts(
      unread: rows.count { matches($0, .unread) },
      read: rows.count { matches($0, MessageFilter([.init(.status(.read))])) },
      deleted: rows.count { matches($0, .trash) })
    return InboxSnapshot(
      query: query, sequence: sequence, rows: Array(all[first..<last]), hasEarlier: first > 0,
      hasLater: last < all.count, counts: counts, matchCount: all.count,
      newestNumber: rows.map(\.number).max() ?? MessageNumber(0))
  }

  /// How the store would answer an effect; nil for what it has no part in.
  mutating func result(of effect: Effect) -> EffectResult? {
    switch effect {
    case .arrivals(let question): .arrived(arrivals(question))
    case .find(.row(let seek)): .found(neighbour(seek))
    case .find(.count(let filter)): .counted(rows.count { matches($0, filter) })
    case .find(.rank(let number, let query)):
      .located(matching(query).firstIndex { $0.number == number }.map { $0 + 1 })
    case .perform(let verb, let selection): .changed(apply(verb, numbers(selection)))
    case .purge(let selection): .changed(purge(numbers(selection)))
    case .answer(let number, let action): .answered(answer(number, action))
    case .pane(.decide(let taps)): .remaining(taps)
    case .fetch(let numbers, _): .fetched(numbers.compactMap(message))
    case .pane(.copy): .copied(by: "test")
    case .host(.launch): launchResult
    case .settle: .done
    default: nil
    }
  }

  private func message(_ number: MessageNumber) -> Message? {
    rows.first { $0.number == number }.map { row in
      Message(
        number: number, id: "\(number)", source: row.source, title: row.title, body: row.excerpt,
        attachments: attachments[number] ?? [], tap: row.tap, actions: actions(of: row),
        isQuestion: row.question != nil,
        answer: answer(of: row), receivedAt: row.sortDate,
        expiresAt: row.isExpired ? now : nil, status: row.status)
    }
      ?? details[number].map { arrival in
        Message(
          number: number, id: "\(number)", source: arrival.source, title: arrival.title,
          receivedAt: now, delivery: arrival.delivery)
      }
  }

  private func actions(of row: MessageRow) -> [MessageAction] {
    guard case .open(let labels) = row.question else { return actions[row.number] ?? [] }
    return labels.map { MessageAction(id: $0.lowercased(), label: $0) }
  }

  private func answer(of row: MessageRow) -> String? {
    guard case .answered(let label) = row.question else { return nil }
    return label
  }

  /// Answers as a store does: the first one counts, and nobody waits for ever.
  private mutating func answer(_ number: MessageNumber, _ action: MessageAction) -> AnswerOutcome {
    guard let index = rows.firstIndex(where: { $0.number == number }) else {
      return .unknownMessage
    }
    guard let question = rows[index].question else { return .answered(action) }
    if case .answered(let label) = question { return .alreadyAnswered(label) }
    if rows[index].isExpired || rows[index].status == .deleted { return .gone }
    rows[index].question = .answered(action.label)
    rows[index].status = .read
    sequence += 1
    return .answered(action)
  }

  private func neighbour(_ seek: Seek) -> MessageNumber? {
    let all = matching(seek.query)
    let ordered = seek.direction == .forward ? all : all.reversed()
    let start = seek.origin.flatMap { origin in
      ordered.firstIndex { $0.number == origin }.map { $0 + 1 }
    }
    return ordered[(start ?? 0)...].first { matches($0, seek.filter) }?.number
  }

  private func numbers(_ selection: MessageSelection) -> [MessageNumber] {
    switch selection {
    case .numbers(let numbers): numbers
    case .matching(let filter, let bound):
      rows.filter { row in
        matches(row, filter) && bound.map { row.number <= $0 } ?? true
      }.map(\.number)
    }
  }

  private mutating func purge(_ numbers: [MessageNumber]) -> ChangeOutcome {
    let before = rows.count
    rows.removeAll { numbers.contains($0.number) && $0.status == .deleted }
    sequence += 1
    return ChangeOutcome(changedCount: before - rows.count)
  }

  private mutating func delete(at index: Int) {
    guard rows[index].status != .deleted else { return }
    statusBeforeDelete[rows[index].number] = rows[index].status
    rows[index].status = .deleted
  }

  private mutating func restore(at index: Int) {
    guard rows[index].status == .deleted else { return }
    rows[index].status = statusBeforeDelete[rows[index].number] ?? .unread
  }

  private mutating func apply(_ verb: Verb, _ numbers: [MessageNumber]) -> ChangeOutcome {
    var outcome = ChangeOutcome()
    for index in rows.indices where numbers.contains(rows[index].number) {
      let before = rows[index]
      switch verb {
      case .view, .open, .read: rows[index].status = .read
      case .unread: rows[index].status = .unread
      case .delete: delete(at: index)
      case .restore: restore(at: index)
      case .pin: rows[index].isPinned = true
      case .unpin: rows[index].isPinned = false
      case .snooze(let until): rows[index].snoozedUntil = until
      case .unsnooze: rows[index].snoozedUntil = nil
      case .peek: break
      }
      if rows[index] != before { outcome.changedCount += 1 } else { outcome.unchangedCount += 1 }
    }
    sequence += 1
    return outcome
  }
}
