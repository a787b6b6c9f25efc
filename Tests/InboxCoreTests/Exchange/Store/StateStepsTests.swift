import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// Where the log says that only status, pin and snooze were changed, nothing else is compared.
@Suite struct StateStepsTests {
  private let meeting = ExchangeMeeting()

  @Test func `steps that may change more are not taken for changes of state`() {
    var steps = OwnSteps()
    // The log says nothing.
    #expect(!steps.changeOnlyState)
    let ofState: [LogEntry.Verb] = [
      .read, .unread, .deleted, .restored, .pinned, .unpinned, .snoozed, .unsnoozed, .viewed,
      .opened,
    ]
    for verb in ofState {
      steps.add(verb, at: 1)
      #expect(steps.changeOnlyState, "\(verb.rawValue)")
    }
    let others: [LogEntry.Verb] = [
      .received, .imported, .merged, .resurfaced, .resolved, .acted, .withdrawn, .undone, .redone,
      LogEntry.Verb(rawValue: "of a newer version"),
    ]
    for verb in others {
      var after = steps
      after.add(verb, at: 2)
      #expect(!after.changeOnlyState, "\(verb.rawValue)")
      var before = OwnSteps()
      before.add(verb, at: 1)
      before.add(.read, at: 2)
      #expect(!before.changeOnlyState, "\(verb.rawValue)")
    }
  }

  @Test(arguments: [Verb.pin, .snooze(until: 9_000), .view, .open(.inbox)])
  func `a later step that keeps the status does not make it later`(verb: Verb) throws {
    let (laptop, desktop) = try (ExchangeMachine("laptop"), ExchangeMachine("desktop"))
    try laptop.push(.make("first", id: "a"))
    try meeting.exchange(laptop, desktop, laptop)
    try laptop.perform(.read, at: 10)
    try desktop.perform(.delete, at: 20)
    try laptop.perform(verb, at: 30)
    try meeting.exchange(laptop, desktop, laptop, at: 40)
    for machine in [laptop, desktop] {
      #expect(try machine.message().status == .deleted)
      #expect(try machine.message().isPinned == (verb == .pin))
    }
  }

  /// The desktop is offline while it is pushed to, and its news reaches the laptop after the verb.
  @Test(arguments: [nil, Verb.done, .read, .delete, .snooze(until: 9_000)])
  func `what another machine had not sent comes as news`(verb: Verb?) throws {
    let laptop = try ExchangeMachine("laptop", maximum: verb == nil ? 1 : 0)
    let desktop = try ExchangeMachine("desktop")
    try laptop.push(.make("disk full", fold: "a"))
    try meeting.exchange(laptop, desktop, laptop, desktop)
    try laptop.perform(.read)
    try meeting.exchange(laptop, desktop, laptop, desktop)
    try desktop.push(.make("disk full", fold: "a"), at: 10)
    if let verb {
      try laptop.perform(verb, at: 20)
    } else {
      // It removes the first.
      try laptop.push(.make("disk full", fold: "b"), at: 5)
      #expect(try laptop.here.stored().count == 1)
    }
    try meeting.exchange(laptop, desktop, laptop, desktop, at: 30)
    for machine in [laptop, desktop] {
      let rows = try machine.here.stored().filter { $0.occurrences == 2 }
      #expect(rows.map(\.status) == [.unread])
      #expect(rows.allSatisfy { $0.doneAt == nil })
    }
  }

  @Test(arguments: [false, true])
  func `a push beside a change of state is sent with its text`(isPushFirst: Bool) throws {
    let (laptop, desktop) = try (ExchangeMachine("laptop"), ExchangeMachine("desktop"))
    try laptop.push(.make("first", id: "a"), at: 1)
    try meeting.exchange(laptop, desktop, laptop)
    if isPushFirst { try laptop.push(.make("second", id: "a"), at: 2) }
    try laptop.perform(.pin, at: isPushFirst ? 3 : 2)
    if !isPushFirst { try laptop.push(.make("second", id: "a"), at: 3) }
    try meeting.exchange(laptop, desktop, laptop, at: 3)
    let seen = try desktop.message()
    #expect(seen.title == "second" && seen.isPinned)
    #expect(try desktop.views() == laptop.views())
  }

