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
