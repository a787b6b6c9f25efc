import Foundation
import GRDB
import InboxText

/// The log entries of what an exchange has changed, by the inboxes where it was done.
struct ExchangeLog {
  private struct Step: Hashable {
    var origin: ExchangeOrigin
    var verb: LogEntry.Verb
    var detail: String?
  }

  private var steps: [Step: [MessageNumber]] = [:]

  /// Notes that a message came.
  ///
  /// - Parameters:
  ///   - number: The message.
  ///   - content: What came.
  ///   - alertsSince: Since when messages of others raise alerts; nil for never.
  mutating func noteArrival(
    of number: MessageNumber, _ content: ContentRegister, alertsSince: Int64?
  ) {
    let clock = content.fields[ContentRegister.received]?.clock ?? content.latest
    add(.received, number, by: clock?.origin, Self.alertDetail(of: clock, alertsSince))
  }

  private static func alertDetail(of clock: HybridClock?, _ alertsSince: Int64?) -> String? {
    guard let clock, let alertsSince, clock.milliseconds >= alertsSince else { return nil }
    return LogEntry.alertDetail
  }

  /// The messages that arrived or came up again and raise alerts here.
  var alerting: [MessageNumber] {
    steps.filter { $0.key.detail == LogEntry.alertDetail && $0.key.verb != .acted }.flatMap(\.value)
  }

  /// The messages that arrived, came up again or were snoozed.
  var awaited: (arrived: [MessageNumber], snoozed: [MessageNumber]) {
    let numbers = { (verbs: Set<LogEntry.Verb>) in
      self.steps.filter { verbs.contains($0.key.verb) }.flatMap(\.value)
    }
    return (numbers([.received, .resurfaced]), numbers([.received, .snoozed]))
  }

  /// Notes that a message was purged.
  mutating func notePurge(of number: MessageNumber, _ content: ContentRegister?) {
    add(.purged, number, by: content?.purgedAt?.origin)
  }

  /// Notes the changes of a message.
  ///
  /// - Parameters:
  ///   - number: The message.
  ///   - rows: Its row before and after.
  ///   - before: What was known of it.
  ///   - after: What is known of it.
  ///   - person: Whose state the row shows.
  ///   - now: The present time.
  ///   - alertsSince: Since when messages of others raise alerts; nil for never.
  mutating func noteChanges(
    of number: MessageNumber, _ rows: (before: ExchangedRow, after: ExchangedRow),
    _ before: ExchangedMessage, _ after: ExchangedMessage, of person: String, at now: Date,
    alertsSince: Int64?
  ) {
    guard let content = after.listed else { return }
    let verb = Self.pushVerb(rows, before.listed, content)
    if let verb {
      let isRaised = verb == .resurfaced
      let news = content.news.all.filter { before.listed?.news.includes($0) != true }
      let clock = news.max() ?? content.latest
      add(
        verb, number, by: clock?.origin,
        isRaised ? Self.alertDetail(of: clock, alertsSince) : nil)
    }
    let (old, new) = (rows.before.message, rows.after.message)
    let isDecided = rows.before.answerer.isSent && !rows.after.answerer.isSent
    if let answer = new.answer, old.answer != answer || isDecided {
      let given = after.decisions.values.first { $0.label == answer }
      let writers = after.answers.filter { $0.value.label == answer }.keys
      add(
        .acted, number, by: writers.min() ?? given?.askedAt.origin,
        new.takesReply ? Message.replyName : answer)
    }
    let state = after.state(of: person, generation: content.generation)
    let isDone = old.doneAt != new.doneAt && new.status != .deleted && old.status != .deleted
    if isDone, verb == nil || verb == .merged {
      let origin = state.done?.clock.origin ?? content.latest?.origin
      add(new.doneAt == nil ? .reopened : .done, number, by: origin)
    } else if old.status != new.status, verb == nil || verb == .merged {
      let verb: LogEntry.Verb =
        switch new.status {
        case .deleted: .deleted
        case _ where old.status == .deleted: .restored
        case .read: .read
        case .unread: .unread
        }
      add(verb, number, by: state.status?.clock.origin ?? content.latest?.origin)
    }
    if old.isPinned != new.isPinned {
      add(new.isPinned ? .pinned : .unpinned, number, by: state.pin?.clock.origin)
    }
    let clock =
      [state.snooze?.clock, state.event?.clock].compactMap(\.self).max() ?? content.latest
    let isOver = new.snoozedFor == nil && new.snoozedUntil ?? now <= now
    // An event leaves its time as the end; a person leaves none, or that of the snooze before.
    let known = before.state(of: person, generation: content.generation).snooze
    let isEnded = isOver && new.snoozedUntil != nil && state.snooze != known
    if old.snoozedFor != nil, new.snoozedFor == nil, new.status == .unread, verb != .resurfaced,
      isEnded || verb == .resolved
    {
      let clock = verb == .resolved ? content.latest : clock
      add(.woken, number, by: clock?.origin, Self.alertDetail(of: clock, alertsSince))
    } else if (old.snoozedUntil, old.snoozedFor) != (new.snoozedUntil, new.snoozedFor),
      verb == nil || verb == .merged
    {
      add(isOver ? .unsnoozed : .snoozed, number, by: clock?.origin)
    }
  }

  /// The verb of what a push did; nil if the content is the same.
  private static func pushVerb(
    _ rows: (before: ExchangedRow, after: ExchangedRow), _ before: ContentRegister?,
    _ content: ContentRegister
  ) -> LogEntry.Verb? {
    let (old, new) = (rows.before.message, rows.after.message)
    if content.generation != before?.generation { return .resurfaced }
    let isRaised = content.attention?.value == true && content.raised != before?.raised
    let isBack = old.isDone && !new.isDone || old.awaitsNews && !new.awaitsNews
    if isRaised || isBack && content.altered != before?.altered { return .resurfaced }
    if content.attention != before?.attention, new.resolvedAt != nil, old.resolvedAt == nil {
      return .resolved
    }
    let isSame =
      old.exchangedFields == new.exchangedFields && old.occurrences == new.occurrences
      && old.isPartial == new.isPartial
    return isSame ? nil : .merged
  }

  private mutating func add(
    _ verb: LogEntry.Verb, _ number: MessageNumber, by origin: ExchangeOrigin?,
    _ detail: String? = nil
  ) {
    guard let origin else { return }
    steps[Step(origin: origin, verb: verb, detail: detail), default: []].append(number)
  }

  /// The order of entries of one transaction.
  private static let order: [LogEntry.Verb] = [
    .received, .merged, .resurfaced, .resolved, .acted, .read, .unread, .deleted, .restored,
    .pinned, .unpinned, .snoozed, .unsnoozed, .woken, .done, .reopened,
    .purged,
  ]

  /// Writes the entries.
  func write(to database: Database, at now: Date) throws {
    for verb in Self.order {
      let entries = steps.filter { $0.key.verb == verb }
        .sorted { ($0.key.origin, $0.key.detail ?? "") < ($1.key.origin, $1.key.detail ?? "") }
      for (step, numbers) in entries {
        try database.appendLog(
          verb, numbers, detail: step.detail,
          from: database.originKey(of: step.origin.description), at: now)
      }
    }
  }
}
