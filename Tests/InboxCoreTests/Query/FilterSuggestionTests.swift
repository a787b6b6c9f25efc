import Foundation
import InboxCore
import InboxTestSupport
import Testing

@Suite struct FilterSuggestionTests {
  private let inbox: Inbox

  init() throws {
    inbox = try Inbox.testing()
    let payloads = ["cron/backup", "cron/mail", "ci/deploy", "a b"].map { source in
      Payload.make(source: source, categories: ["Work/Mail"], tags: ["Nightly"])
    }
    _ = try inbox.push(payloads, defaultSource: "cli")
  }

  @Test(arguments: [
    ("unread", "is:unread"), ("Pinned source:ci", "is:pinned"), ("deleted", "is:deleted"),
    ("snoozed", "is:snoozed"), ("source:ci read", "is:read"), ("unred", nil),
    ("source:c", "source:ci"), ("source:cr", "source:cron"), ("source:a", "source:\"a b\""),
    ("source:crn", "source:cron"), ("source:Cron", "source:cron"),
    ("source:backup", "source:cron/backup"), ("source:cron/bakup", "source:cron/backup"),
    ("source:bakup", "source:cron/backup"), ("source:=cronn", "source:cron"),
    ("source:dpeloy/*", "source:ci/deploy"), ("source:\"a  b\"", "source:\"a b\""),
    ("source:nothing", nil), ("source:ci is:read", nil), ("-source:crn", nil),
    ("category:wrok", "category:Work"), ("category:mail", "category:Work/Mail"),
    ("category:work is:read", nil), ("tag:nightly", "tag:Nightly"), ("tag:nigtly", "tag:Nightly"),
    ("tag:day", nil), ("cro", "source:cron"), ("Backup", "source:cron/backup"), ("crno", nil),
    ("work", "category:Work"), ("night", "tag:Nightly"), ("cron zzz", nil), ("-cron", nil),
    ("is:read OR (is:pinned source:crno)", "source:cron"),
  ]) func `a filter that finds nothing proposes what was meant`(
    text: String, suggestion: String?
  ) throws {
    let filter = try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
    #expect(try inbox.suggestion(for: filter) == suggestion)
    let snapshot = try inbox.snapshot(of: MessageQuery(filter: filter), in: .init(limit: 9))
    #expect(snapshot.suggestion == (snapshot.rows.isEmpty ? suggestion : nil))
  }

  @Test func `a narrowed list proposes no names of others`() throws {
    let scope = MessageFilter([.init(.source("ci"))])
    for (text, suggestion) in [("source:crn", nil), ("cron", nil), ("unread", "is:unread")] {
      let filter = try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
      #expect(try inbox.suggestion(for: filter.within(scope)) == suggestion)
    }
    let names = try inbox.filterNames(matching: scope).names.map { "\($0.term) \($0.count ?? -1)" }
    #expect(
      names == ["source:ci 1", "source:ci/deploy 1", "category:Work/Mail 1", "tag:Nightly 1"])
  }

  @Test func `a machine is proposed where the inbox has an exchange`() throws {
    func suggestion(_ text: String) throws -> String? {
      let filter = try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
      return try inbox.suggestion(for: filter)
    }
    #expect(try suggestion("on:atlsa") == nil)
    try ExchangeInbox(inbox).join(ExchangeMembership(person: "me", machine: "atlas"))
    #expect(try suggestion("on:atlsa") == "on:atlas" && suggestion("on:atlas") == nil)
    #expect(try inbox.filterNames().names.last == .init(.machine("atlas")))
  }

  @Test func `a suggested source or category has messages`() throws {
    for text in ["source:crn", "category:wrok", "tag:nigtly"] {
      let filter = try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
      let suggestion = try #require(try inbox.suggestion(for: filter))
      let better = try MessageFilter(parsing: suggestion, now: .testing, timeZone: .gmt)
      #expect(try inbox.count(matching: better) > 0)
    }
  }
}
