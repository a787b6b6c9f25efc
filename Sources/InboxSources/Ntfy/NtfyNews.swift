import Foundation
import InboxCore
import InboxText

/// The events for subscribers after a position, in the order in which they are sent.
struct NtfyNews: Sendable {
  /// A message with an event, and the position after it.
  struct Item: Sendable {
    let message: Message
    let place: NtfyPlace
    /// Whether a scheduled message began by the clock, without an entry of the log.
    let isStart: Bool
    fileprivate let verb: LogEntry.Verb

    /// Whether a subscriber at a position has not received it yet.
    func isNew(to place: NtfyPlace) -> Bool {
      isStart ? self.place.start > place.start : self.place.entry > place.entry
    }

    /// The event for subscribers.
    var event: NtfyEvent {
      // The id of the publisher's response; an id that a sender chose may repeat.
      if let change = NtfyNews.changes[verb] {
        return .change(
          change, message, id: place.id, at: Date(milliseconds: place.start.position))
      }
      let isFirst = verb == .received && !isStart && UUID(uuidString: message.id) != nil
      return .message(message, id: isFirst ? message.id : place.id)
    }
  }

  /// The messages.
  private(set) var items: [Item] = []
  /// The position after all events, and after entries without events.
  private(set) var end: NtfyPlace
  /// Whether there is another page.
  private(set) var isCut = false
  /// Whether entries before the first event are no longer kept.
  private(set) var hasGap = false

  /// Maximum messages and entries of a page.
  private static let pageSize = 1_000
  /// The prefix of the source of messages with a topic.
  private static let source = "ntfy/"
  private static let verbs: Set<LogEntry.Verb> = [
    .received, .merged, .resurfaced, .restored, .resolved,
  ]
  fileprivate static let changes: [LogEntry.Verb: NtfyEvent.Change] = [
    .deleted: .delete, .read: .clear, .done: .clear, .viewed: .clear, .opened: .clear,
  ]
  /// The effect of undoing a step.
  private static let opposites: [LogEntry.Verb: LogEntry.Verb] = [
    .deleted: .restored, .restored: .deleted, .unread: .read,
  ]

  /// A message that may have an event.
  fileprivate struct Candidate {
    var number: MessageNumber
    var place: NtfyPlace
    var time: Int64
    var isStart = false
    var verb: LogEntry.Verb
  }

  /// Reads the events after a position.
  ///
  /// - Throws: `InboxError`.
  init(after place: NtfyPlace, in inbox: Inbox) throws {
    end = place
    let isWithin = place.entry.number != NtfyPlace.Point.whole
    let entries: [LogEntry]
    switch try inbox.log(after: place.entry.position - (isWithin ? 1 : 0), limit: Self.pageSize) {
    case .entries(let page): entries = page
    case .gap(let sequence):
      end.entry = NtfyPlace.Point(position: sequence)
      (isCut, hasGap) = (true, true)
      return
    }
    isCut = entries.count == Self.pageSize
    var candidates: [Candidate] = []
    for entry in entries {
      try take(entry, behind: place, into: &candidates, in: inbox)
      guard candidates.count < Self.pageSize else { break }
    }
    // The clock is read after the log: messages that began before an entry was written come before
    // it.
    let last = isCut ? entries.last { $0.sequence <= end.entry.position }?.time : nil
    try insertStarts(
      after: place, through: (last ?? inbox.now).milliseconds, into: &candidates, in: inbox)
    try read(candidates, in: inbox)
  }

  /// Adds the messages of an entry, up to the page size.
  private mutating func take(
    _ entry: LogEntry, behind place: NtfyPlace, into candidates: inout [Candidate], in inbox: Inbox
  ) throws {
    let room = Self.pageSize - candidates.count
    let isWithin = entry.sequence == place.entry.position
    let rest = isWithin ? entry.numbers.filter { $0 > place.entry.number } : entry.numbers
    let verb = try Self.effect(of: entry, in: inbox)
    let numbers =
      Self.verbs.contains(verb) || Self.changes[verb] != nil
      ? try inbox.numbers(of: rest, below: Self.source, limit: room) : []
    let time = entry.time.milliseconds
    candidates += numbers.map { number in
      let place = NtfyPlace(
        entry: .init(position: entry.sequence, number: number), start: .init(position: time))
      return Candidate(number: number, place: place, time: time, verb: verb)
    }
    end.entry = .init(position: entry.sequence)
    if numbers.count == room, let last = numbers.last { (end.entry.number, isCut) = (last, true) }
  }

  /// The effect of an entry; for undo and redo that of the step.
  private static func effect(of entry: LogEntry, in inbox: Inbox) throws -> LogEntry.Verb {
    guard entry.verb == .undone || entry.verb == .redone, let step = try inbox.step(of: entry)
    else { return entry.verb }
    return entry.verb == .redone ? step : opposites[step] ?? entry.verb
  }

  /// Inserts messages that began by the clock before the first later entry.
  private mutating func insertStarts(
    after place: NtfyPlace, through moment: Int64, into candidates: inout [Candidate],
    in inbox: Inbox
  ) throws {
    let starts = try inbox.starts(
      after: place.start.position, place.start.number, through: moment, below: Self.source,
      limit: Self.pageSize)
    if starts.count == Self.pageSize, let last = starts.last {
      (end.start, isCut) = (.init(position: last.time, number: last.number), true)
    } else {
      end.start = max(place.start, .init(position: moment))
    }
    var next = 0
    for start in starts {
      let index = candidates[next...].firstIndex { $0.time >= start.time } ?? candidates.endIndex
      let sequence =
        index == candidates.endIndex
        ? end.entry.position
        : index == 0 ? place.entry.position : candidates[index - 1].place.entry.position
      let place = NtfyPlace(
        entry: .init(position: sequence),
        start: .init(position: start.time, number: start.number))
      candidates.insert(
        Candidate(
          number: start.number, place: place, time: start.time, isStart: true, verb: .received),
        at: index)
      next = index + 1
    }
  }

  /// Reads the messages of the candidates.
  private mutating func read(_ candidates: [Candidate], in inbox: Inbox) throws {
    let messages = Dictionary(
      try inbox.messages(Set(candidates.map(\.number)).sorted()).map { ($0.number, $0) }
    ) { first, _ in first }
    let now = inbox.now
    for candidate in candidates {
      guard let message = messages[candidate.number], message.topic != nil,
        candidate.isNews(of: message, at: now)
      else { continue }
      items.append(
        Item(
          message: message, place: candidate.place, isStart: candidate.isStart,
          verb: candidate.verb))
    }
  }
}

extension NtfyNews.Candidate {
  /// Whether the change of a message still applies.
  fileprivate func isNews(of message: Message, at now: Date) -> Bool {
    switch NtfyNews.changes[verb] {
    case .delete: return message.status == .deleted
    case .clear: return message.status == .read
    case nil:
      guard message.status != .deleted, message.expiresAt.map({ $0 > now }) ?? true else {
        return false
      }
      // A message that begins later has its event then.
      return isStart || message.startsAt.map { $0.milliseconds <= time } ?? true
    }
  }
}
