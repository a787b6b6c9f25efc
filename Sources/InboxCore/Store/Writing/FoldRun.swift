import Foundation
import GRDB

/// Occurrences of one message that came one after the other in a push, stored as one change.
struct FoldRun {
  /// The message with all of them.
  private(set) var message: Message
  /// The message as it is stored.
  private let known: Message
  /// Earlier occurrences that are not stored yet, each with its ordinal.
  private var displaced: [(ordinal: Int, occurrence: Occurrence)] = []

  /// Begins with a message that is not deleted.
  init(of known: Message) {
    self.known = known
    message = known
  }

  /// Adds an occurrence, whose fields stand.
  mutating func add(_ newest: Message) {
    displaced.append((message.occurrences, message.occurrence(before: newest)))
    // What would not be kept need not be stored; not one by one, which would move all others.
    if displaced.count >= 2 * Occurrence.keptCount {
      displaced.removeFirst(displaced.count - Occurrence.keptCount)
    }
    message = message.folding(newest)
  }

  /// Whether a payload without an id is the next occurrence, so that nothing has to be looked up.
  func continues(with payload: Payload, as newest: Message, _ repeats: FoldRepeats, at now: Date)
    -> Bool
  {
    guard payload.id == nil, payload.resolves == nil, payload.hasText,
      newest.source == message.source
    else { return false }
    if let key = payload.fold.value { return key == message.fold }
    guard newest.mayRepeat(at: now), message.mayRepeat(at: now),
      message.snoozedUntil.map({ $0 <= now }) ?? true,
      newest.title == message.title, newest.thread == message.thread
    else { return false }
    switch payload.foldRepeats ?? repeats {
    case .off: return false
    case .title: return newest.title?.isEmpty == false
    case .identical: return newest.hasSameContent(as: message)
    }
  }

  /// Stores the message and its earlier occurrences.
  func write(to database: Database, at now: Date) throws {
    for (ordinal, occurrence) in displaced.suffix(Occurrence.keptCount - 1) {
      try database.keep(occurrence, of: message.number, ordinal)
    }
    try database.dropOldOccurrences(of: message)
    if displaced.contains(where: \.occurrence.isLarge) {
      try database.dropLargeOccurrences(of: message)
    }
    try database.replace(message, repeating: known, at: now)
  }
}

extension Message {
  /// Whether it would be listed at once and asks nothing, so that it may repeat another.
  func mayRepeat(at now: Date) -> Bool {
    hasText && !isQuestion && delivery != .alert && startsAt.map { $0 <= now } ?? true
      && expiresAt.map { $0 > now } ?? true
  }
}
