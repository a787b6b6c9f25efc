import Foundation
import InboxCore
import InboxTestSupport
import Testing

struct AlertPolicyTests {
  @Test(arguments: [(Delivery.inboxAndAlert, true), (.alert, true), (.inbox, false)])
  func `silent messages raise nothing, alert-only ones do`(delivery: Delivery, raises: Bool) {
    let policy = AlertPolicy(rules: [AlertRule(banner: true, sound: .always, desktop: .osc9)])
    let alerts = policy.alerts(
      for: .make(delivery: delivery, sound: "default"), isQuiet: false, at: .testing)
    #expect(alerts == (raises ? Alerts(sound: .always, desktop: .osc9) : .none))
  }

  @Test(
    arguments: [
      (.off, "default", false), (.sent, "default", true), (.sent, nil, false), (.always, nil, true),
    ] as [(Alerts.Sound, String?, Bool)])
  func `the bell rings as chosen`(sound: Alerts.Sound, carried: String?, rings: Bool) {
    #expect(Alerts(sound: sound).rings(for: .make(sound: carried)) == rings)
  }

  @Test(arguments: [
    ("ntfy/*", "ntfy/alerts", true), ("ntfy/*", "ntfy/a/b", true), ("ntfy/*", "ntfy", false),
    ("ntfy/*", "ntfyish/a", false), ("ntfy", "ntfy", true), ("ntfy", "ntfy/a", true),
    ("=ntfy", "ntfy", true), ("=ntfy", "ntfy/a", false),
    ("NTFY", "ntfy", false), ("ntfy*", "ntfy/a", false), ("*/ops", "ntfy/ops", false),
    ("caf\u{E9}", "caf\u{E9}", true), ("caf\u{E9}", "cafe\u{301}", false),
    ("a/*", "a/\u{301}b", true), ("a/*", "a/*", true), ("a/\\*", "a/*", true),
    ("a/\\*", "a/b", false), ("a/\\*", "a/\\*", false), ("a/\\\\*", "a/\\*", true),
    ("a\\*", "a\\*", true),
  ])
  func `a source pattern means what it means in a filter`(
    pattern: String, source: String, matches: Bool
  ) throws {
    let filter = MessageFilter([.init(.source(pattern))])
    let policy = AlertPolicy(rules: [AlertRule(filter: filter, banner: false)])
    let alerts = policy.alerts(for: .make(source: source), isQuiet: false, at: .testing)
    #expect(alerts.banner != matches)
    let inbox = try Inbox.testing()
    try inbox.push(.make(source: source), from: "cli")
    #expect(try inbox.count(matching: filter) == (matches ? 1 : 0))
  }

  @Test func `the last matching rule decides, each only what it speaks of`() throws {
    func filter(_ text: String) throws -> MessageFilter { try MessageFilter(text) }
    let policy = AlertPolicy(rules: [
      AlertRule(filter: try filter("source:ci/*"), banner: false, sound: .off),
      AlertRule(filter: try filter("priority>=high"), banner: true),
      AlertRule(filter: try filter("thread:deploy -\"dry run\""), desktop: .osc99),
    ])
    func alerts(_ message: Message) -> Alerts {
      policy.alerts(for: message, isQuiet: false, at: .testing)
    }
    #expect(alerts(.make()) == Alerts())
    #expect(alerts(.make(source: "ci/main")) == Alerts(banner: false, sound: .off))
    #expect(alerts(.make(source: "ci/main", priority: .max)) == Alerts(sound: .off))
    #expect(
      alerts(.make(source: "ci/main", thread: "deploy", priority: .high))
        == Alerts(sound: .off, desktop: .osc99))
    #expect(alerts(.make(title: "Dry run", thread: "deploy")) == Alerts())
  }

  @Test(arguments: Delivery.allCases) func `a rule is for alert-only messages as well`(
    delivery: Delivery
  ) {
    let policy = AlertPolicy(rules: [AlertRule(filter: .unread, desktop: .osc9)])
    let alerts = policy.alerts(for: .make(delivery: delivery), isQuiet: false, at: .testing)
    #expect(alerts == (delivery == .inbox ? .none : Alerts(desktop: .osc9)))
  }

  @Test(
    arguments: [
      (.max, .max, true), (.max, .high, false), (.high, .high, true), (.min, .min, true),
      (nil, .max, false),
    ] as [(Priority?, Priority, Bool)])
  func `in quiet only what is urgent comes through`(
    least: Priority?, priority: Priority, comesThrough: Bool
  ) {
    let policy = AlertPolicy(quietPriority: least)
    let alerts = policy.alerts(for: .make(priority: priority), isQuiet: true, at: .testing)
    #expect(alerts == (comesThrough ? Alerts() : .none))
  }

  @Test func `what was chosen by hand wins over hours and configuration`() {
    let policy = AlertPolicy(isQuiet: true)
    #expect(policy.isQuiet(at: .testing, in: .gmt))
    #expect(!policy.isQuiet(at: .testing, in: .gmt, choice: false))
    #expect(AlertPolicy().isQuiet(at: .testing, in: .gmt, choice: true))
    #expect(!AlertPolicy().isQuiet(at: .testing, in: .gmt))
  }
}

