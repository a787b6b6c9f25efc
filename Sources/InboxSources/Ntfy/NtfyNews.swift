import Foundation
import InboxCore
import InboxText

/// What became news for subscribers after a place, in the order in which all of them are told.
struct NtfyNews: Sendable {
  /// A message that became news, and the place behind it.
  struct Item: Sendable {
    let message: Message
    let place: NtfyPlace
    /// Whether the clock did it, not an entry of the log.
    let isStart: Bool
    fileprivate let verb: LogEntry.Verb

    /// Whether a subscriber has yet to be told.
    func isNew(to place: NtfyPlace) -> Bool {
      isStart ? self.place.start > place.start : self.place.entry > place.entry
    }

    /// The event by which a subscriber is told.
    var event: NtfyEvent {
      // As the publisher was answered; an id that a sender chose may come again.
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
  /// The place behind them all, and behind what is no news.
  private(set) var end: NtfyPlace
  /// Whether more follows at once.
  private(set) var isCut = false
  /// Whether entries before the first of them are no longer kept.
  private(set) var hasGap = false

  /// Most messages and entries that are read at once.
  private static let pageSize = 1_000
  /// What the sources of all messages begin with that have a topic.
  private static let source = "ntfy/"
  private static let verbs: Set<LogEntry.Verb> = [
    .received, .merged, .resurfaced, .restored, .resolved,
  ]
  fileprivate static let changes: [LogEntry.Verb: NtfyEvent.Change] = [
    .deleted: .delete, .read: .clear, .viewed: .clear, .opened: .clear,
  ]
  /// What taking back a step does to its messages.
  private static let opposites: [LogEntry.Verb: LogEntry.Verb] = [
    .deleted: .restored, .restored: .deleted, .unread: .read,
  ]

  /// A message that may be news.
  fileprivate struct Candidate {
    var number: MessageNumber
    var place: NtfyPlace
    var time: Int64
    var isStart = false
    var verb: LogEntry.Verb
  }

  /// Reads what follows a place.
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
    // The clock is read after the log: what began before an entry was written is told before it.
    let last = isCut ? entries.last { $0.sequence <= end.entry.position }?.time : nil
    try insertStarts(
      after: place, through: (last ?? inbox.now).milliseconds, into: &candidates, in: inbox)
    try read(candidates, in: inbox)
  }

  /// Takes the messages of an entry, as far as a page has room.
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

  /// What an entry did to its messages: what its step does when it is done again or taken back.
  private static func effect(of entry: LogEntry, in inbox: Inbox) throws -> LogEntry.Verb {
    guard entry.verb == .undone || entry.verb == .redone, let step = try inbox.step(of: entry)
    else { return entry.verb }
    return entry.verb == .redone ? step : opposites[step] ?? entry.verb
  }

  /// Puts what began by the clock before the first entry that was written later.
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

  /// Reads the messages that are still to be told.
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
  /// Whether what happened to a message still holds.
  fileprivate func isNews(of message: Message, at now: Date) -> Bool {
    switch NtfyNews.changes[verb] {
    case .delete: return message.status == .deleted
    case .clear: return message.status == .read
    case nil:
      guard message.status != .deleted, message.expiresAt.map({ $0 > now }) ?? true else {
        return false
      }
      // What begins later is told then.
      return isStart || message.startsAt.map { $0.milliseconds <= time } ?? true
    }
  }
}
