import Foundation
import InboxCore
import InboxTestSupport
import Testing

struct ArrivalsTests {
  private let inbox = Inbox.empty()

  private func push(_ payloads: Payload...) throws -> [MessageNumber] {
    try inbox.push(payloads, defaultSource: "cli").results.compactMap {
      if case .inserted(let number, _) = $0 { number } else { nil }
    }
  }

  private func numbers(_ question: ArrivalQuery, at now: Date = .testing) throws -> [Int64] {
    try inbox.at(now).arrivals(question).map(\.number.rawValue)
  }

  @Test func `an arrival tells what an alert needs`() throws {
    var payload = Payload.make("Title", source: "ci", body: "Body", thread: "t", priority: .high)
    payload.sound = .set("ping")
    let numbers = try push(payload)
    #expect(
      try inbox.arrivals(.numbers(numbers)) == [
        .make(
          1, id: "id-1", source: "ci", title: "Title", body: "Body", thread: "t", priority: .high,
          sound: "ping")
      ])
    #expect(try inbox.arrivals(.shown(numbers[0])).count == 1)
  }

  @Test func `only what is unread and seen, or alert only, can alert`() throws {
    let all = try push(
      .make("listed"), .make("silent", delivery: .inbox), .make("alert only", delivery: .alert),
      .make("later", startsAt: .testing(60)), .make("past", expiresAt: .testing(-60)),
      .make("read"), .make("deleted"), .make("snoozed"),
      .make("alert later", startsAt: .testing(60), delivery: .alert))
    _ = try inbox.perform(.read, on: .numbers([all[5]]))
    _ = try inbox.perform(.delete, on: .numbers([all[6]]))
    _ = try inbox.perform(.snooze(until: .date(.testing(60))), on: .numbers([all[7]]))
    #expect(try numbers(.numbers(all)) == [1, 3])
  }

  @Test func `a scope lets through what matches it, alert-only ones too`() throws {
    let all = try push(
      .make("a", source: "ci/main"), .make("b", source: "cli"),
      .make("c", source: "ci/main", delivery: .alert),
      .make("d", source: "ci/main", startsAt: .testing(60)))
    let scope = MessageFilter([.init(.source("ci/*")), .init(.word("a"), isNegated: true)])
    #expect(
      try inbox.arrivals(.numbers(all), matching: scope).map(\.title) == ["c"])
    let due = ArrivalQuery.due(after: .testing, through: .testing(60))
    #expect(try inbox.at(.testing(60)).arrivals(due, matching: scope).map(\.title) == ["d"])
    let none = MessageFilter([.init(.pinned), .init(.pinned, isNegated: true)])
    #expect(try inbox.arrivals(.numbers(all), matching: none) == [])
  }

  @Test func `what the clock brings is reported once, whoever settled it`() throws {
    _ = try push(
      .make("starts", startsAt: .testing(60)), .make("snoozed"), .make("read, snoozed"),
      .make("silent", startsAt: .testing(60), delivery: .inbox),
      .make("over", startsAt: .testing(60), expiresAt: .testing(70)))
    _ = try inbox.perform(.read, on: .numbers([MessageNumber(3)]))
    _ = try inbox.perform(
      .snooze(until: .date(.testing(90))), on: .numbers([MessageNumber(2), MessageNumber(3)]))
    #expect(try numbers(.due(after: .testing, through: .testing(59)), at: .testing(59)) == [])
    #expect(try numbers(.due(after: .testing, through: .testing(65)), at: .testing(65)) == [1, 5])
    for isSettled in [false, true] {
      if isSettled { _ = try inbox.at(.testing(90)).settle() }
      #expect(
        try numbers(.due(after: .testing(65), through: .testing(90)), at: .testing(90)) == [2, 3])
    }
    #expect(try numbers(.due(after: .testing(90), through: .testing(99)), at: .testing(99)) == [])
  }

  @Test func `of very many only the newest are looked at`() throws {
    let payloads = (0..<1_200).map { Payload.make("\($0)") }
    let outcome = try inbox.push(payloads, defaultSource: "cli")
    #expect(outcome.results.count == 1_200)
    let found = try numbers(.numbers((1...1_200).map { MessageNumber($0) }))
    #expect(found.count == ArrivalQuery.limit)
    #expect(found.last == 1_200)
  }
}