  @Test(arguments: UInt64(1)...12)
  func `changes of state give what a comparison of everything gives`(seed: UInt64) throws {
    meeting.random = SeededRandom(seed: seed)
    let laptop = try ExchangeMachine("laptop", skew: meeting.random.pick([0, 3_600]))
    let desktop = try ExchangeMachine("desktop")
    var changedCount = 0
    for round in 0..<15 {
      // No two steps at one moment.
      for (machine, pause) in [(laptop, 40.0), (desktop, 50.0)] {
        machine.time += pause
        try push("\(machine.name) \(round)", to: machine)
        machine.time += 1
        // The same message on both.
        try push("both \(round)", id: "k\(round % 4)", to: machine)
        machine.time += 1
        try change(machine)
      }
      laptop.time = desktop.time + 1
      try meeting.exchange(laptop, desktop, laptop)
      for _ in 0..<Int.random(in: 1...4, using: &meeting.random) {
        laptop.time += 1
        try change(laptop)
      }
      laptop.time += 1
      desktop.time = laptop.time
      // As before changes are taken up.
      _ = try laptop.here.settle()
      let before = try laptop.here.fetch(Self.registers)
      let light = try collected(laptop, comparesAll: false)
      #expect(try collected(laptop, comparesAll: true) == light, "round \(round)")
      if light[0] != before { changedCount += 1 }
    }
    #expect(changedCount > 5)
    // All snoozes have ended, whatever the clocks say.
    for machine in [laptop, desktop] { machine.time += 100_000 }
    // Some rounds send few values.
    for _ in 0..<12 { try meeting.exchange(laptop, desktop) }
    #expect(try laptop.views() == desktop.views())
  }

  private func push(_ title: String, id: String? = nil, to machine: ExchangeMachine) throws {
    let body = meeting.random.pick([nil, "body of \(title)"])
    var payload = Payload.make(title, id: id, body: body, tags: meeting.random.pick([nil, ["a"]]))
    if id == nil, Bool.random(using: &meeting.random) {
      payload.fold = .set("f\(Int.random(in: 0..<3, using: &meeting.random))")
    }
    payload.resurfaces = Bool.random(using: &meeting.random)
    try machine.push(payload)
  }

  /// Changes the state of some message.
  private func change(_ machine: ExchangeMachine) throws {
    let inbox = machine.here
    guard let message = try inbox.stored().randomElement(using: &meeting.random) else { return }
    let end = inbox.now.addingTimeInterval(Double(Int.random(in: 1..<90, using: &meeting.random)))
    let verb = meeting.random.pick([
      Verb.read, .unread, .delete, .restore, .pin, .unpin, .snooze(until: .date(end)),
      .snooze(until: .repetition), .snooze(until: .next), .snooze(until: .resolution), .unsnooze,
      .done, .undone, .view,
    ])
    try inbox.perform(verb, on: [message.number])
  }

  private static let registers =
    "SELECT number, name, sequence, value, dirty FROM register ORDER BY number, name"

  /// The registers and rows after the changes of a machine are taken up, which is reverted.
  ///
  /// A step that may change everything is added to each of the log if all is to be compared.
  private func collected(_ machine: ExchangeMachine, comparesAll: Bool) throws -> [[Row]] {
    let now = machine.here.now
    return try machine.here.store.write { database in
      var found: [[Row]] = []
      try database.inSavepoint {
        if comparesAll {
          try database.execute(
            sql: """
              INSERT INTO log (time, verb, numbers)
              SELECT time, 'merged', numbers FROM log
              WHERE origin IS NULL
                AND sequence > (SELECT sequence FROM cursor WHERE name = 'exchange')
              ORDER BY sequence
              """)
        }
        let session = try #require(
          try ExchangeSession(database, at: now, subject: SubjectKey.testing))
        try session.collect()
        found = [
          try Row.fetchAll(database, sql: Self.registers),
          try Row.fetchAll(database, sql: "SELECT * FROM message ORDER BY number"),
        ]
        return .rollback
      }
      return found
    }
  }
}

