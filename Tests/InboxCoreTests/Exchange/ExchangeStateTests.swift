import InboxText
import Testing

@testable import InboxCore

/// The state of a message as a function of its registers.
@Suite struct ExchangeStateTests {
  private static let origin = ExchangeOrigin(rawValue: 1)
  private let content = ContentRegister(
    ContentPush(["title": "x"]), of: MessageIdentity(source: "ci", id: "b1"),
    at: HybridClock(milliseconds: 1, origin: origin))

  private func clock(_ time: Int64) -> HybridClock {
    HybridClock(milliseconds: time, origin: Self.origin)
  }

  private func state(
    _ status: Status, at time: Int64, snoozedUntil end: Int64? = nil
  ) -> StateRegister {
    var state = StateRegister(generation: 0)
    state.status = Stamped(StateRegister.Mark(status: status), at: clock(time))
    if let end { state.snooze = Stamped(end, at: clock(time + 1)) }
    return state
  }

  /// A register after a row has changed at a time.
  private func updated(
    _ state: StateRegister, to row: MessageState, of content: ContentRegister? = nil,
    at time: Int64, offset: Int64 = 0
  ) throws -> StateRegister {
    let moment = ExchangeMoment(time: time, offset: offset, origin: Self.origin)
    return try #require(try state.taking(row, on: content ?? self.content, at: moment))
  }

  @Test func `the end of a snooze makes it unread, unless it was read later`() {
    let snoozed = state(.read, at: 100, snoozedUntil: 200)
    #expect(snoozed.effect(on: content, at: 199).status == .read)
    #expect(snoozed.effect(on: content, at: 200).status == .unread)
    var readAgain = snoozed
    readAgain.status = Stamped(StateRegister.Mark(status: .read), at: clock(200))
    #expect(readAgain.effect(on: content, at: 300).status == .read)
    #expect(state(.deleted, at: 1, snoozedUntil: 9).effect(on: content, at: 300).status == .deleted)
  }

  @Test func `a machine with a slow clock can mark it read after the snooze`() throws {
    let snoozed = state(.read, at: 100, snoozedUntil: 200)
    var row = snoozed.effect(on: content, at: 250)
    row.status = .read
    let changed = try updated(snoozed, to: row, at: 250, offset: 240)
    #expect(changed.status?.clock == clock(200))
    #expect(changed.effect(on: content, at: 250) == row)
  }

  @Test func `what was marked unread after it was done stays not done when it is deleted`() throws {
    var unread = state(.unread, at: 100)
    unread.done = Stamped(50, at: clock(50))
    var row = unread.effect(on: content, at: 200)
    #expect(row == MessageState(status: .unread))
    (row.status, row.statusBeforeDelete) = (.deleted, .unread)
    #expect(try updated(unread, to: row, at: 200).effect(on: content, at: 200) == row)
  }

  private func awaiting(_ end: SnoozeEnd, at time: Int64) -> StateRegister {
    var awaiting = state(.read, at: 100)
    awaiting.event = Stamped(end.event, at: clock(time))
    return awaiting
  }

  @Test func `a repeat or a resolution that came later ends a snooze that waits for it`() {
    let push = ContentPush(["title": "again"])
    let repeated = content.occurring(push, at: clock(200))
    let over = content.resolved(by: push, at: 200, clock: clock(200))
    for (end, isRepeat) in [
      (SnoozeEnd.repetition, true), (.next, true), (.resolution, false),
      (.visit(machine: "laptop"), false),
    ] {
      #expect(awaiting(end, at: 150).effect(on: content, at: 300).snoozedFor == end)
      let effect = awaiting(end, at: 150).effect(on: repeated, at: 300)
      #expect(effect.snoozedFor == (isRepeat ? nil : end))
      #expect(effect.status == .unread)
      // What came before the snooze does not end it.
      #expect(awaiting(end, at: 250).effect(on: repeated, at: 300).snoozedFor == end)
      // But what is over would wait for good.
      let late = awaiting(end, at: 250).effect(on: over, at: 300)
      #expect(late.snoozedFor == (end == .resolution ? nil : end))
      #expect(late.snoozedUntil == (end == .resolution ? 250 : nil))
      #expect(late.status == (end == .resolution ? .unread : .read))
      let resolved = awaiting(end, at: 150).effect(on: over, at: 300)
      #expect(resolved.snoozedFor == nil)
      #expect(resolved.status == (end == .resolution ? .unread : .read))
      #expect(resolved.snoozedUntil == (end == .resolution ? 200 : nil))
    }
    var read = awaiting(.resolution, at: 150)
    read.status = Stamped(StateRegister.Mark(status: .read), at: clock(250))
    #expect(read.effect(on: over, at: 300).status == .read)
    #expect(read.effect(on: over, at: 300).snoozedUntil == 200)
  }

