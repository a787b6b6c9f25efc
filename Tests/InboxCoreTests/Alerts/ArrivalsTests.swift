import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

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

/// What alerted only: in no list, and found by those who ask for it.
struct AlertOnlyTests {
  private let inbox = Inbox.empty()

  private func titles(_ text: String) throws -> [String] {
    let filter = try MessageFilter(text)
    let rows = try inbox.rows(MessageQuery(filter: filter))
    #expect(try inbox.count(matching: filter) == rows.count)
    return rows.compactMap(\.title)
  }

  @Test func `is:alert finds what no other words find`() throws {
    try inbox.push(
      .make("listed"), .make("alert", priority: .high, delivery: .alert),
      .make("over", expiresAt: .testing(-60), delivery: .alert),
      .make("binned", delivery: .alert), .make("read", delivery: .alert), from: "cli")
    try inbox.perform(.delete, on: [4])
    try inbox.perform(.read, on: [5])
    for (filter, expected) in [
      ("", ["listed"]), ("is:alert", ["read", "alert"]), ("is:alert is:unread", ["alert"]),
      ("is:alert priority>=high", ["alert"]), ("is:alert is:deleted", ["binned"]),
      ("is:alert is:active is:expired", ["read", "over", "alert"]), ("is:deleted -is:alert", []),
      ("-is:alert", ["listed"]),
    ] { #expect(try titles(filter) == expected, "\(filter)") }
    #expect(try inbox.counts().listed == 1)
  }

  @Test func `everything is what no list shows too, but for the trash`() throws {
    try inbox.push(
      .make("listed"), .make("alert", delivery: .alert), .make("later", startsAt: .testing(60)),
      .make("over", expiresAt: .testing(-60)), .make("snoozed"), .make("binned"), from: "cli")
    try inbox.perform(.snooze(until: 60), on: [5])
    try inbox.perform(.delete, on: [6])
    let all = ["alert", "binned", "later", "listed", "over", "snoozed"]
    #expect(try titles("is:any").sorted() == all)
    #expect(try titles("is:any is:deleted") == ["binned"])
    #expect(try titles("is:any source:ci") == [])
    #expect(try inbox.perform(.read, on: .everything).changedCount == 5)
    #expect(try inbox.message(6)?.status == .deleted)
    #expect(try inbox.perform(.delete, on: .everything).changedCount == 5)
    #expect(try inbox.counts() == InboxCounts(deleted: 6))
    #expect(try inbox.undo()?.changedCount == 5)
  }

  @Test func `a visit tells how many listed messages have come since, once there was one`() throws {
    #expect(try inbox.lastVisit() == nil)
    try inbox.at(-1).push(.make("before"))
    try inbox.record(.dismissed(seconds: 1))
    try inbox.push(.make("listed"), .make("alert", delivery: .alert), from: "cli")
    try inbox.push(.make("later", startsAt: .testing(60)), from: "cli")
    let visit = try inbox.lastVisit()
    #expect(
      visit == LastVisit(date: .testing, end: .testing, newCount: 1, sequence: visit?.sequence))
  }

  @Test func `what came since a time and is unread is counted with its sources`() throws {
    let later = inbox.at(60)
    try inbox.push(.make("before"), from: "ci")
    let payloads = ["a", "a", "b"].map { Payload.make("later", source: $0) }
    try later.push(payloads + [.make("alert", delivery: .alert)], defaultSource: "ci")
    let end = Date.testing(62)
    let news = try later.news(since: .testing(60), until: end)
    #expect(news == LastVisit(date: .testing(60), end: end, newCount: 3, sourceCount: 2))
    #expect(try later.news(since: .testing(61), until: end).newCount == 0)
    #expect(try later.news(since: .testing(0), until: .testing(59)).newCount == 1)
    try later.perform(.read, on: .everything)
    #expect(try later.news(since: .testing(60), until: end).newCount == 0)
  }

