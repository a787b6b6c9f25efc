import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct MetricsTests {
  private let inbox = Inbox.empty()

  init() throws {
    try inbox.push(
      Payload(title: "Title", source: "s", categories: ["c", "d"], conversionTags: ["v"]))
  }

  private func metrics() throws -> [String: Int] {
    let rows = try inbox.fetch("SELECT event, detail, source, category, count FROM metric")
    return rows.reduce(into: [:]) { counts, row in
      let names = (0..<4).map { row[$0] as String }
      counts[names.joined(separator: " ")] = row[4] as Int
    }
  }

  @Test func `each verb is counted by source and first category`() throws {
    let verbs: [Verb] = [
      .view, .view, .unread, .open(.inbox), .open(.alert), .read, .unread, .read, .pin, .unpin,
      .snooze(until: 9), .unsnooze, .delete, .restore, .delete,
    ]
    for verb in verbs { try inbox.perform(verb, on: [1]) }
    try inbox.purge([1])
    let expected = [
      "received  s c": 1, "viewed  s c": 2, "read  s c": 3, "unread  s c": 2,
      "opened inbox s c": 1, "opened alert s c": 1, "conversion v s c": 2, "deleted  s c": 2,
      "restored  s c": 1, "purged  s c": 1, "influenced_open  s c": 1,
    ]
    #expect(try metrics() == expected)
  }

  @Test func `what is undone is not counted, until it is redone`() throws {
    try inbox.delete([1])
    try inbox.undo()
    #expect(try inbox.metrics().map(\.event) == [.received])
    try inbox.redo()
    #expect(InboxStatistics(try inbox.metrics()).count(of: .deleted) == 1)
    try inbox.undo()
    for _ in 1...3 {
      try inbox.markRead([1])
      try inbox.markRead([1])
      try inbox.undo()
    }
    try inbox.markRead([1])
    #expect(try metrics() == ["received  s c": 1, "deleted  s c": 0, "read  s c": 1])
    #expect(InboxStatistics(try inbox.metrics()).total == [.received: 1, .read: 1])
  }

  @Test func `an undo on another day takes the count from the day of the step`() throws {
    let today = inbox.now
    let tomorrow = today.addingTimeInterval(86_400)
    try inbox.delete([1])
    try inbox.at(tomorrow).undo()
    #expect(try inbox.metrics().filter { $0.event == .deleted } == [])
    try inbox.at(tomorrow).delete([1])
    let deleted = try inbox.metrics().filter { $0.event == .deleted }
    #expect(
      deleted.map(\.day) == [
        Date(timeIntervalSince1970: Double(Metric.dayNumber(of: tomorrow)) * 86_400)
      ])
  }

  @Test func `an opening that leaves unread counts all the same`() throws {
    try inbox.perform(.open(.alert, marksRead: false), on: [1])
    #expect(try inbox.message(1)?.status == .unread)
    #expect(try metrics() == ["received  s c": 1, "opened alert s c": 1, "conversion v s c": 1])
  }

  @Test func `the log keeps which message was opened from where`() throws {
    let before = try inbox.lastSequence()
    for origin in Verb.OpenOrigin.allCases { try inbox.perform(.open(origin), on: [1]) }
    let entries = try inbox.entries(after: before)
    #expect(entries.map(\.detail) == ["inbox", "alert", "command"])
    #expect(entries.allSatisfy { $0.verb == .opened && $0.numbers == [1] })
  }

  @Test func `showing and leaving are counted`() throws {
    try inbox.record(.presented)
    try inbox.record(.dismissed(seconds: 2.6))
    let expected = [
      "received  s c": 1, "inbox_presented   ": 1, "inbox_dismissed   ": 1,
      "inbox_dismissed seconds  ": 3,
    ]
    #expect(try metrics() == expected)
  }

  @Test func `statistics answer the three questions and add up by source and category`() throws {
    try inbox.record(.presented)
    try inbox.record(.dismissed(seconds: 61))
    for verb in [Verb.view, .open(.alert), .delete] { try inbox.at(86_400).perform(verb, on: [1]) }
    let all = InboxStatistics(try inbox.metrics())
    #expect(all.count(of: .presented) == 1 && all.count(of: .dismissed) == 1)
    #expect(all.count(of: .viewed) == 1 && all.count(of: .deleted) == 1)
    #expect(all.secondsShown == 61)
    #expect(all.openings == ["alert": 1] && all.conversions == ["v": 1])
    #expect(all.bySource.keys.sorted() == ["s"] && all.byCategory["c"]?[.viewed] == 1)
    #expect(all.byDay.count == 2)
    let later = InboxStatistics(try inbox.metrics(since: .testing(86_400)))
    #expect(later.count(of: .presented) == 0 && later.count(of: .deleted) == 1)
  }

  @Test func `a feed hands out each gain once, over midnight too`() throws {
    var feed = try MetricFeed(inbox, at: .testing)
    #expect(try feed.take(at: .testing) == [])
    try inbox.perform(.view, on: [1])
    try inbox.perform(.view, on: [1])
    let gained = try feed.take(at: .testing)
    #expect(gained.first { $0.event == .viewed }?.count == 2)
    #expect(
      gained.map(\.event).sorted { $0.rawValue < $1.rawValue } == [.influencedOpen, .read, .viewed])
    try inbox.at(86_400).perform(.view, on: [1])
    #expect(try feed.take(at: .testing(86_400)).map(\.count) == [1])
    #expect(try feed.take(at: .testing(86_401)) == [])
  }
}
