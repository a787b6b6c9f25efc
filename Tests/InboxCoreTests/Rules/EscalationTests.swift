import InboxTestSupport
import Testing

@testable import InboxCore

/// Messages that rules escalate because nobody has read them.
@Suite struct EscalationTests {
  private let clock = SettableClock(.testing)
  private let inbox: Inbox

  init() throws {
    inbox = try Inbox.inMemory(configuration: .testing(foldRepeats: .identical, now: clock.read))
    inbox.use(try Self.rule)
  }

  /// Whatever is most urgent, after ten minutes.
  private static var rule: Rule {
    get throws {
      try .make("priority=max", name: "page") {
        $0.escalation = Escalation(after: 600)
        $0.escalation?.alerts = true
      }
    }
  }

  /// What is escalated at a time, as numbers.
  private func taken(_ seconds: Double, from inbox: Inbox? = nil) throws -> [Int64] {
    clock.set(.testing(seconds))
    let (batches, _) = try (inbox ?? self.inbox).takeEscalations()
    return batches.flatMap(\.messages).map(\.number.rawValue)
  }

  private func push(_ payload: Payload = .make("fire", priority: .max)) throws {
    try inbox.push(payload, from: "ci")
  }

  @Test func `what is unread for long enough is taken once, and says what came of it`() throws {
    try push()
    try push(.make("news"))
    #expect(try inbox.takeEscalations().next == .testing(600))
    #expect(try taken(599) == [])
    clock.set(.testing(600))
    let (batches, next) = try inbox.takeEscalations()
    let batch = try #require(batches.first)
    #expect(batches.count == 1 && batch.rule == "page" && next == nil)
    #expect(batch.messages.map(\.title) == ["fire"])
    #expect(try taken(700) == [])
    try inbox.finish(batch, outcome: "escalated: alerted")
    #expect(try taken(9_000) == [])
    let outcome = try inbox.message(1)?.actionOutcomes["rule page"]
    #expect(outcome?.hasSuffix("Z escalated: alerted") == true)
  }

  @Test func `neither a second daemon nor one that is started again repeats it`() throws {
    let folder = try TemporaryFolder()
    let rule = try Self.rule
    let configuration = InboxConfiguration.testing(now: clock.read).with { $0.rules = [rule] }
    let open = { try Inbox.open(folder: folder.path + "/inbox", configuration: configuration) }
    let (first, second) = (try open(), try open())
    try first.push(.make(priority: .max), from: "ci")
    #expect(try taken(600, from: second) == [1])
    #expect(try taken(600, from: first) == [])
    // Ended before it was done.
    try second.close()
    #expect(try taken(9_000, from: open()) == [])
    let outcome = try first.message(1)?.actionOutcomes["rule page"]
    #expect(outcome?.hasSuffix("Z begun") == true)
  }

  @Test(arguments: [Verb.read, .view, .done, .delete])
  func `it ends when somebody has seen to it`(verb: Verb) throws {
    try push()
    try inbox.perform(verb, on: .matching(.all))
    #expect(try inbox.takeEscalations().next == nil)
    // Also where it is kept for later.
    try inbox.perform(.unread, on: [1])
    #expect(try taken(600) == [])
  }

  @Test func `what is silent, over, or no longer urgent is not escalated`() throws {
    try push(.make("silent", priority: .max, delivery: .inbox))
    try push(.make("alert only", priority: .max, delivery: .alert))
    try push(.make("expires", priority: .max, expiresAt: .testing(500)))
    try push(.make("calmer", id: "a", priority: .max))
    try push(.make("calmer", id: "a", priority: .high))
    try push(.make("folded", priority: .max, fold: "f"))
    try push(Payload(source: "ci", resolves: "f"))
    #expect(try taken(600) == [])
    // Nor what waited for longer than a day.
    try push()
    #expect(try taken(600 + 90_000) == [])
  }

  @Test func `a rule that changes what its filter asks for escalates, one after a stop not`()
    throws
  {
    inbox.use(
      try .make("night", name: "quiet") { $0.stops = true },
      try .make("priority=high", name: "raise") {
        ($0.fields.priority, $0.escalation) = (.set(.max), Escalation(after: 600))
      })
    for title in ["day", "night"] { try inbox.push(.make(title, priority: .high), from: "ci") }
    #expect(try taken(600) == [1])
  }

  @Test func `a snooze and a later start give it the time anew`() throws {
    try push(.make("snoozed", priority: .max))
    try push(.make("later", priority: .max, startsAt: .testing(3_000)))
    try inbox.perform(.snooze(until: 1_000), on: [1])
    #expect(try taken(600) == [])
    #expect(try inbox.takeEscalations().next == .testing(1_600))
    #expect(try taken(1_599) == [])
    #expect(try taken(1_600) == [1])
    #expect(try taken(3_599) == [])
    #expect(try taken(3_600) == [2])
  }