  @Test func `alerts are missed until a screen had the occasion to show them`() throws {
    try inbox.push(
      .make("listed"), .make("1", delivery: .alert), .make("2", delivery: .alert), from: "cli")
    try inbox.push(.make("later", startsAt: .testing(60), delivery: .alert), from: "cli")
    #expect(try inbox.missedAlertCount() == 2)
    try inbox.record(.presented)
    #expect(try inbox.missedAlertCount() == 0)
    try inbox.push(.make("3", delivery: .alert), from: "cli")
    try inbox.record(.dismissed(seconds: 1))
    #expect(try inbox.missedAlertCount() == 0)
    try inbox.push(.make("4", delivery: .alert), from: "cli")
    #expect(try inbox.missedAlertCount() == 1)
  }
}

/// Messages whose place by time is below what was there.
@Suite struct LateArrivalTests {
  private func inbox() throws -> (Inbox, Int64) {
    let inbox = try Inbox.testing()
    try inbox.at(100).push(.make("a", fold: "a"), .make("b"), from: "x")
    return (inbox, try inbox.lastSequence())
  }

  private func late(
    _ inbox: Inbox, after sequence: Int64, matching filter: MessageFilter = .all
  ) throws -> [Int64] {
    try inbox.at(200).lateArrivals(after: sequence, matching: filter).numbers.map(\.rawValue)
  }

  @Test func `a message of 1970 and one that waited are late, one of now is not`() throws {
    let (inbox, start) = try inbox()
    try inbox.at(110).push(
      .make("waited", sentAt: .testing(50)), .make("now"),
      .make("no clock", sentAt: Date(timeIntervalSince1970: 0)), from: "y")
    #expect(try late(inbox, after: start) == [3, 5])
    #expect(try late(inbox, after: try inbox.lastSequence()) == [])
  }

  @Test func `what came once more with an old time is late, and what was imported`() throws {
    let (inbox, start) = try inbox()
    try inbox.at(110).push(.make("a", sentAt: .testing(60), fold: "a"), from: "x")
    let old = Payload.make("old").with { $0.local.receivedAt = .testing(10) }
    _ = try inbox.at(110).importMessages([old])
    #expect(try late(inbox, after: start) == [1, 3])
  }

  @Test func `many arrivals into an empty list are new, and late below an older one`() throws {
    for old in 0...1 {
      let inbox = try Inbox.testing()
      if old > 0 { try inbox.at(100).push(.make("old"), from: "x") }
      let start = try inbox.lastSequence()
      let payloads = (0..<LateArrivals.limit + 5).map {
        Payload.make("\($0)", sentAt: .testing(Double(-$0)))
      }
      try inbox.at(110).push(payloads, defaultSource: "y")
      let found = try inbox.at(200).lateArrivals(after: start)
      #expect(found.numbers.count == old * LateArrivals.limit && found.hasMore)
    }
  }

  @Test func `unread messages that the maximum removed are counted, read ones are not`() throws {
    let inbox = try Inbox.testing(maximumCount: 2)
    try inbox.push(.make("a"), .make("b"), from: "x")
    try inbox.perform(.read, on: [1])
    let start = try inbox.lastSequence()
    try inbox.push(.make("c"), from: "x")
    try inbox.push(.make("d"), .make("e"), from: "x")
    let found = try inbox.lateArrivals(after: start)
    #expect(found.prunedUnreadCount == 2)
    let last = try inbox.lastSequence()
    #expect(found.sequence == last)
    #expect(try inbox.lateArrivals(after: last).prunedUnreadCount == 0)
  }

  @Test func `read ones, other lists and an empty list have none`() throws {
    let (inbox, start) = try inbox()
    try inbox.at(110).push(
      .make("waited", sentAt: .testing(50)), .make("other", sentAt: .testing(51)), from: "y")
    #expect(try late(inbox, after: start) == [4, 3])
    #expect(try late(inbox, after: start, matching: MessageFilter([.init(.source("y"))])) == [])
    try inbox.perform(.read, on: [4])
    #expect(try late(inbox, after: start) == [3])
  }

  @Test func `a visit knows the step of the log`() throws {
    let (inbox, start) = try inbox()
    try inbox.store.write { try $0.noteVisit(at: .testing(105)) }
    #expect(try inbox.lastVisit()?.sequence == start)
  }
}