struct QuietHoursTests {
  /// Noon in Greenwich, and so many hours later.
  private func hour(_ hours: Double) -> Date { .testing(hours * 3_600) }

  @Test(arguments: [
    ("22:00-07:00", [(9.99, false), (10, true), (15, true), (18.99, true), (19, false)]),
    ("09:00-17:30", [(-3.01, false), (-3, true), (5.49, true), (5.5, false)]),
    ("00:00-23:59", [(11.98, true), (11.99, false), (12, true)]),
  ])
  func `hours hold from their start to before their end, also across midnight`(
    text: String, moments: [(Double, Bool)]
  ) throws {
    let hours = try #require(QuietHours(text))
    for (moment, isQuiet) in moments {
      #expect(hours.contains(hour(moment), in: .gmt) == isQuiet, "\(moment)")
    }
  }

  @Test func `they go by the clock where one is`() throws {
    let hours = try #require(QuietHours("20:00-22:00"))
    let tokyo = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
    #expect(hours.contains(.testing, in: tokyo))
    #expect(!hours.contains(.testing, in: .gmt))
  }

  @Test func `the next change is their next start or end`() throws {
    let hours = try #require(QuietHours("22:00-07:00"))
    #expect(hours.nextChange(after: .testing, in: .gmt) == hour(10))
    #expect(hours.nextChange(after: hour(10), in: .gmt) == hour(19))
    #expect(hours.nextChange(after: hour(19), in: .gmt) == hour(34))
  }

  /// Midnights in Greenwich before the clocks of Berlin are changed.
  private static let march = Date(timeIntervalSince1970: 1_774_742_400)
  private static let october = Date(timeIntervalSince1970: 1_792_886_400)

  @Test(arguments: [(march, -3.0, 5.0), (october, -4, 6)])
  func `on the night of a clock change they begin and end by the clock on the wall`(
    midnight: Date, start: Double, end: Double
  ) throws {
    let hours = try #require(QuietHours("22:00-07:00"))
    let (start, end) = (midnight + start * 3_600, midnight + end * 3_600)
    #expect(!hours.contains(start - 1, in: .berlin) && hours.contains(start, in: .berlin))
    #expect(hours.contains(end - 1, in: .berlin) && !hours.contains(end, in: .berlin))
    // Who sleeps from change to change wakes at these moments too.
    #expect(hours.nextChange(after: start - 3_600, in: .berlin) == start)
    #expect(hours.nextChange(after: start, in: .berlin) == end)
    #expect(hours.nextChange(after: end, in: .berlin) == end + 15 * 3_600)
  }

  @Test(arguments: [
    "", "22", "22:00", "22:00-", "22:00-22:00", "24:00-07:00", "22:60-07:00", "22:0-07:00",
    "22:00–07:00", "a:00-07:00", "-1:00-07:00", "22:00-07:00-08:00", "+2:00-07:00",
    "22:00:30-07:00",
  ])
  func `anything else is no hours`(text: String) { #expect(QuietHours(text) == nil) }

  @Test func `blanks and single digits of an hour are fine`() {
    #expect(QuietHours(" 9:05 - 17:00 ") == QuietHours("09:05-17:00"))
    #expect(QuietHours("10PM-7:30am") == QuietHours("22:00-07:30"))
  }
}
