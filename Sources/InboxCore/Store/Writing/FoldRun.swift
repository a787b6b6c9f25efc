import Foundation
import GRDB

/// Consecutive occurrences of one message in a push, stored as one change.
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

  /// Adds an occurrence, whose fields become the message's.
  mutating func add(_ newest: Message) {
    displaced.append((message.occurrences, message.occurrence(before: newest)))
    // Occurrences beyond the limit need not be stored; dropped in bulk, as each removal moves the
    // rest.
    if displaced.count >= 2 * Occurrence.keptCount {
      displaced.removeFirst(displaced.count - Occurrence.keptCount)
    }
    message = message.folding(newest)
  }

  /// Whether a payload without an id is the next occurrence, so that no lookup is needed.
  func continues(with payload: Payload, as newest: Message, _ repeats: FoldRepeats, at now: Date)
    -> Bool
  {
    guard payload.id == nil, payload.resolves == nil, payload.hasText,
      newest.source == message.source
    else { return false }
    if let key = payload.fold.value { return key == message.fold }
    guard newest.mayRepeat(at: now), message.mayRepeat(at: now), message.snoozedFor == nil,
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
  /// Whether it would be listed at once and is no question, so that it may repeat another.
  func mayRepeat(at now: Date) -> Bool {
    hasText && !isQuestion && delivery != .alert && startsAt.map { $0 <= now } ?? true
      && expiresAt.map { $0 > now } ?? true
  }
}