/// A machine whose clock is hours ahead, beside one whose clock is right.
@Suite struct WrongClockTests {
  private let meeting = ExchangeMeeting()
  private let right = ExchangeMachine.made("right", isMeasured: true)
  private let fast = ExchangeMachine.made("fast", skew: 10_800, isMeasured: true)

  private func exchange(at time: TimeInterval) throws {
    try meeting.exchange(fast, right, fast, right, at: time)
  }

  private func titles(_ machine: ExchangeMachine) throws -> [String] {
    try machine.listed().flatMap(\.self).map(\.id)
  }

  @Test func `its messages stand where they arrived, on both`() throws {
    try exchange(at: 1)
    try right.push(.make("a", id: "a"), at: 10)
    try fast.push(.make("b", id: "b"), at: 20)
    try right.push(.make("c", id: "c"), at: 30)
    try exchange(at: 40)
    for machine in [right, fast] {
      #expect(try titles(machine) == ["c", "b", "a"])
      #expect(try machine.message("b").receivedAt == .testing(20))
    }
    // Also what was there when it joined, and a repeat.
    for time in [50.0, 60] { try fast.push(.make("again", fold: "f"), at: time) }
    try exchange(at: 70)
    try right.push(.make("d", id: "d"), at: 80)
    try exchange(at: 90)
    for machine in [right, fast] {
      #expect(try titles(machine).first == "d")
      #expect(try machine.message("again").lastAt == .testing(60))
      #expect(try machine.message("again").occurrences == 2)
    }
  }

  @Test func `what a sender says of its time stays`() throws {
    try exchange(at: 1)
    try fast.push(.make("a", id: "a", sentAt: .testing(5)), at: 20)
    try exchange(at: 30)
    #expect(try right.message("a").sentAt == .testing(5))
    #expect(try right.message("a").receivedAt == .testing(20))
  }

  @Test(arguments: [true, false])
  func `a snooze of seconds there is one of seconds here`(isFast: Bool) throws {
    let (one, other) = isFast ? (fast, right) : (right, fast)
    try exchange(at: 1)
    try right.push(.make("a", id: "a"), at: 10)
    try exchange(at: 20)
    for machine in [right, fast] { try machine.perform(.read, on: [1], at: 20) }
    one.time = 30
    let end = one.here.now.addingTimeInterval(4)
    try one.perform(.snooze(until: .date(end)), on: [1])
    try exchange(at: 31)
    #expect(try one.message("a").snoozedUntil == end)
    for machine in [right, fast] {
      #expect(try machine.message("a").snoozedUntil == machine.here.now.addingTimeInterval(3))
      #expect(try titles(machine).isEmpty)
    }
    // It wakes at the same moment on both.
    try exchange(at: 35)
    for machine in [right, fast] {
      _ = try machine.here.settle()
      #expect(try machine.message("a").status == .unread)
      #expect(try titles(machine) == ["a"])
    }
    // Read after that, it stays read on both.
    try other.perform(.read, on: [1], at: 36)
    try exchange(at: 40)
    for machine in [right, fast] {
      _ = try machine.here.settle()
      #expect(try machine.message("a").status == .read)
    }
  }

  @Test func `a clock that is set right leaves the ends of snoozes where they were`() throws {
    try exchange(at: 1)
    try right.push(.make("a", id: "a"), at: 10)
    try exchange(at: 20)
    let end = fast.here.now.addingTimeInterval(600)
    try fast.perform(.snooze(until: .date(end)), on: [1])
    try exchange(at: 30)
    fast.skew = 0
    try exchange(at: 40)
    for machine in [right, fast] { #expect(try machine.message("a").snoozedUntil == .testing(620)) }
    #expect(try fast.exchanging.waitingCount() == 0)
  }

  @Test func `small differences of clocks, and those of each measurement, shift nothing`() {
    let shifts: [(Int64, Int64)] = [
      (0, 0), (9_999, 0), (-9_999, 0), (10_800_004, 10_800_000), (10_804_999, 10_800_000),
      (10_799_996, 10_800_000), (-10_799_996, -10_800_000),
      (-86_400_000, -86_400_000), (.max, 253_402_300_800_000), (.min, -253_402_300_800_000),
    ]
    for (offset, shift) in shifts { #expect(ExchangeMoment.shift(of: offset) == shift) }
  }
}
