import Foundation
import InboxText

/// What was done to a message on this machine since its changes were last taken up, by the log.
struct OwnSteps: Hashable {
  /// The time of the last push, in milliseconds since 1970; nil where the log has none.
  var pushedAt: Int64? {
    didSet { firstPushedAt = firstPushedAt ?? pushedAt }
  }
  /// The time of the first push.
  private(set) var firstPushedAt: Int64?
  /// The time of the last other step.
  var changedAt: Int64?
  /// The time of the last step that may have changed the pin; nil if no step has.
  private(set) var pinnedAt: Int64?
  /// The time of the last step that may have changed the snooze.
  private(set) var snoozedAt: Int64?
  /// The time of the last step that may have marked it as done, or brought it back.
  private(set) var doneAt: Int64?
  /// Whether a push brought the message up again.
  var isRaised = false
  /// Whether its sender resolved it after that.
  var isResolved = false
  /// Whether a step may have changed more than status, pin, snooze and done.
  private var changesContent = false

  /// The steps that change status, pin, snooze and done, and nothing else.
  private static let ofState: Set<LogEntry.Verb> = [
    .read, .unread, .deleted, .restored, .pinned, .unpinned, .snoozed, .unsnoozed, .woken, .done,
    .reopened, .viewed, .opened,
  ]

  /// Whether the log says that nothing but status, pin, snooze and done was changed.
  var changeOnlyState: Bool { changedAt != nil && !changesContent }

  /// Adds a step.
  mutating func add(_ verb: LogEntry.Verb, at time: Int64) {
    if !Self.ofState.contains(verb) { changesContent = true }
    switch verb {
    case .received, .imported, .merged: pushedAt = time
    case .resurfaced: (pushedAt, isRaised, isResolved) = (time, true, false)
    case .resolved: (pushedAt, isResolved) = (time, true)
    default:
      changedAt = time
      switch verb {
      // The row has the time of the last change of its status.
      case .read, .deleted, .restored, .viewed, .opened: break
      case .unread: doneAt = time
      case .pinned, .unpinned: pinnedAt = time
      case .unsnoozed, .woken: snoozedAt = time
      case .snoozed, .done, .reopened: (snoozedAt, doneAt) = (time, time)
      // Such as an undo.
      default: (pinnedAt, snoozedAt, doneAt) = (time, time, time)
      }
    }
  }

  /// The time of the last step.
  var time: Int64? { changedAt ?? pushedAt }
}

/// The person, machine and clock that changes are written with.
struct ExchangeWriter: Hashable {
  /// Whose status, pin and snooze the inbox shows.
  var person: String
  /// The name of this machine, for answers.
  var machine: String?
  /// This inbox.
  var origin: ExchangeOrigin
  /// How far the clock is ahead of the exchange's, in milliseconds.
  var offset: Int64
  /// The time in milliseconds since 1970.
  var now: Int64

  /// How far the times of rows are ahead of those of the registers; see ``ExchangeMoment/shift``.
  var shift: Int64 { moment().shift }

  /// The moment of a change at a time; the present one by default.
  func moment(_ time: Int64? = nil) -> ExchangeMoment {
    ExchangeMoment(time: time ?? now, now: now, offset: offset, origin: origin)
  }
}

extension ExchangeWriter {
  /// The fields of a row, with the times of this machine's clock in the exchange's: else a message of
  /// a machine whose clock is hours ahead would stand above all others for hours.
  ///
  /// Times that the sender gave, and those of other machines, stay as they are.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - before: What the registers have of them.
  ///   - steps: What the log says of the changes.
  /// - Returns: The fields to send.
  fileprivate func corrected(
    _ fields: [String: JSONValue], after before: [String: JSONValue] = [:], _ steps: OwnSteps
  ) -> [String: JSONValue] {
    guard shift != 0 else { return fields }
    var corrected = fields
    for name in ExchangedField.arrivalTimes {
      guard let value = fields[name], value != before[name], case .integer(let time) = value,
        steps.includes(time, isArrival: name == ContentRegister.received, at: now - shift)
      else { continue }
      corrected[name] = .integer(HybridClock.clamped(time - shift))
    }
    return corrected
  }
}

extension OwnSteps {
  /// Milliseconds between the time of a push and that of its entry in the log, at most.
  private static let delay: Int64 = 5_000

  /// Whether a time is from this machine's clock.
  ///
  /// Where the log has no push, such as after joining, that is the arrival, and what is in the future.
  fileprivate func includes(_ time: Int64, isArrival: Bool, at now: Int64) -> Bool {
    guard let first = firstPushedAt, let last = pushedAt else { return isArrival || time > now }
    return time >= first - Self.delay && time <= last + Self.delay
  }
}

