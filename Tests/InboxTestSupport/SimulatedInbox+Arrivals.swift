public import InboxCore

extension SimulatedInbox {
  /// A message arrives of which more is known than a row has; alert-only ones get no row.
  @discardableResult
  public mutating func arrive(_ arrival: Message) -> MessageNumber {
    details[arrival.number] = arrival
    if arrival.delivery != .alert {
      rows.insert(
        MessageRow(
          number: arrival.number, source: arrival.source, title: arrival.title,
          excerpt: arrival.excerpt, thread: arrival.thread, priority: arrival.priority,
          sortDate: now), at: 0)
    }
    tell(.received, [arrival.number])
    return arrival.number
  }

  /// What the store would say of messages that have come.
  func arrivals(_ question: ArrivalQuery) -> [Message] {
    switch question {
    case .numbers(let numbers): arrivals(of: numbers)
    case .shown(let number): arrivals(of: [number])
    case .due: due
    }
  }

  private func arrivals(of numbers: [MessageNumber]) -> [Message] {
    let unread = numbers.suffix(ArrivalQuery.limit).compactMap { number in
      details[number] ?? rows.first { $0.number == number && $0.status == .unread }.map(arrival)
    }
    return unread.filter { $0.delivery != .inbox }
  }

  private func arrival(_ row: MessageRow) -> Message {
    .make(
      row.number.rawValue, source: row.source, title: row.title, body: row.excerpt,
      thread: row.thread, priority: row.priority)
  }
}
