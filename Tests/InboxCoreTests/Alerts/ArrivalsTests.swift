import InboxCore
import InboxTestSupport
import Testing

struct ArrivalsTests {
  private let inbox = Inbox.empty()

  private func due(_ start: Double, _ end: Double) throws -> [MessageNumber] {
    try inbox.at(end).arrivals(.due(after: .testing(start), through: .testing(end))).map(\.number)
  }

  @Test func `an arrival tells what an alert needs`() throws {
    let payload = Payload.make(
      "Title", source: "ci", body: "Body", thread: "t", priority: .high, sound: "ping")
    let numbers = try inbox.pushed(payload)
    #expect(
      try inbox.arrivals(.numbers(numbers)) == [
        .make(
          1, id: "id-1", source: "ci", title: "Title", body: "Body", thread: "t", priority: .high,
          sound: "ping")
      ])
    #expect(try inbox.arrivals(.shown(numbers[0])).count == 1)
  }

  @Test func `only what is unread and seen, or alert only, can alert`() throws {
    let all = try inbox.pushed(
      .make("listed"), .make("silent", delivery: .inbox), .make("alert only", delivery: .alert),
      .make("later", startsAt: .testing(60)), .make("past", expiresAt: .testing(-60)),
      .make("read"), .make("deleted"), .make("snoozed"),
      .make("alert later", startsAt: .testing(60), delivery: .alert))
    try inbox.perform(.read, on: [all[5]])
    try inbox.perform(.delete, on: [all[6]])
    try inbox.perform(.snooze(until: 60), on: [all[7]])
    #expect(try inbox.arrivals(.numbers(all)).map(\.number) == [1, 3])
  }

  @Test func `a scope lets through what matches it, alert-only ones too`() throws {
    let all = try inbox.pushed(
      .make("a", source: "ci/main"), .make("b", source: "cli"),
      .make("c", source: "ci/main", delivery: .alert),
      .make("d", source: "ci/main", startsAt: .testing(60)))
    let scope = MessageFilter([.init(.source("ci/*")), .init(.word("a"), isNegated: true)])
    #expect(try inbox.arrivals(.numbers(all), matching: scope).map(\.title) == ["c"])
    let due = ArrivalQuery.due(after: .testing, through: .testing(60))
    #expect(try inbox.at(60).arrivals(due, matching: scope).map(\.title) == ["d"])
    let none = MessageFilter([.init(.pinned), .init(.pinned, isNegated: true)])
    #expect(try inbox.arrivals(.numbers(all), matching: none) == [])
  }

  @Test func `what the clock brings is reported once, whoever settled it`() throws {
    _ = try inbox.pushed(
      .make("starts", startsAt: .testing(60)), .make("snoozed"), .make("read, snoozed"),
      .make("silent", startsAt: .testing(60), delivery: .inbox),
      .make("over", startsAt: .testing(60), expiresAt: .testing(70)))
    try inbox.perform(.read, on: [3])
    try inbox.perform(.snooze(until: 90), on: [2, 3])
    #expect(try due(0, 59) == [])
    #expect(try due(0, 65) == [1, 5])
    for isSettled in [false, true] {
      if isSettled { _ = try inbox.at(90).settle() }
      #expect(try due(65, 90) == [2, 3])
    }
    #expect(try due(90, 99) == [])
  }

  @Test func `of very many only the newest are looked at`() throws {
    let payloads = (0..<1_200).map { Payload.make("\($0)") }
    let outcome = try inbox.push(payloads, defaultSource: "cli")
    #expect(outcome.results.count == 1_200)
    let found = try inbox.arrivals(.numbers((1...1_200).map { MessageNumber($0) }))
    #expect(found.count == ArrivalQuery.limit)
    #expect(found.last?.number == 1_200)
  }
}
