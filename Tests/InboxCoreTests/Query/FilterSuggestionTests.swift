import GRDB
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

@Suite struct FilterSuggestionTests {
  private let inbox = Inbox.empty()

  init() throws {
    let payloads = ["cron/backup", "cron/mail", "ci/deploy", "a b"].map { source in
      Payload.make(source: source, categories: ["Work/Mail"], tags: ["Nightly"])
    }
    try inbox.push(payloads, defaultSource: "cli")
  }

  private func reason(_ text: String) throws -> EmptyReason? {
    try inbox.emptyReason(for: MessageFilter(text))
  }

  @Test(arguments: rows(of: "suggestions"))
  func `a filter that finds nothing proposes what was meant`(_ row: [String]) throws {
    let filter = try MessageFilter(row[0])
    let reason = row[1] == "-" ? nil : EmptyReason.meant(row[1])
    #expect(try inbox.emptyReason(for: filter) == reason)
    let snapshot = try inbox.snapshot(of: MessageQuery(filter: filter), in: .init(limit: 9))
    #expect(snapshot.emptyReason == (snapshot.rows.isEmpty ? reason : nil))
  }

  @Test func `a narrowed list proposes no names of others`() throws {
    let scope = MessageFilter([.init(.source("ci"))])
    for (text, suggestion) in [("source:crn", nil), ("cron", nil), ("unread", "is:unread")] {
      let reason = try inbox.emptyReason(for: MessageFilter(text).within(scope))
      #expect(reason == suggestion.map(EmptyReason.meant))
    }
    let names = try inbox.filterNames(matching: scope).names.map { "\($0.term) \($0.count ?? -1)" }
    #expect(
      names == ["source:ci 1", "source:ci/deploy 1", "category:Work/Mail 1", "tag:Nightly 1"])
  }

  @Test func `a machine is proposed where the inbox has an exchange`() throws {
    #expect(try reason("on:atlsa") == nil)
    try ExchangeInbox(inbox).join(ExchangeMembership(person: "me", machine: "atlas"))
    #expect(try reason("on:atlsa") == .meant("on:atlas") && reason("on:atlas") == nil)
    #expect(try inbox.filterNames().names.last == .init(.machine("atlas")))
  }

  @Test func `a suggested source or category has messages`() throws {
    for text in ["source:crn", "category:wrok", "tag:nigtly"] {
      guard case .meant(let better)? = try reason(text) else { throw Unexpected(text) }
      #expect(try inbox.count(matching: MessageFilter(better)) > 0)
    }
  }

  private static let finished: [(String, EmptyReason?)] = [
    ("source:cron", .done), ("source:cron/mail priority>=low", .done), ("category:Work", .done),
    ("source:cron is:unread", nil), ("source:cron zinc", nil),
    ("source:ci/deploy priority=max", nil), ("after:2020-01-01", .done),
    ("title", .done), ("\"title\" -source:cron", .done), ("title OR zinc", .done),
    ("title is:read", .done), ("title is:unread", nil), ("title zinc", nil), ("-title", nil),
    ("title:Title", .done), ("title:Tin", nil), ("id:order-7", .done), ("id:order-8", nil),
    ("text:itl", .done), ("has:picture", nil), ("is:pinned", nil), ("is:snoozed", nil),
    ("is:deleted", nil),
  ]

  @Test(arguments: finished) func `a filter whose matches are all done is told of`(
    text: String, reason: EmptyReason?
  ) throws {
    try inbox.push(.make(id: "order-7"), from: "ci")
    try inbox.perform(.done, on: .everything)
    #expect(try self.reason(text) == reason)
  }

  @Test func `data that no message has is told of, and what they have completes a filter`() throws {
    let data = [
      #"{"cpu": 90, "labels": {"env": "prod", "run_id": 7}, "list": [1], "a.b": 1, "c d": 1}"#,
      #"{"cpu": null, "labels": {"env": "test"}, "on": true}"#,
    ]
    let payloads = try data.map { Payload(title: $0, custom: try JSONValue(json: $0)) }
    try inbox.push(payloads, defaultSource: "cli")
    #expect(try reason("custom.foo:1") == .absent("custom.foo", newest: nil))
    #expect(
      try reason("custom.labels.env>3")
        == .absent("a number in custom.labels.env", newest: nil))
    #expect(try reason("custom.labels.b>1 is:unread") == .absent("custom.labels.b", newest: nil))
    for (text, meant) in [
      ("custom.CPU>99", "custom.cpu>99"), ("custom.labels.evn:prod x", "custom.labels.env:prod"),
      ("custom.run_id:7", nil),
    ] {
      let expected = meant.map(EmptyReason.meant) ?? .absent("custom.run_id", newest: nil)
      #expect(try reason(text) == expected, "\(text)")
    }
    for present in ["custom.cpu>99", "custom.labels.env:x", "custom.list:3", "-custom.foo:1"] {
      #expect(try reason(present) == nil, "\(present)")
    }
    let paths = try inbox.filterNames().names.filter { !$0.isWhole }
    #expect(
      paths.map { "\($0.term) \($0.count ?? 0)" } == [
        "custom.labels.env: 2", "custom.cpu: 1", "custom.labels.run_id: 1", "custom.on: 1",
      ])
    let scope = MessageFilter([.init(.source("ci"))])
    #expect(try inbox.filterNames(matching: scope).names.allSatisfy(\.isWhole))
    try inbox.perform(.done, on: .everything)
    #expect(try reason("custom.cpu>80") == .done)
    #expect(try reason("custom.labels.env:test source:cli") == .done)
    #expect(try reason("custom.labels.env:dev") == nil)
    try inbox.push(
      (0..<1_000).map { Payload.make("Plain \($0)", id: "\($0)") }, defaultSource: "cli")
    #expect(try reason("custom.cpu>99") == .absent("custom.cpu", newest: 1_000))
  }
}