  @Test func `of a snooze by time and one by event the later counts, and its end ends both`() throws
  {
    for (snoozed, event) in [(150, 160), (160, 150)] as [(Int64, Int64)] {
      var both = awaiting(.next, at: event)
      both.snooze = Stamped(900, at: clock(snoozed))
      let row = both.effect(on: content, at: 200)
      #expect(row.snoozedFor == (event > snoozed ? .next : nil))
      #expect(row.snoozedUntil == (event > snoozed ? nil : 900))
      for end in [SnoozeEnd?.none, .resolution, .date(.init(milliseconds: 800))] {
        var wanted = row
        (wanted.snoozedUntil, wanted.snoozedFor) = (nil, end)
        if case .date = end { (wanted.snoozedUntil, wanted.snoozedFor) = (800, nil) }
        #expect(try updated(both, to: wanted, at: 300).effect(on: content, at: 310) == wanted)
      }
    }
  }

  @Test func `another snooze keeps it unread`() throws {
    let snoozed = state(.read, at: 100, snoozedUntil: 200)
    var row = snoozed.effect(on: content, at: 250)
    row.snoozedUntil = 900
    let changed = try updated(snoozed, to: row, at: 250)
    #expect(changed.effect(on: content, at: 260) == row)
    row.snoozedUntil = nil
    #expect(try updated(changed, to: row, at: 250).effect(on: content, at: 260).status == .unread)
  }

  @Test func `an occurrence concerns each person who has not seen it`() {
    let push = ContentPush(["title": "again"])
    let again = content.occurring(push, endsSnooze: true, at: clock(50))
    #expect(state(.read, at: 40, snoozedUntil: 900).effect(on: again, at: 60).status == .unread)
    #expect(state(.read, at: 40, snoozedUntil: 900).effect(on: again, at: 60).snoozedUntil == nil)
    #expect(state(.read, at: 60).effect(on: again, at: 70).status == .read)
    #expect(StateRegister(generation: 0).effect(on: again, at: 60).status == .unread)
  }

  private func change(_ row: inout MessageState, by verb: LogEntry.Verb, isForEvent: Bool = false) {
    switch verb {
    case .read: row.status = .read
    case .deleted: (row.status, row.statusBeforeDelete) = (.deleted, .unread)
    case .done: (row.status, row.doneAt) = (.read, 60)
    default:
      row.status = .read
      if isForEvent { row.snoozedFor = .repetition } else { row.snoozedUntil = 900 }
    }
  }

  /// A machine that was away sends what it had pushed before the person changed the state elsewhere.
  @Test(arguments: [LogEntry.Verb.read, .deleted, .done, .snoozed])
  func `news that the person's machine had not heard of stays news`(_ verb: LogEntry.Verb) throws {
    let push = ContentPush(["title": "again"])
    let known = content.occurring(push, at: clock(40))
    let news = known.occurring(push, endsSnooze: true, at: clock(50))
    let before = state(.unread, at: 30)
    var row = before.effect(on: known, at: 60)
    change(&row, by: verb)
    let unaware = try updated(before, to: row, of: known, at: 60)
    #expect(unaware.effect(on: known, at: 70) == row)
    #expect(unaware.effect(on: news, at: 70) == MessageState(status: .unread))
    // On another machine the person had seen it.
    let aware = try updated(before, to: row, of: news, at: 60)
    #expect(aware.effect(on: news, at: 70) == row)
    #expect(unaware.joined(with: aware).effect(on: news, at: 70) == row)
    // A program that does not note what it saw has set the status later.
    var older = unaware
    older.status?.clock = clock(80)
    older.done?.clock = clock(80)
    older.snooze?.clock = clock(80)
    #expect(older.effect(on: news, at: 90) == row)
  }

