import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

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