/// The machines that `on:` can name.
@Suite struct MachineNamesTests {
  private let inbox = Inbox.empty()

  /// Stores a message that arrived on each machine.
  private func push(_ machines: String?...) throws {
    for machine in machines {
      try inbox.push(.make("of a machine"), from: "ci")
      try inbox.execute(
        "UPDATE message SET arrived_on = ? WHERE number = (SELECT max(number) FROM message)",
        [machine])
    }
  }

  private func names() throws -> [String] {
    try inbox.filterNames().names.map(\.term).filter { $0.hasPrefix("on:") }
  }

  private func suggestion(_ text: String) throws -> String? {
    guard case .meant(let term)? = try inbox.emptyReason(for: MessageFilter(text)) else {
      return nil
    }
    return term
  }

  @Test func `machines of messages are proposed also after the exchange was left`() throws {
    try push("zeus", "atlas", "zeus", "atlas", "phone", nil)
    #expect(try names() == ["on:phone", "on:atlas", "on:zeus"])
    #expect(try suggestion("on:zues") == "on:zeus")
    #expect(try suggestion("on:zeus") == nil)
  }

  @Test func `machines of the exchange without messages come last`() throws {
    try push("zeus")
    let exchange = ExchangeInbox(inbox)
    try exchange.join(ExchangeMembership(person: "me", machine: "laptop"))
    let origin = try #require(ExchangeOrigin("0123abcd"))
    try exchange.note([ExchangePeer(origin: origin, name: "atlas", person: "me", seenAt: .testing)])
    #expect(try names() == ["on:zeus", "on:atlas", "on:laptop"])
    #expect(try suggestion("on:atlsa") == "on:atlas")
  }

  @Test func `a message tells whether it arrived on another machine of the exchange`() throws {
    try push("atlas", "laptop")
    #expect(try inbox.messages([1, 2]).map(\.isFromOtherMachine) == [false, false])
    let exchange = ExchangeInbox(inbox)
    try exchange.join(ExchangeMembership(person: "me", machine: "laptop"))
    #expect(try inbox.messages([1, 2]).map(\.isFromOtherMachine) == [true, false])
    #expect(try inbox.message(1)?.isFromOtherMachine == true)
    try exchange.leave()
    #expect(try inbox.message(1)?.isFromOtherMachine == false)
  }
}
