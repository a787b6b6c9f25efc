import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// Where the log says that only status, pin and snooze were changed, nothing else is compared.
@Suite struct StateStepsTests {
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

  @Test(arguments: [Verb.pin, .snooze(until: .date(.testing(9_000))), .view, .open(.inbox)])
  func `a later step that keeps the status does not make it later`(verb: Verb) throws {
    var random = SeededRandom(seed: 1)
    var channel = ExchangeChannel()
    let laptop = try ExchangeMachine("laptop")
    let desktop = try ExchangeMachine("desktop")
    func exchange() throws {
      for machine in [laptop, desktop, laptop] {
        try machine.exchange(with: &channel, .none, &random)
      }
    }
    _ = try laptop.here.push([.make("first", id: "a")], defaultSource: "ci")
    try exchange()
    for (machine, verb, time) in [
      (laptop, Verb.read, 10.0), (desktop, .delete, 20), (laptop, verb, 30),
    ] {
      machine.time = time
      _ = try machine.here.perform(verb, on: .matching(.all))
    }
    (laptop.time, desktop.time) = (40, 40)
    try exchange()
    for machine in [laptop, desktop] {
      let seen = try #require(try machine.here.stored().first)
      #expect(seen.status == .deleted)
      #expect(seen.isPinned == (verb == .pin))
    }
  }

  /// The desktop is offline while it is pushed to, and its news reaches the laptop after the verb.
  @Test(arguments: [nil, Verb.done, .read, .delete, .snooze(until: .date(.testing(9_000)))])
  func `what another machine had not sent comes as news`(verb: Verb?) throws {
    var random = SeededRandom(seed: 1)
    var channel = ExchangeChannel()
    let laptop = try ExchangeMachine("laptop", maximum: verb == nil ? 1 : 0)
    let desktop = try ExchangeMachine("desktop")
    func exchange() throws {
      for machine in [laptop, desktop, laptop, desktop] {
        try machine.exchange(with: &channel, .none, &random)
      }
    }
    func push(_ id: String, on machine: ExchangeMachine) throws {
      var payload = Payload.make("disk full", id: nil)
      payload.fold = .set(id)
      _ = try machine.here.push([payload], defaultSource: "ci")
    }
    try push("a", on: laptop)
    try exchange()
    _ = try laptop.here.perform(.read, on: .matching(.all))
    try exchange()
    (laptop.time, desktop.time) = (verb == nil ? 5 : 20, 10)
    try push("a", on: desktop)
    if let verb {
      _ = try laptop.here.perform(verb, on: .matching(.all))
    } else {
      // It removes the first.
      try push("b", on: laptop)
      #expect(try laptop.here.stored().count == 1)
    }
    for machine in [laptop, desktop] { machine.time = 30 }
    try exchange()
    for machine in [laptop, desktop] {
      let rows = try machine.here.stored().filter { $0.occurrences == 2 }
      #expect(rows.map(\.status) == [.unread])
      #expect(rows.allSatisfy { $0.doneAt == nil })
    }
  }

  @Test(arguments: [false, true])
  func `a push beside a change of state is sent with its text`(isPushFirst: Bool) throws {
    var random = SeededRandom(seed: 1)
    var channel = ExchangeChannel()
    let laptop = try ExchangeMachine("laptop")
    let desktop = try ExchangeMachine("desktop")
    func push(_ title: String) throws {
      laptop.time += 1
      _ = try laptop.here.push([.make(title, id: "a")], defaultSource: "ci")
    }
    func exchange() throws {
      for machine in [laptop, desktop, laptop] {
        try machine.exchange(with: &channel, .none, &random)
      }
    }
    try push("first")
    try exchange()
    if isPushFirst { try push("second") }
    laptop.time += 1
    _ = try laptop.here.perform(.pin, on: .matching(.all))
    if !isPushFirst { try push("second") }
    desktop.time = laptop.time
    try exchange()
    let seen = try #require(try desktop.here.stored().first)
    #expect(seen.title == "second" && seen.isPinned)
    #expect(try desktop.views() == laptop.views())
  }

  @Test(arguments: UInt64(1)...12)
  func `changes of state give what a comparison of everything gives`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var channel = ExchangeChannel()
    let laptop = try ExchangeMachine("laptop", skew: random.pick([0, 3_600]))
    let desktop = try ExchangeMachine("desktop")
    var changedCount = 0
    for round in 0..<15 {
      // No two steps at one moment.
      for (machine, pause) in [(laptop, 40.0), (desktop, 50.0)] {
        machine.time += pause
        try push("\(machine.name) \(round)", to: machine, &random)
        machine.time += 1
        // The same message on both.
        try push("both \(round)", id: "k\(round % 4)", to: machine, &random)
        machine.time += 1
        try change(machine, &random)
      }
      laptop.time = desktop.time + 1
      for machine in [laptop, desktop, laptop] {
        try machine.exchange(with: &channel, .none, &random)
      }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        laptop.time += 1
        try change(laptop, &random)
      }
      laptop.time += 1
      desktop.time = laptop.time
      // As before changes are taken up.
      _ = try laptop.here.settle()
      let before = try registers(of: laptop)
      let light = try collected(laptop, comparesAll: false)
      #expect(try collected(laptop, comparesAll: true) == light, "round \(round)")
      if light[0] != before { changedCount += 1 }
    }
    #expect(changedCount > 5)
    // All snoozes have ended, whatever the clocks say.
    for machine in [laptop, desktop] { machine.time += 100_000 }
    // Some rounds send few values.
    for _ in 0..<12 {
      for machine in [laptop, desktop] {
        try machine.exchange(with: &channel, .none, &random)
      }
    }
    #expect(try laptop.views() == desktop.views())
  }

  private func push(
    _ title: String, id: String? = nil, to machine: ExchangeMachine, _ random: inout SeededRandom
  ) throws {
    var payload = Payload.make(
      title, id: id, body: random.pick([nil, "body of \(title)"]), tags: random.pick([nil, ["a"]]))
    if id == nil, Bool.random(using: &random) {
      payload.fold = .set("f\(Int.random(in: 0..<3, using: &random))")
    }
    payload.resurfaces = Bool.random(using: &random)
    _ = try machine.here.push([payload], defaultSource: "ci")
  }

  /// Changes the state of some message.
  private func change(_ machine: ExchangeMachine, _ random: inout SeededRandom) throws {
    let inbox = machine.here
    guard let message = try inbox.stored().randomElement(using: &random) else { return }
    let end = inbox.now.addingTimeInterval(Double(Int.random(in: 1..<90, using: &random)))
    let verb = random.pick([
      Verb.read, .unread, .delete, .restore, .pin, .unpin, .snooze(until: .date(end)),
      .snooze(until: .repetition), .snooze(until: .next), .snooze(until: .resolution), .unsnooze,
      .done,
      .undone, .view,
    ])
    _ = try inbox.perform(verb, on: .numbers([message.number]))
  }

  private static let registers =
    "SELECT number, name, sequence, value, dirty FROM register ORDER BY number, name"

  private func registers(of machine: ExchangeMachine) throws -> [Row] {
    try machine.here.store.read { try Row.fetchAll($0, sql: Self.registers) }
  }

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
