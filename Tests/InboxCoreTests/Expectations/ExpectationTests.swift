import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Reports on expected sources that are silent.
@Suite struct ExpectationTests {
  private let clock = SettableClock(.testing)

  private var now: Date { clock.read() }

  private func wait(_ seconds: Double) { clock.set(now.addingTimeInterval(seconds)) }

  private func expectation(_ source: String, hours: Double = 26) throws -> SourceExpectation {
    SourceExpectation(of: try #require(SourcePattern(parsing: source)), every: hours * 3_600)
  }

  private func inbox(_ expectations: [SourceExpectation], _ rules: [Rule] = []) throws -> Inbox {
    try Inbox.inMemory(
      configuration: .testing(now: clock.read)
        .with { ($0.expectations, $0.rules) = (expectations, rules) })
  }

  private func expect(_ expectations: [SourceExpectation], in inbox: Inbox) {
    inbox.update(configuration: inbox.configuration.with { $0.expectations = expectations })
  }

  private func reports(_ inbox: Inbox) throws -> [Message] {
    try inbox.stored().filter { $0.source.hasPrefix("expect/") }
  }

  @Test func `a silence is reported once, and the next message resolves the report`() throws {
    let inbox = try inbox([expectation("cron/backup")])
    #expect(try inbox.reportSilences(in: .gmt) == now.addingTimeInterval(26 * 3_600))
    try inbox.push(.make("done", source: "cron/backup"))
    let deadline = now.addingTimeInterval(26 * 3_600)
    #expect(try inbox.reportSilences(in: .gmt) == deadline)
    wait(26 * 3_600 - 1)
    #expect(try inbox.reportSilences(in: .gmt) == deadline)
    #expect(try reports(inbox).isEmpty)

    wait(3_601)
    for _ in 0..<2 {
      // The earliest silence is one after a message that would come now.
      #expect(try inbox.reportSilences(in: .gmt) == now.addingTimeInterval(26 * 3_600))
    }
    let report = try #require(try reports(inbox).first)
    #expect(try reports(inbox).count == 1)
    #expect(report.title == "cron/backup has been silent for 27 h")
    #expect(report.source == "expect/cron/backup")
    #expect(report.priority == .high)
    #expect(report.body?.hasSuffix("Expected: one every 26 h.") == true)
    #expect(report.resolvedAt == nil && report.status == .unread)

    let outcome = try inbox.push([.make("done", id: "x", source: "cron/backup")])
    #expect(outcome.results.count == 1)
    #expect(try reports(inbox).map(\.resolvedAt) == [now])
    #expect(try reports(inbox).map(\.status) == [.read])
  }

  @Test func `a second silence is one more occurrence of its report, which is open again`() throws {
    let inbox = try inbox([expectation("cron/backup")])
    _ = try inbox.reportSilences(in: .gmt)
    for _ in 0..<2 {
      try inbox.push(.make("done", source: "cron/backup"))
      wait(27 * 3_600)
      _ = try inbox.reportSilences(in: .gmt)
    }
    #expect(try reports(inbox).map(\.occurrences) == [2])
    #expect(try reports(inbox).map(\.resolvedAt) == [nil])
    #expect(try reports(inbox).map(\.status) == [.unread])
  }

  @Test func `a push that changes nothing is heard, and so is one that a rule drops`() throws {
    let inbox = try inbox([expectation("cron")], [.make("noise") { $0.drops = true }])
    _ = try inbox.reportSilences(in: .gmt)
    try inbox.push(.make("done", id: "daily", source: "cron/backup"))
    for text in ["done", "noise"] {
      wait(20 * 3_600)
      try inbox.push(.make(text, id: text == "done" ? "daily" : nil, source: "cron/backup"))
      _ = try inbox.reportSilences(in: .gmt)
    }
    wait(25 * 3_600)
    _ = try inbox.reportSilences(in: .gmt)
    #expect(try reports(inbox).isEmpty)
    #expect(try inbox.stored().count == 1)
  }

  @Test func `what was stored before the expectation counts, a source that never sent does not`()
    throws
  {
    let inbox = try inbox([])
    try inbox.push([.make("a", source: "cron/backup"), .make("b", source: "cron/backups")])
    wait(30 * 3_600)
    expect(try ["cron/backup", "cron/never", "=cron"].map { try expectation($0) }, in: inbox)
    #expect(try inbox.expectationStates().map { $0.heardAt != nil } == [true, false, false])
    _ = try inbox.reportSilences(in: .gmt)
    #expect(try reports(inbox).map(\.source) == ["expect/cron/backup"])
    let states = try inbox.expectationStates()
    #expect(states.map(\.isReported) == [true, false, false])
    #expect(states.map { $0.heardAt != nil } == [true, false, false])
  }

  @Test func `a removed expectation reports nothing, and begins anew when it returns`() throws {
    let wanted = [try expectation("cron/backup")]
    let inbox = try inbox(wanted + [try expectation("ci")])
    try inbox.push(.make("a", source: "cron/backup"))
    _ = try inbox.reportSilences(in: .gmt)
    expect([try expectation("ci")], in: inbox)
    wait(30 * 3_600)
    _ = try inbox.reportSilences(in: .gmt)
    #expect(try reports(inbox).isEmpty)
    expect(wanted, in: inbox)
    _ = try inbox.reportSilences(in: .gmt)
    #expect(try reports(inbox).count == 1)
  }

  @Test func `a deleted report is not resolved, and does not return in its silence`() throws {
    let inbox = try inbox([expectation("cron")])
    _ = try inbox.reportSilences(in: .gmt)
    try inbox.push(.make("done", source: "cron"))
    wait(27 * 3_600)
    _ = try inbox.reportSilences(in: .gmt)
    try inbox.delete(try reports(inbox).map(\.number))
    wait(27 * 3_600)
    _ = try inbox.reportSilences(in: .gmt)
    try inbox.push(.make("done", source: "cron"))
    #expect(try reports(inbox).map(\.status) == [.deleted])
    #expect(try reports(inbox).map(\.resolvedAt) == [nil])
  }

  @Test(arguments: [
    (60.0, "1 min"), (89, "1 min"), (90, "90 s"),
    (5_400, "90 min"), (97_200, "27 h"), (259_199, "71 h"), (432_000, "5 days"),
  ])
  func `a duration has one unit`(_ seconds: Double, _ text: String) {
    #expect(SourceExpectation.text(seconds) == text)
  }

  @Test(arguments: [
    (60.0, "1 min"), (3_600, "1 h"), (86_400, "24 h"),
    (10_740, "179 min"), (150, "150 s"), (93_600, "26 h"), (302_400, "84 h"), (172_800, "2 days"),
  ])
  func `an interval is told exactly`(_ seconds: Double, _ text: String) {
    #expect(SourceExpectation.exactText(seconds) == text)
  }

  @Test func `a table that was missing for a save reports nothing twice`() throws {
    let wanted = [try expectation("cron")]
    let inbox = try inbox(wanted)
    try inbox.push(.make("done", source: "cron"))
    wait(27 * 3_600)
    _ = try inbox.reportSilences(in: .gmt)
    for expectations in [[], wanted] {
      expect(expectations, in: inbox)
      _ = try inbox.reportSilences(in: .gmt)
    }
    #expect(try reports(inbox).map(\.occurrences) == [1])
  }
}