  @Test func `a snooze until an event gives it the time anew after the event`() throws {
    try push(.make("a", source: "ci/a", priority: .max))
    try inbox.perform(.snooze(until: .next), on: [1])
    #expect(try taken(600) == [])
    #expect(try taken(1_500) == [])
    try push(.make("b", source: "ci/a"))
    #expect(try taken(2_090) == [])
    #expect(try inbox.takeEscalations().next == .testing(2_100))
    #expect(try taken(2_100) == [1])
  }

  @Test func `a repeat is escalated again, and leaves the time of one that is unread`() throws {
    try push()
    clock.set(.testing(300))
    try push()
    #expect(try taken(599) == [])
    clock.set(.testing(600))
    let batch = try #require(try inbox.takeEscalations().batches.first)
    // While its program runs.
    try push()
    try inbox.finish(batch, outcome: "escalated")
    #expect(try taken(1_199) == [])
    #expect(try taken(1_200) == [1])
    // What was read meanwhile, and not looked at, begins anew.
    try push(.make("other", priority: .max))
    clock.set(.testing(1_300))
    try inbox.perform(.read, on: [2])
    clock.set(.testing(1_400))
    try push(.make("other", priority: .max))
    #expect(try taken(1_999) == [])
    #expect(try taken(2_000) == [2])
  }

  @Test func `all of ten seconds are taken together, and those beyond the most later`() throws {
    try push()
    clock.set(.testing(1))
    try inbox.push((0..<1_100).map { .make("fire \($0)", priority: .max) }, defaultSource: "ci")
    #expect(try taken(609) == [1])
    clock.set(.testing(610))
    let (batches, next) = try inbox.takeEscalations()
    #expect(batches.map(\.messages.count) == [Inbox.mostEscalated])
    #expect(next == .testing(610))
    #expect(try taken(610).count == 100)
  }

  @Test func `the alert is one of an arrival, and no arrival that is escalated again`() throws {
    try push()
    let last = try inbox.lastSequence()
    #expect(try taken(600) == [1])
    let entries = try inbox.entries(after: last)
    #expect(entries.map(\.verb) == [.merged, .resurfaced] && entries[1].mayAlert)
    #expect(try taken(9_000) == [])
  }

  /// What a second machine escalates of a message of the first, at some times.
  private func escalated(
    _ times: [Double], knowing peers: [ExchangePeer] = [],
    after happens: (ExchangeMachine, ExchangeInbox) throws -> Void = { _, _ in }
  ) throws -> [Double] {
    let meeting = ExchangeMeeting()
    let (laptop, desktop) = try (ExchangeMachine("laptop"), ExchangeMachine("desktop"))
    let rule = try Self.rule
    for machine in [laptop, desktop] {
      machine.inbox.update(configuration: .testing().with { $0.rules = [rule] })
    }
    (laptop.time, desktop.time) = (10, 20)
    // A stream that was not read before has its own list of machines.
    try meeting.exchange(desktop)
    try desktop.exchanging.note(peers)
    try laptop.push(.make("fire", id: "a", priority: .max))
    try meeting.exchange(laptop, desktop, laptop)
    laptop.time = 610
    try happens(laptop, desktop.exchanging)
    desktop.time = 620
    try meeting.exchange(laptop, desktop)
    return try times.filter { time in
      desktop.time = time
      return try !desktop.here.takeEscalations().batches.isEmpty
    }
  }

  @Test func `another machine escalates only what the first one, silent, has not`() throws {
    let times = [620.0, 900, 910, 920, 9_000]
    #expect(try escalated(times) == [910])
    #expect(try escalated(times) { laptop, _ in _ = try laptop.here.takeEscalations() } == [])
    #expect(try escalated(times) { laptop, _ in try laptop.perform(.read) } == [])
    // It lives, and has no such rule.
    #expect(
      try escalated(times) { _, desktop in
        let origin = ExchangeOrigin(rawValue: 7)
        try desktop.note([
          ExchangePeer(origin: origin, name: "laptop", person: "ann", seenAt: .testing(700))
        ])
      } == [])
  }

  @Test func `a third machine waits for the second, and one that slept for the others`() throws {
    let atlas = ExchangePeer(
      origin: ExchangeOrigin(rawValue: 0), name: "atlas", person: "ann", seenAt: .testing(5))
    #expect(try escalated([910, 1_209, 1_210], knowing: [atlas]) == [1_210])
    #expect(try escalated([2_000, 2_059, 2_060]) == [2_060])
  }
}
