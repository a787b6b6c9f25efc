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

@Suite struct InfluencedOpenTests {
  private let inbox = Inbox.empty()

  private func push(_ payloads: Payload..., to inbox: Inbox? = nil, at seconds: Double = 0) throws {
    _ = try (inbox ?? self.inbox).at(seconds).push(payloads, defaultSource: "cli")
  }

  private func count(in inbox: Inbox? = nil) throws -> Int {
    InboxStatistics(try (inbox ?? self.inbox).metrics()).count(of: .influencedOpen)
  }

  @Test(arguments: [
    Verb.view, .peek, .open(.inbox), .open(.command), .open(.inbox, marksRead: false),
  ])
  func `the first visit soon after the alert counts once`(verb: Verb) throws {
    try push(.make("a", source: "ci", categories: ["build"]))
    try inbox.at(30).perform(verb, on: [1])
    try inbox.at(40).perform(.unread, on: [1])
    for verb in [Verb.view, .peek, .open(.inbox)] { try inbox.at(50).perform(verb, on: [1]) }
    let counted = try inbox.metrics().filter { $0.event == .influencedOpen }
    #expect(counted.map(\.count) == [1])
    #expect(counted.map(\.source) == ["ci"] && counted.map(\.category) == ["build"])
  }

  @Test(arguments: [(120.0, 1), (120.001, 0)])
  func `it counts up to two minutes after the arrival`(seconds: Double, expected: Int) throws {
    try push(.make("a"))
    try inbox.at(seconds).perform(.view, on: [1])
    #expect(try count() == expected)
  }

  @Test func `a message opened from its alert does not count, also when it is viewed then`() throws
  {
    try push(.make("a"))
    try inbox.at(10).perform(.open(.alert), on: [1])
    try inbox.at(10).perform(.peek, on: [1])
    try inbox.at(20).perform(.view, on: [1])
    #expect(try count() == 0)
    #expect(InboxStatistics(try inbox.metrics()).openings == ["alert": 1])
  }

  @Test func `an action that was chosen is a visit`() throws {
    try push(Payload(title: "a", actions: [MessageAction(id: "yes", label: "Yes")]))
    _ = try inbox.answer(1, action: "yes")
    try inbox.at(10).perform(.view, on: [1])
    #expect(try count() == 0)
  }

  @Test func `only messages that alert count`() throws {
    inbox.use(try .make("source:muted") { $0.mutes = true })
    try push(.make("silent", delivery: .inbox), .make("muted", source: "muted"))
    try inbox.at(10).perform(.view, on: [1, 2])
    #expect(try count() == 0)
    try push(.make("listed"), .make("alert only", delivery: .alert))
    try inbox.at(10).perform(.view, on: [3, 4])
    #expect(try count() == 2)
  }

  @Test func `a scheduled message alerts at its start`() throws {
    let start = Date.testing(1_000)
    try push(.make("a", startsAt: start), .make("b", startsAt: start))
    try inbox.at(10).perform(.view, on: [1])
    #expect(try count() == 0)
    try inbox.at(1_010).perform(.view, on: [2])
    #expect(try count() == 1)
  }

  @Test func `a further occurrence alerts again`() throws {
    let payload = Payload.make("a", fold: "disk")
    try push(payload)
    try inbox.at(10).perform(.view, on: [1])
    try push(payload, at: 50)
    try inbox.at(300).perform(.view, on: [1])
    #expect(try count() == 1)
    try push(payload, at: 400)
    try inbox.at(410).perform(.view, on: [1])
    try inbox.at(420).perform(.view, on: [1])
    #expect(try count() == 2)
  }

  @Test func `imported messages do not count`() throws {
    _ = try inbox.importMessages([.make("a")], replacing: false, pruning: false)
    try inbox.at(10).perform(.view, on: [1])
    #expect(try count() == 0)
  }

  @Test func `of many at once each counts that was not visited before`() throws {
    try push(.make("a"), .make("b"), .make("c"))
    try push(.make("late"), at: 100)
    try inbox.at(101).perform(.view, on: [2])
    try inbox.at(121).perform(.open(.inbox), on: [1, 2, 3, 4])
    #expect(try count() == 2)
  }

  @Test func `undo and redo leave the count as it is`() throws {
    try push(.make("a"))
    try inbox.at(10).perform(.view, on: [1])
    try inbox.at(11).perform(.unread, on: [1])
    try inbox.at(12).undo()
    try inbox.at(13).redo()
    try inbox.at(14).perform(.view, on: [1])
    #expect(try count() == 1)
  }

  @Test func `two connections count a message once`() throws {
    let folder = try TemporaryFolder()
    let (one, other) = (try Inbox.testing(in: folder), try Inbox.testing(in: folder))
    try push(.make("a"), to: one)
    for inbox in [one, other] { try inbox.at(10).perform(.view, on: [1]) }
    #expect(try count(in: one) == 1)
    #expect(try count(in: other) == 1)
  }
}