  /// Both machines had news while apart: the later does not hide that of the other.
  @Test(arguments: [LogEntry.Verb.read, .deleted, .done, .snoozed], [false, true])
  func `earlier news of another machine stays news`(
    _ verb: LogEntry.Verb, _ isAltered: Bool
  ) throws {
    let push = ContentPush(["title": "again"])
    let elsewhere = HybridClock(milliseconds: 40, origin: ExchangeOrigin(rawValue: 9))
    let here = content.occurring(push, endsSnooze: true, at: clock(50))
    let there =
      isAltered
      ? content.merging(push, at: elsewhere)
      : content.occurring(push, endsSnooze: true, at: elsewhere)
    let both = here.joined(with: there)
    let before = state(.read, at: 30)
    var row = before.effect(on: here, at: 60)
    change(&row, by: verb, isForEvent: true)
    let unaware = try updated(before, to: row, of: here, at: 60)
    #expect(unaware.effect(on: here, at: 70) == row)
    // A changed text concerns only what is done, or waits for news.
    let isNews = !isAltered || verb == .done || verb == .snoozed
    #expect(unaware.effect(on: both, at: 70) == (isNews ? MessageState(status: .unread) : row))
    let aware = try updated(before, to: row, of: both, at: 60)
    #expect(aware.effect(on: both, at: 70) == row)
    #expect(unaware.joined(with: aware).effect(on: both, at: 70) == row)
    guard isNews else { return }
    // What the person does next counts, whatever had brought it back.
    let read = MessageState(status: .read)
    #expect(try updated(unaware, to: read, of: both, at: 80).effect(on: both, at: 90) == read)
  }

  @Test func `the same change again counts from then`() throws {
    let push = ContentPush(["title": "again"])
    let wanted = MessageState(status: .deleted, statusBeforeDelete: .unread)
    let deleted = try updated(state(.unread, at: 30), to: wanted, at: 60)
    let news = content.occurring(push, at: clock(50))
    var row = deleted.effect(on: news, at: 70)
    #expect(row.status == .unread)
    (row.status, row.statusBeforeDelete) = (.deleted, .unread)
    let again = try updated(deleted, to: row, of: news, at: 80)
    #expect(again.status?.clock == clock(80) && again.effect(on: news, at: 90) == row)
  }

  /// News that was not seen had ended the snooze and what was done; both would be back.
  @Test func `what is read after unseen news stays in the list`() throws {
    let elsewhere = HybridClock(milliseconds: 20, origin: ExchangeOrigin(rawValue: 9))
    let news = content.occurring(ContentPush(["title": "again"]), endsSnooze: true, at: elsewhere)
    var done = state(.read, at: 30, snoozedUntil: 900)
    done.done = Stamped(60, at: clock(60))
    done.seenAt = clock(60)
    #expect(done.effect(on: news, at: 70) == MessageState(status: .unread))
    let row = MessageState(status: .read)
    #expect(try updated(done, to: row, of: news, at: 80).effect(on: news, at: 90) == row)
  }

  @Test func `what is marked unread ends a snooze of another machine that done had hidden`() throws
  {
    var done = state(.read, at: 30, snoozedUntil: 900)
    done.done = Stamped(60, at: clock(60))
    #expect(done.effect(on: content, at: 70).doneAt == 60)
    let row = MessageState(status: .unread)
    #expect(try updated(done, to: row, at: 80).effect(on: content, at: 90) == row)
  }

  @Test func `a resolution makes it read, and the next occurrence ends it`() {
    let over = content.resolved(by: ContentPush(["body": "ok"]), at: 55, clock: clock(55))
    #expect(StateRegister(generation: 0).effect(on: over, at: 60).status == .read)
    #expect(state(.deleted, at: 10).effect(on: over, at: 60).status == .deleted)
    // The occurrence was pushed later on a machine that had not heard of the resolution.
    let again = content.occurring(ContentPush(["title": "again"]), at: clock(70))
    for joined in [over.joined(with: again), again.joined(with: over)] {
      #expect(joined.values == ["title": "again"])
      #expect(StateRegister(generation: 0).effect(on: joined, at: 80).status == .unread)
    }
    let earlier = content.occurring(ContentPush(["title": "again"]), at: clock(30))
    #expect(earlier.joined(with: over).values[ContentRegister.resolved] == .integer(55))
  }

  @Test func `a row without a change gives no value`() throws {
    let snoozed = state(.read, at: 100, snoozedUntil: 200)
    let moment = ExchangeMoment(time: 250, origin: Self.origin)
    #expect(
      try snoozed.taking(snoozed.effect(on: content, at: 250), on: content, at: moment) == nil)
    var next = content
    next.generation = 1
    let row = MessageState(status: .read)
    let changed = try updated(snoozed, to: row, of: next, at: 250)
    #expect(changed.generation == 1 && changed.snooze == nil)
    #expect(try changed.taking(row, on: content, at: moment) == nil)
  }
}
