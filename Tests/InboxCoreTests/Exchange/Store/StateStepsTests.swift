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
