import InboxText
import Foundation
import GRDB
import InboxTestSupport

@testable import InboxCore

/// A message as the table holds it, settled at one moment, with the rules written once more.
struct StoredMessage {
  var message: Message
  var settledAt: Date

  /// Messages of which anything may be so or otherwise.
  static func random(_ count: Int64, seed: UInt64) -> [StoredMessage] {
    var random = SeededRandom(seed: seed)
    return (1...count).map { .random($0, using: &random) }
  }

  private static func random(_ number: Int64, using random: inout SeededRandom) -> StoredMessage {
    var message = Message.make(
      number, source: random.pick(["cli", "ntfy/ops", "ntfy/dev", "ntfy", "ntfy0"]),
      title: random.pick(["Disk full", "diskette", "Backup of the disk", "full disk", "Ünïcode"]),
      priority: random.pick(Priority.allCases), status: random.pick(Status.allCases),
      receivedAt: .testing(Double(Int.random(in: -50...0, using: &random)) * 60),
      isPinned: Int.random(in: 0..<6, using: &random) == 0)
    message.subtitle = random.pick([nil, nil, "Urgent", "the watch"])
    message.body = random.pick([nil, nil, "a night watch", "disk of the night", "watch the night"])
    message.rest = random.pick([nil, nil, .object(["zinc": "pale\nnight"])])
    message.categories = random.pick([[], ["ops"], ["ops", "dev"], ["x y"]])
    message.tags = random.pick([[], [], ["a"], ["b", "a"]])
    message.thread = random.pick([nil, nil, "1", "2"])
    message.delivery = random.pick([.inbox, .inboxAndAlert, .inboxAndAlert, .alert])
    message.isQuestion = Int.random(in: 0..<3, using: &random) == 0
    if message.isQuestion { message.answer = random.pick([nil, nil, "Yes"]) }
    func sometime() -> Date? {
      guard Int.random(in: 0..<4, using: &random) == 0 else { return nil }
      return .testing(Double(Int.random(in: -5...5, using: &random)) * 60)
    }
    message.startsAt = sometime()
    message.expiresAt = sometime()
    message.snoozedUntil = sometime()
    message.snoozedFor = random.pick([nil, nil, nil, nil, .next])
    if message.status != .unread, Int.random(in: 0..<4, using: &random) == 0 {
      message.doneAt = .testing
    }
    message.openedAt = random.pick([nil, nil, .testing])
    return StoredMessage(message: message, settledAt: .testing)
  }

  /// Where it stands: 0 nowhere, 1 in the list, 2 in the trash, 3 done.
  func place(at now: Date) -> Int {
    if message.status == .deleted { return 2 }
    if message.doneAt != nil, message.delivery != .alert { return 3 }
    let isActive =
      (message.startsAt.map { $0 <= now } ?? true)
      && (isUnanswered || message.expiresAt.map { now < $0 } ?? true)
    let isSnoozed = message.snoozedFor != nil || message.snoozedUntil.map { now < $0 } ?? false
    return isActive && !isSnoozed && message.delivery != .alert ? 1 : 0
  }

  /// Whether it is a question that stays listed when its time runs out.
  private var isUnanswered: Bool { message.isQuestion && message.answer == nil }

  /// Where it leads lists as of its settling: 1 for a pinned message, 2 more for one that needs the
  /// person.
  var lead: Int {
    (message.isPinned ? 1 : 0) + (place(at: settledAt) == 1 && message.isNeeded ? 2 : 0)
  }

  /// Its status, unread again after a snooze that ended since it was settled.
  func status(at now: Date) -> Status {
    guard let end = message.snoozedUntil, let next = nextTransition, next <= end, end <= now,
      message.status == .read
    else { return message.status }
    return .unread
  }

  private var nextTransition: Date? {
    guard message.status != .deleted, message.doneAt == nil else { return nil }
    if !isUnanswered, let end = message.expiresAt, end <= settledAt { return nil }
    let moments =
      message.delivery == .alert
      ? [message.startsAt] : [message.startsAt, message.expiresAt, message.snoozedUntil]
    return moments.compactMap(\.self).filter { $0 > settledAt }.min()
  }

  /// Stores it as a settled row.
  func insert(into database: Database) throws {
    func json(_ names: [String]) -> String? {
      names.isEmpty ? nil : "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
    try database.execute(
      sql: """
        INSERT INTO message (number, id, source, title, subtitle, body, categories, thread, tags,
          priority, received_at, starts_at, expires_at, snoozed_until, delivery, status, lead, partial,
          sort_at, placed_at, place, next_at, asks, answer, rest, done_at, opened_at,
          snoozed_for)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        message.number.rawValue, message.id, message.source, message.title,
        message.subtitle, message.body, json(message.categories), message.thread,
        json(message.tags), message.priority.rawValue,
        message.receivedAt.milliseconds, message.startsAt?.milliseconds,
        message.expiresAt?.milliseconds, message.snoozedUntil?.milliseconds,
        message.delivery.rawValue, message.status.rawValue, lead,
        message.sortDate.milliseconds, message.sortDate.milliseconds, place(at: settledAt),
        nextTransition?.milliseconds, message.isQuestion, message.answer,
        message.rest?.searchable, message.doneAt?.milliseconds,
        message.openedAt?.milliseconds, message.snoozedFor?.event,
      ])
    var first: MessageNumber? = message.number
    try database.indexText(from: &first)
  }
}

extension StoredMessage {
  /// Whether it matches a filter, as the filter in memory says of the message as it stands then.
  func matches(_ filter: MessageFilter, at now: Date) -> Bool {
    var current = message
    current.status = status(at: now)
    return filter.matches(current, at: now)
  }
}

extension StoredMessage {
  /// Whether it comes before another one in a list.
  func precedes(_ stored: StoredMessage, in query: MessageQuery, at now: Date) -> Bool {
    let (mine, theirs) = (message, stored.message)
    let isNewer = (mine.sortDate, mine.number) > (theirs.sortDate, theirs.number)
    let (lead, other) = query.isLed ? (lead, stored.lead) : (lead & 1, stored.lead & 1)
    if lead != other { return lead > other }
    switch query.order {
    case .newest: return isNewer
    case .oldest: return !isNewer
    case .priority:
      return mine.priority == theirs.priority ? isNewer : mine.priority > theirs.priority
    case .unread:
      let isUnread = status(at: now) == .unread
      return isUnread == (stored.status(at: now) == .unread) ? isNewer : isUnread
    }
  }
}

extension Inbox {
  /// An inbox in memory with stored messages, or the end of the tests.
  static func storing(_ messages: [StoredMessage], isReindexed: Bool = false) -> Inbox {
    do {
      let inbox = try Inbox.testing()
      try inbox.store.write { database in
        func insert() throws { for message in messages { try message.insert(into: database) } }
        if isReindexed { try database.reindexing(insert) } else { try insert() }
      }
      return inbox
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
