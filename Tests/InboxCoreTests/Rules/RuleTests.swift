import InboxTestSupport
import InboxText
import Synchronization
import Testing

@testable import InboxCore

@Suite struct RuleTests {
  /// An inbox with rules, each a filter and what it does.
  private func inbox(
    _ rules: [(filter: String, change: (inout RuleActions) -> Void)],
    startPrograms: @escaping @Sendable ([RuleProgramCall]) -> Void = { _ in }
  ) throws -> Inbox {
    let rules = try rules.enumerated().map { index, rule in
      try Rule.make(rule.filter, name: "r\(index + 1)", rule.change)
    }
    return try Inbox.inMemory(
      configuration: .testing().with { ($0.rules, $0.startPrograms) = (rules, startPrograms) })
  }

  /// A filter, whether it matches all, some or none of new messages, and the word that none match.
  @Test(arguments: rows(of: "rule-filters") + [["", "all", "-"]])
  func `what a filter says of new messages`(_ row: [String]) throws {
    let words = row[0]
    let all: Bool? = row[1] == "some" ? nil : row[1] == "all"
    let filter = try MessageFilter(words)
    #expect(filter.isMetOnArrival == all)
    #expect(Rule(name: "r", filter: filter).missedWord == (row[2] == "-" ? nil : row[2]))
    guard let all else { return }
    let inbox = try inbox([(words, { $0.addedTags = ["met"] })])
    try inbox.push(
      .make("x"), .make("y", startsAt: .testing(9)), .make("z", delivery: .alert), from: "ci")
    #expect(try inbox.stored().allSatisfy { $0.tags == (all ? ["met"] : []) })
  }

  @Test func `a rule sets fields of what it is for, and its name is kept`() throws {
    let inbox = try inbox([
      ("source:ci/*", { ($0.fields.priority, $0.addedTags) = (.set(.high), ["build"]) })
    ])
    try inbox.push(
      .make("a", source: "ci/main", tags: ["x"]), .make("b", source: "cron"), from: "cli")
    let messages = try inbox.stored()
    #expect(messages.map(\.priority) == [.high, .default])
    #expect(messages.map(\.tags) == [["x", "build"], []])
    #expect(messages.map(\.rules) == [["r1"], []])
  }

  @Test func `a later rule sees what the earlier ones made, unless one stops`() throws {
    for (stops, rules) in [(false, ["r1", "r2"]), (true, ["r1"])] {
      let inbox = try inbox([
        ("disk", { ($0.fields.priority, $0.stops) = (.set(.max), stops) }),
        ("priority=max", { $0.mutes = true }),
      ])
      try inbox.push(.make("disk"), from: "cli")
      #expect(try inbox.stored().map(\.rules) == [rules])
      #expect(try inbox.stored().map(\.delivery) == [stops ? .inboxAndAlert : .inbox])
    }
  }

  @Test func `what is dropped is not kept, and its neighbours are`() throws {
    let inbox = try inbox([("noise", { $0.drops = true })])
    let outcome = try inbox.push(.make("noise"), .make("news"), from: "cli")
    #expect(outcome.results.first == .ignored(.droppedByRule("r1")))
    #expect(try inbox.stored().map(\.title) == ["news"])
  }

  @Test func `a muted message raises no alert, and an alert-only one is listed`() throws {
    let inbox = try inbox([("source:a", { $0.mutes = true })])
    try inbox.push(
      .make(source: "a"), .make(source: "a", delivery: .alert), .make(source: "b"), from: "cli")
    #expect(try inbox.arrivals(.numbers([1, 2, 3])).map(\.number) == [3])
    #expect(try inbox.counts().unread == 3)
  }

  @Test func `a rule is for what is scheduled or an alert only too`() throws {
    let inbox = try inbox([("source:a", { $0.addedTags = ["t"] })])
    try inbox.push(
      .make(source: "a", startsAt: .testing(60)), .make(source: "a", delivery: .alert), from: "cli")
    #expect(try inbox.stored().map(\.tags) == [["t"], ["t"]])
  }

  @Test(arguments: [
    ("is:scheduled OR title:x", [true, false, false, true]),
    ("title:x OR is:scheduled OR is:alert", [true, false, true, true]),
    ("is:scheduled source:a OR title:z", [true, false, true, false]),
    ("is:active OR is:done", [false, true, true, true]),
    ("-is:done OR title:y", [false, true, true, true]),
  ])
  func `each alternative of a rule asks for phases by itself`(_ words: String, _ met: [Bool]) throws
  {
    let inbox = try inbox([(words, { $0.addedTags = ["t"] })])
    try inbox.push(
      .make("u", source: "a", startsAt: .testing(60)), .make("v"),
      .make("z", delivery: .alert), .make("x"), from: "cli")
    #expect(try inbox.stored().map { $0.tags == ["t"] } == met)
  }