extension ExchangedMessage {
  /// Takes up what this machine has changed in a row: what differs from the registers.
  ///
  /// - Parameters:
  ///   - row: The row, after all its transitions.
  ///   - steps: What the log says of the changes.
  ///   - writer: Who writes.
  /// - Throws: ``HybridClockError/exhausted(_:)``.
  mutating func collect(
    _ row: ExchangedRow, _ steps: OwnSteps, by writer: ExchangeWriter
  ) throws(HybridClockError) {
    // A content that this version cannot read is left to newer programs.
    if case .opaque? = registers[.content]?.register { return }
    if listed == nil || !steps.changeOnlyState {
      let pushes = ownPushes(in: row.message)
      try collectContent(row.message, pushes, steps, by: writer)
      if let content = listed {
        count(pushes, content, at: steps.pushedAt ?? writer.now, by: writer.origin)
      }
    }
    guard let content = listed else { return }
    let time = steps.time ?? row.statusAt ?? row.message.receivedAt.milliseconds
    let known = state(of: writer.person, generation: content.generation)
    // Versions older than the column do not change the time that the registers gave it.
    let former = known.timedEffect(on: content, at: writer.now - writer.shift).statusAt
    let isTimed = row.statusAt.map { $0 - writer.shift } != former
    let state = try known.taking(
      row.state(at: writer.now, shift: writer.shift), on: content,
      at: writer.moment(isTimed ? row.statusAt ?? time : time),
      pinnedAt: steps.pinnedAt ?? time, snoozedAt: steps.snoozedAt ?? time,
      doneAt: steps.doneAt ?? time)
    if let state { set(.state(state), .state(person: writer.person)) }
    collectAnswer(row, content, at: time, by: writer)
    try decide(at: writer.moment())
  }

  /// The number of pushes that the row counts and no counter.
  ///
  /// The push that made a message is counted only where another machine may make the same one.
  private func ownPushes(in message: Message) -> Int64 {
    let count = Int64(message.occurrences)
    guard let content = listed else { return FoldID(message.id) == nil ? count - 1 : count }
    return count - OccurrenceCounter.shown(counters, of: content)
  }

  private mutating func collectContent(
    _ message: Message, _ pushes: Int64, _ steps: OwnSteps, by writer: ExchangeWriter
  ) throws(HybridClockError) {
    let known = listed
    let time = steps.pushedAt ?? steps.changedAt
    let arrival = message.receivedAt.milliseconds
    let clock = try writer.moment(time ?? (known == nil ? arrival : nil))
      .clock(after: content?.latest, statusAt, mark?.latest)
    var changed: ContentRegister
    if let known {
      changed = known.collecting(message, pushes, steps, by: writer, at: clock)
    } else {
      changed = ContentRegister(
        ContentPush(writer.corrected(message.exchangedFields, steps), isPartial: message.isPartial),
        of: MessageIdentity(source: message.source, id: message.id),
        generation: AbsentMark.generation(of: content, mark: mark),
        isOccurrence: FoldID(message.id) != nil, at: clock)
    }
    if steps.isResolved { changed.end(at: clock) }
    let isAskedAgain = steps.isRaised && message.answer == nil
    if message.isQuestion, changed.askedAt == nil || isAskedAgain {
      changed = changed.asked(at: clock)
    }
    guard changed != known else { return }
    set(.content(changed), .content, sending: mark?.reason == .pruned ? .returning : .due)
    mark = nil
  }

  private mutating func count(
    _ pushes: Int64, _ content: ContentRegister, at time: Int64, by origin: ExchangeOrigin
  ) {
    guard pushes > 0 else { return }
    let name = RegisterName.occurrences(origin)
    var counter = OccurrenceCounter(generation: content.generation, count: 0, lastAt: 0)
    if case .occurrences(let known)? = registers[name]?.register { counter = known }
    counter = counter.adding(pushes, at: max(time, 0), generation: content.generation)
    set(.occurrences(counter), name)
  }

  private mutating func collectAnswer(
    _ row: ExchangedRow, _ content: ContentRegister, at time: Int64, by writer: ExchangeWriter
  ) {
    guard row.message.isQuestion, let label = row.message.answer, let askedAt = content.askedAt,
      AnswerRegister.shown(content, decisions: decisions) == nil,
      answers[writer.origin]?.answers(content) != true
    else { return }
    let answer = AnswerRegister(
      generation: content.generation, askedAt: askedAt, label: label,
      person: row.answerer.person ?? writer.person,
      machine: row.answerer.machine ?? writer.machine, time: max(row.answerer.time ?? time, 0))
    set(.answer(answer), .answer(writer.origin))
  }
}

extension ContentRegister {
  /// The content with what this machine has changed in a row.
  ///
  /// - Parameters:
  ///   - row: The message of the row.
  ///   - pushes: The number of further occurrences that it has.
  ///   - steps: What the log says of the changes.
  ///   - writer: Whose clock the row has.
  ///   - clock: The time of the changes, later than ``latest`` and every status that was seen.
  /// - Returns: The changed content; an equal one if nothing differs.
  fileprivate func collecting(
    _ row: Message, _ pushes: Int64, _ steps: OwnSteps, by writer: ExchangeWriter,
    at clock: HybridClock
  ) -> ContentRegister {
    guard let shown = Message(self, number: row.number) else { return self }
    let before = shown.exchangedFields
    let fields = writer.corrected(row.exchangedFields, after: before, steps)
    guard pushes <= 0 else {
      // A part that follows a whole occurrence stands alone, as in the row.
      let push = ContentPush(fields, isPartial: row.isPartial && isPartial)
      return occurring(push, endsSnooze: row.priority > shown.priority, at: clock)
    }
    var changed = self
    if isPartial, !row.isPartial { changed.isPartial = false }
    // Values that this version does not know, or shows otherwise, stay as they are.
    var values = changed.values
    for name in Set(before.keys).union(fields.keys) where before[name] != fields[name] {
      values[name] = fields[name]
    }
    changed = changed.taking(values, at: clock) ?? changed
    if steps.isRaised { return changed.raised(endsSnooze: true, at: clock) }
    let isNews = row.priority > shown.priority || !row.hasSameTexts(as: shown)
    let isPushed = steps.pushedAt != nil && !steps.isResolved
    return isPushed && isNews ? changed.altered(at: clock) : changed
  }
}