  @Test func `a message expires, or sleeps, for as long as a rule says`() throws {
    let inbox = try inbox([("short", { $0.expiresAfter = "2h" }), ("later", { $0.snooze = "30m" })])
    try inbox.push(.make("short"), .make("later"), from: "cli")
    #expect(try inbox.stored().map(\.expiresAt) == [.testing(7_200), nil])
    #expect(try inbox.stored().map(\.snoozedUntil) == [nil, .testing(1_800)])
    #expect(try inbox.counts() == InboxCounts(unread: 1, hidden: 1))
  }

  @Test func `a fold key of fields makes one row of what shares them`() throws {
    let key = try MessageTemplate("{source}/{category}", names: RuleActions.foldNames)
    let inbox = try inbox([("", { $0.fold = key })])
    try inbox.push(
      .make("1", categories: ["disk"]), .make("2", categories: ["disk"]),
      .make("3", categories: ["net"]), .make("4"), .make("5"), from: "ops")
    #expect(try inbox.stored().map(\.occurrences) == [2, 1, 2])
    #expect(try inbox.stored().map(\.fold) == ["ops/disk", "ops/net", "ops/"])
    #expect(throws: TemplateError.self) {
      try MessageTemplate("{body}", names: RuleActions.foldNames)
    }
  }

  @Test func `a rule decides which repetitions are folded`() throws {
    let inbox = try inbox([("source:a", { $0.foldRepeats = .title })])
    for body in ["1", "2"] {
      try inbox.push([.make(source: "a", body: body), .make(source: "b", body: body)])
    }
    #expect(try inbox.stored().map(\.occurrences) == [2, 1, 1])
  }

  @Test func `a rule that has ended does nothing`() throws {
    var actions = RuleActions()
    actions.mutes = true
    let inbox = try Inbox.testing()
    inbox.use(
      Rule(name: "past", until: .testing(-1), actions: actions),
      Rule(name: "ahead", until: .testing(1), actions: actions))
    try inbox.push(.make(), from: "cli")
    #expect(try inbox.stored().map(\.rules) == [["ahead"]])
  }

  @Test func `a rule applies at its hours of the day`() throws {
    let halves = try ["00:00-12:00", "12:00-00:00"].map { try #require(QuietHours($0)) }
    #expect(halves.map(\.text) == ["00:00-12:00", "12:00-00:00"])
    let rules = halves.map { half in
      var rule = Rule(name: half.text)
      rule.hours = half
      return rule
    }
    let now = rules.map { $0.matches(.make(), at: .testing) }
    #expect(Set(now) == [true, false])
    #expect(rules.map { $0.matches(.make(), at: .testing(43_200)) } == now.map { !$0 })
    #expect(
      rules.map { $0.matches(.make(), at: .testing, arrival: .testing(43_200)) } == now.map { !$0 })
  }

  @Test func `an import is what it was, whatever the rules say`() throws {
    let inbox = try inbox([("", { $0.drops = true })])
    _ = try inbox.importMessages([.make()])
    #expect(try inbox.stored().count == 1)
  }

  @Test func `a program gets each message of a push once, as it is stored, no mere change`() throws
  {
    let calls = Mutex<[RuleProgramCall]>([])
    let inbox = try inbox(
      [("", { $0.program = ["program", "word"] })],
      startPrograms: { more in calls.withLock { $0 += more } })
    let payload = Payload.make("disk", fold: "disk")
    try inbox.push(Array(repeating: payload, count: 40), defaultSource: "ops")
    #expect(
      calls.withLock { $0.map(\.program) } == [RuleProgram(rule: "r1", words: ["program", "word"])])
    let message = calls.withLock { $0.first?.input ?? "" }
    #expect(message.hasPrefix("{\"v\":1,") && message.hasSuffix("}\n"))
    #expect(message.contains("\"occurrences\":40"))
    try inbox.push(.make("x", id: "7"), .make("y", id: "7"), from: "ops")
    try inbox.push(.make("z", id: "7"), from: "ops")
    #expect(calls.withLock { $0.count } == 2)
  }

  @Test func `a rule sees a known message as the push leaves it`() throws {
    let inbox = try inbox([("disk priority>=high", { $0.addedTags = ["t"] })])
    try inbox.push(.make("disk", id: "1"), from: "cli")
    try inbox.push(Payload(id: "1", priority: .high), from: "cli")
    #expect(try inbox.stored().map(\.tags) == [["t"]])
  }
}
