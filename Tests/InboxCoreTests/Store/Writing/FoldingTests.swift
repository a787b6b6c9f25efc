import Foundation
import GRDB
import InboxPayloads
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

@Suite struct FoldingTests {
  private func inbox(_ repeats: FoldRepeats = .identical) throws -> Inbox {
    try Inbox.inMemory(configuration: .testing(foldRepeats: repeats))
  }

  private func verbs(_ inbox: Inbox) throws -> [LogEntry.Verb] {
    try inbox.entries().map(\.verb)
  }

  /// A payload with a fold key.
  private func alert(_ title: String, fold: String = "disk", id: String? = nil) -> Payload {
    var payload = Payload.make(title, id: id)
    payload.fold = .set(fold)
    return payload
  }

  /// A payload that says that the matter of a fold key is over.
  private func end(_ title: String?, of key: String = "disk", id: String? = nil) -> Payload {
    var payload = Payload.make(title, id: id)
    payload.resolves = key
    return payload
  }

  @Test func `a fold key makes one message of many pushes, and the newest text stands`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.at(.testing(1)).push(alert("91 %"), defaultSource: "ops")
    _ = try inbox.perform(.read, on: .numbers([MessageNumber(1)]))
    let outcome = try inbox.at(.testing(2)).push(
      [alert("95 %"), alert("97 %")], defaultSource: "ops")
    #expect(
      outcome.results == Array(repeating: .merged(MessageNumber(1), id: "id-1"), count: 2))
    let message = try #require(try inbox.stored().first)
    #expect(message.title == "97 %")
    #expect(message.occurrences == 3)
    #expect(message.status == .unread)
    #expect(message.sortDate == .testing(2))
    #expect([message.firstAt, message.lastAt] == [.testing(1), .testing(2)])
    #expect(message.earlier.map(\.title) == ["91 %", "95 %"])
    #expect(try verbs(inbox) == [.received, .read, .resurfaced])
    #expect(try inbox.counts().unread == 1)
  }

  @Test func `a fold key means the messages of its own source`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push(alert("a"), defaultSource: "one")
    _ = try inbox.push(alert("b"), defaultSource: "two")
    #expect(try inbox.stored().map(\.occurrences) == [1, 1])
  }

  @Test func `a message that repeats a listed one is its next occurrence`() throws {
    let inbox = try inbox()
    for _ in 0..<3 { _ = try inbox.push(.make("full", body: "disk"), defaultSource: "ops") }
    #expect(try inbox.stored().map(\.occurrences) == [3])
  }

  @Test(arguments: [
    Payload.make("full", body: "other"), .make("empty", body: "disk"),
    .make("full", source: "b", body: "disk"), .make("full", id: "7", body: "disk"),
    .make("full", body: "disk", thread: "t"), .make("full", body: "disk", startsAt: .testing(9)),
    .make("full", body: "disk", delivery: .alert), Payload.make("full"),
    Payload(title: "full", body: "disk", tap: .url("https://b.example")),
    Payload(title: "full", body: "disk", actions: [MessageAction(id: "a", label: "A")]),
    Payload(title: "full", body: "disk", attachments: [Attachment(url: "file:///x")]),
    Payload(title: "full", body: "disk", asks: true),
    Payload(title: "full", subtitle: "atlas", body: "disk"),
    Payload(title: "full", body: "disk", categories: ["a"]),
    Payload(title: "full", body: "disk", tags: ["a"]),
    Payload(title: "full", body: "disk", conversionTags: ["a"]),
    Payload(title: "full", body: "disk", custom: .object(["build": .integer(1)])),
  ])
  func `what differs, or has an id, is a message of its own`(_ other: Payload) throws {
    let inbox = try inbox()
    _ = try inbox.push(.make("full", body: "disk"), defaultSource: "a")
    _ = try inbox.push(other, defaultSource: "a")
    #expect(try inbox.stored().map(\.occurrences) == [1, 1])
    // So it is within one push, whose repetitions are counted before they are stored.
    let batch = try self.inbox()
    let same = Payload.make("full", body: "disk")
    _ = try batch.push([same, same, other], defaultSource: "a")
    #expect(try batch.stored().map(\.occurrences) == [2, 1])
  }

  /// Everything that a message can have, made of one word.
  private func full(_ word: String, fold: String? = nil) -> Payload {
    var payload = Payload(
      title: "T \(word)", subtitle: "S \(word)", body: "B \(word)", categories: ["c-\(word)"],
      tags: ["t-\(word)"], priority: .high, glyph: "✘",
      attachments: [Attachment(name: "n-\(word)", url: "https://\(word).example/file")],
      tap: .url("https://\(word).example"),
      actions: [
        MessageAction(id: "i-\(word)", label: "l-\(word)", url: "https://\(word).example/a")
      ],
      sound: "s-\(word)", badge: 3, custom: .object(["build": .string(word)]),
      conversionTags: ["v-\(word)"])
    payload.fold = .init(fold)
    return payload
  }

  @Test func `what an occurrence had, and the next one lacks or changed, stays in the earlier one`()
    throws
  {
    let inbox = try inbox(.off)
    _ = try inbox.push([full("one", fold: "k"), full("two", fold: "k")], defaultSource: "a")
    _ = try inbox.push(alert("bare", fold: "k"), defaultSource: "a")
    let message = try #require(try inbox.stored().first)
    #expect(message.occurrences == 3 && message.custom == nil)
    for (occurrence, word) in zip(message.earlier, ["one", "two"]) {
      #expect(occurrence.body == "B \(word)" && occurrence.subtitle == "S \(word)")
      #expect(occurrence.fields["custom"] == .object(["build": .string(word)]))
      #expect(occurrence.fields["tags"] == .array([.string("t-\(word)")]))
      #expect(occurrence.fields["categories"] == .array([.string("c-\(word)")]))
      #expect(occurrence.fields["conversion_tags"] == .array([.string("v-\(word)")]))
      #expect(occurrence.fields["tap"]?.json.contains("https://\(word).example") == true)
      #expect(occurrence.fields["attachments"]?.json.contains("n-\(word)") == true)
      #expect(occurrence.fields["actions"]?.json.contains("l-\(word)") == true)
      #expect(occurrence.fields["sound"] == .string("s-\(word)"))
    }
    // What both have is told once.
    #expect(message.earlier.map { $0.fields["priority"] } == [nil, .integer(4)])
  }

  @Test func `what the next occurrence repeats is not stored again`() throws {
    let inbox = try inbox(.off)
    let long = String(repeating: "x", count: 10_000)
    var payload = full("same", fold: "k")
    payload.body = .set(long)
    _ = try inbox.push([payload, payload, alert("other", fold: "k")], defaultSource: "a")
    let earlier = try #require(try inbox.stored().first).earlier
    #expect(earlier.map { $0.body?.utf8.count } == [Occurrence.bodySize, 10_000])
    #expect(earlier.first?.fields == [:])
  }

  @Test func `earlier occurrences have a limit of size, beyond which the oldest go`() throws {
    let inbox = try inbox(.off)
    let size = 200_000
    for number in 1...9 {
      var payload = alert("\(number)", fold: "k")
      payload.body = .set(String(repeating: "\(number)", count: size))
      _ = try inbox.push(payload, defaultSource: "a")
    }
    let message = try #require(try inbox.stored().first)
    #expect(message.occurrences == 9)
    #expect(message.earlier.map(\.title) == ["7", "8"])
    #expect(message.earlier.allSatisfy { $0.body?.count == size })
    #expect(MessageJSON(message, as: .export).bytes.count < Payload.maximumExportSize)
  }

  @Test func `the end of a matter keeps its names, links and values beside the message's`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push(full("one", fold: "disk"), defaultSource: "a")
    var over = full("two")
    over.resolves = "disk"
    _ = try inbox.push(over, defaultSource: "a")
    let message = try #require(try inbox.stored().first)
    #expect(message.tags == ["t-one"])
    #expect(message.body?.contains("B two") == true)
    guard case .object(let custom)? = message.custom, case .object(let end)? = custom["resolved"]
    else { throw PayloadError.noText }
    #expect(custom["build"] == "one")
    #expect(end["custom"] == .object(["build": "two"]))
    #expect(end["tags"] == .array(["t-two"]))
    #expect(end["tap"]?.json.contains("https://two.example") == true)
  }

  @Test func `one lookup finds a repetition among many messages of the same text`() throws {
    let inbox = try inbox()
    for build in 0..<200 {
      let payload = Payload(
        title: "Job", body: "done", custom: .object(["build": .integer(Int64(build))]))
      _ = try inbox.push(payload, defaultSource: "ci")
    }
    let most = try inbox.store.read { database in
      try Int.fetchOne(
        database,
        sql:
          "SELECT max(n) FROM (SELECT count(*) AS n FROM message GROUP BY title_hash, content_hash)"
      )
    }
    #expect(most == 1)
    _ = try inbox.push(
      Payload(title: "Job", body: "done", custom: .object(["build": .integer(7)])),
      defaultSource: "ci")
    #expect(try inbox.stored().map(\.occurrences).filter { $0 > 1 } == [2])
  }

  @Test(arguments: [Verb.delete, .snooze(until: .date(.testing(60)))])
  func `a message that is not listed is not repeated`(_ verb: Verb) throws {
    let inbox = try inbox()
    _ = try inbox.push(.make(), defaultSource: "a")
    _ = try inbox.perform(verb, on: .numbers([MessageNumber(1)]))
    _ = try inbox.push(.make(), defaultSource: "a")
    #expect(try inbox.stored().map(\.occurrences) == [1, 1])
  }

  @Test func `by title the text may differ, and off folds nothing without a key`() throws {
    let byTitle = try inbox(.title)
    for body in ["1", "2"] { _ = try byTitle.push(.make(body: body), defaultSource: "a") }
    #expect(try byTitle.stored().map(\.body) == ["2"])
    #expect(try byTitle.stored().map(\.occurrences) == [2])
    let off = try inbox(.off)
    for _ in 0..<2 { _ = try off.push(.make(), defaultSource: "a") }
    #expect(try off.stored().map(\.occurrences) == [1, 1])
  }

  @Test func `a deleted message is never folded into, and undo brings it back alone`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push(alert("1"), defaultSource: "a")
    _ = try inbox.perform(.delete, on: .numbers([MessageNumber(1)]))
    _ = try inbox.push(alert("2"), defaultSource: "a")
    _ = try inbox.push(alert("3"), defaultSource: "a")
    #expect(try inbox.stored().map(\.title) == ["1", "3"])
    #expect(try inbox.stored().map(\.status) == [.deleted, .unread])
    #expect(try inbox.undo()?.changedCount == 1)
    #expect(try inbox.stored().map(\.status) == [.unread, .unread])
  }

  @Test func `a person's change is not undone once the message has come again`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push(alert("1"), defaultSource: "a")
    _ = try inbox.perform(.read, on: .numbers([MessageNumber(1)]))
    _ = try inbox.push(alert("2"), defaultSource: "a")
    #expect(try inbox.undo()?.changedSince == [MessageNumber(1)])
    #expect(try inbox.stored().map(\.status) == [.unread])
  }

  @Test func `a pin stays, and a snooze unless the next one is more urgent`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push(alert("1"), defaultSource: "a")
    _ = try inbox.perform(.pin, on: .numbers([MessageNumber(1)]))
    _ = try inbox.perform(.snooze(until: .date(.testing(60))), on: .numbers([MessageNumber(1)]))
    _ = try inbox.push(alert("2"), defaultSource: "a")
    #expect(try inbox.counts() == InboxCounts(hidden: 1))
    var urgent = alert("3")
    urgent.priority = .set(.max)
    _ = try inbox.push(urgent, defaultSource: "a")
    #expect(try inbox.counts() == InboxCounts(unread: 1))
    #expect(try inbox.stored().map(\.isPinned) == [true])
  }

  @Test func `a push that comes twice counts once`() throws {
    let inbox = try inbox(.off)
    for (title, id) in [("1", "a"), ("2", "b"), ("3", "c"), ("2", "b"), ("3 whole", "c")] {
      _ = try inbox.push(alert(title, id: id), defaultSource: "a")
    }
    let message = try #require(try inbox.stored().first)
    #expect(message.occurrences == 3)
    #expect(message.title == "3 whole")
    #expect(message.id == "a")
  }

  @Test func `without text a fold key changes the message and is no occurrence`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push(alert("Copying"), defaultSource: "a")
    var payload = Payload()
    payload.fold = .set("disk")
    payload.progress = .set(40)
    _ = try inbox.push(payload, defaultSource: "a")
    #expect(try inbox.stored().map(\.progress) == [40])
    #expect(try inbox.stored().map(\.occurrences) == [1])
    payload.fold = .set("other")
    #expect(try inbox.push(payload, defaultSource: "a") == .ignored(.noText))
  }

  @Test func `a hundred occurrences are kept, and the count goes on`() throws {
    let inbox = try inbox(.off)
    let payloads = (1...250).map { alert("\($0)", id: "own-\($0)") }
    _ = try inbox.push(payloads, defaultSource: "a")
    let message = try #require(try inbox.stored().first)
    #expect(message.occurrences == 250)
    #expect(message.earlier.map(\.title) == (151...249).map(String.init))
    #expect(try verbs(inbox) == [.received])
    let aliases = try inbox.store.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM alias") ?? 0
    }
    #expect(aliases <= Occurrence.keptCount)
    _ = try inbox.perform(.delete, on: .everything)
    _ = try inbox.purge(.matching(.trash))
    let left = try inbox.store.read { database in
      try ["alias", "occurrence"].map { table in
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
      }
    }
    #expect(left == [0, 0])
  }

  @Test func `the text index follows the newest text`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push([alert("alpha"), alert("beta"), alert("beta")], defaultSource: "a")
    for (word, count) in [("alpha", 0), ("beta", 1)] {
      let filter = try MessageFilter(parsing: word, now: .testing, timeZone: .gmt)
      #expect(try inbox.count(matching: filter) == count)
    }
  }

  @Test func `a storm in one transaction is one row, one entry and one message more`() throws {
    let inbox = try Inbox.inMemory(
      configuration: .testing(maximumCount: 3, foldRepeats: .identical))
    _ = try inbox.push([.make("old 1"), .make("old 2"), .make("old 3")], defaultSource: "a")
    let storm = Array(repeating: Payload.make("storm", body: "again"), count: 500)
    let outcome = try inbox.push(storm, defaultSource: "a")
    #expect(outcome.prunedCount == 1)
    #expect(try inbox.stored().map(\.occurrences) == [1, 1, 500])
    #expect(try verbs(inbox).filter { $0 == .received }.count == 2)
    #expect(try inbox.metrics().filter { $0.event == .received }.map(\.count).reduce(0, +) == 503)
  }

  @Test func `the end of a matter marks its message resolved and read, with the texts of both`()
    throws
  {
    let inbox = try inbox(.off)
    _ = try inbox.push(alert("Disk full"), defaultSource: "a")
    _ = try inbox.at(.testing(5)).push(end("Disk is fine"), defaultSource: "a")
    let message = try #require(try inbox.stored().first)
    #expect(message.resolvedAt == .testing(5))
    #expect(message.status == .read)
    #expect(message.title == "Disk full")
    #expect(message.body == "Disk is fine")
    #expect(message.occurrences == 1)
    #expect(try verbs(inbox) == [.received, .resolved])
    _ = try inbox.at(.testing(9)).push(end("Disk is fine"), defaultSource: "a")
    #expect(try inbox.stored() == [message])
    _ = try inbox.push(alert("Disk full again"), defaultSource: "a")
    #expect(try inbox.stored().map(\.resolvedAt) == [nil])
    #expect(try inbox.stored().map(\.status) == [.unread])
  }

  @Test func `a second end adds what it says, and one without room is kept with the rest`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push(alert("Disk full"), defaultSource: "a")
    for text in ["Disk is fine", "Disk is fine again", "Disk is fine"] {
      _ = try inbox.push(end(text), defaultSource: "a")
    }
    #expect(try inbox.stored().map(\.body) == ["Disk is fine\n\nDisk is fine again"])
    let long = String(repeating: "x", count: 200_000)
    var large = alert("Large", fold: "large")
    large.body = .set(long)
    _ = try inbox.push(large, defaultSource: "a")
    var over = end("over", of: "large")
    over.body = .set(String(repeating: "y", count: 100_000))
    let result = try inbox.push(over, defaultSource: "a")
    guard case .merged = result else {
      Issue.record("\(result)")
      return
    }
    let resolved = try #require(try inbox.stored().first { $0.body == long })
    #expect(resolved.resolvedAt != nil)
    #expect(resolved.rest?.value(at: "/resolved/text")?.plainText?.hasSuffix("yyy") == true)
  }

  @Test func `the end of an unknown matter is a message that says so`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push(end("Disk is fine"), defaultSource: "a")
    #expect(try inbox.stored().map(\.resolvedAt) == [.testing])
    _ = try inbox.push(alert("Disk full"), defaultSource: "a")
    #expect(try inbox.stored().map(\.occurrences) == [2])
    #expect(try inbox.push(end(nil, of: "other"), defaultSource: "a") == .ignored(.noText))
  }

  @Test func `what is delivered again takes back neither the end nor a later occurrence`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push(alert("failure", id: "1"), defaultSource: "ci")
    _ = try inbox.push(end("success", id: "2"), defaultSource: "ci")
    _ = try inbox.push(alert("91 %", fold: "load", id: "3"), defaultSource: "ci")
    _ = try inbox.push(alert("95 %", fold: "load", id: "4"), defaultSource: "ci")
    let before = try inbox.stored()
    for payload in [
      alert("failure", id: "1"), end("success", id: "2"), alert("91 %", fold: "load", id: "3"),
    ] { _ = try inbox.push(payload, defaultSource: "ci") }
    #expect(try inbox.stored() == before)
    #expect(before.map(\.body) == ["success", nil])
  }

  @Test func `what is said of an earlier occurrence by its id is kept there`() throws {
    let inbox = try inbox(.off)
    for (title, id) in [("91 %", "a"), ("95 %", "b"), ("97 %", "c")] {
      _ = try inbox.push(alert(title, id: id), defaultSource: "ops")
    }
    var late = alert("91 %, /var", id: "a")
    late.tags = .set(["var"])
    _ = try inbox.push(late, defaultSource: "ops")
    _ = try inbox.push(alert("95 %, /home", id: "b"), defaultSource: "ops")
    var message = try #require(try inbox.stored().first)
    #expect(message.title == "97 %" && message.occurrences == 3)
    #expect(message.earlier.map(\.title) == ["91 %, /var", "95 %, /home"])
    #expect(message.earlier.map { $0.fields["tags"] } == [.array([.string("var")]), nil])
    // What says nothing new changes nothing.
    let entries = try verbs(inbox)
    _ = try inbox.push([late, alert("95 %, /home", id: "b")], defaultSource: "ops")
    #expect(try verbs(inbox) == entries)
    message = try #require(try inbox.stored().first)
    #expect(message.earlier.map(\.title) == ["91 %, /var", "95 %, /home"])
  }

  @Test func `an end ends the matter under the id of any of its occurrences, but once`() throws {
    for id in ["a", "b"] {
      let inbox = try inbox(.off)
      _ = try inbox.push(alert("91 %", id: "a"), defaultSource: "ops")
      _ = try inbox.push(alert("95 %", id: "b"), defaultSource: "ops")
      _ = try inbox.push(end("all is well", id: id), defaultSource: "ops")
      let ended = try #require(try inbox.stored().first)
      #expect(ended.resolvedAt != nil && ended.body?.contains("all is well") == true)
      // The matter begins anew, and the end is delivered again.
      _ = try inbox.push(alert("99 %", id: "c"), defaultSource: "ops")
      _ = try inbox.push(end("all is well", id: id), defaultSource: "ops")
      #expect(try inbox.stored().first?.resolvedAt == nil)
      // So are the occurrences before it, which keep the words of the end.
      let message = try #require(try inbox.stored().first)
      _ = try inbox.push([alert("91 %", id: "a"), alert("95 %", id: "b")], defaultSource: "ops")
      #expect(try inbox.stored() == [message])
      #expect(message.earlier.map(\.title) == ["91 %", "95 %"])
      #expect(message.earlier.last?.body?.contains("all is well") == true)
    }
  }

  @Test func `a first occurrence that is delivered again keeps the words of its end`() throws {
    let inbox = try inbox(.off)
    var first = alert("91 %", id: "a")
    first.body = .set("it is /var")
    _ = try inbox.push([first, end("all is well", id: "e")], defaultSource: "ops")
    _ = try inbox.push(alert("99 %", id: "c"), defaultSource: "ops")
    let message = try #require(try inbox.stored().first)
    #expect(message.earlier.first?.body == "it is /var\n\nall is well")
    _ = try inbox.push(first, defaultSource: "ops")
    #expect(try inbox.stored() == [message])
    first.body = .set("it was /home")
    _ = try inbox.push(first, defaultSource: "ops")
    #expect(
      try inbox.stored().first?.earlier.first?.body == "it is /var\n\nall is well\n\nit was /home")
  }

  @Test func `the first occurrence with another text after the end is kept beside the end`() throws
  {
    let inbox = try inbox(.off)
    var first = alert("91 %", id: "a")
    first.custom = .set(.object(["disk": "sda"]))
    var over = end("all is well", id: "b")
    over.tags = .set(["ok"])
    _ = try inbox.push([first, over], defaultSource: "ops")
    let ended = try #require(try inbox.stored().first)
    _ = try inbox.push(first, defaultSource: "ops")
    #expect(try inbox.stored() == [ended])
    first.body = .set("it was /var")
    _ = try inbox.push(first, defaultSource: "ops")
    let message = try #require(try inbox.stored().first)
    #expect(message.resolvedAt != nil)
    #expect(message.body?.contains("all is well") == true)
    #expect(message.body?.contains("it was /var") == true)
  }

  @Test func `the end adds no text that stands there, nor the name of the matter`() throws {
    let inbox = try inbox(.off)
    var alert = alert("Load", fold: "pager/srv01")
    alert.subtitle = .set("srv01.example")
    _ = try inbox.push(alert, defaultSource: "ops")
    var end = end("srv01", of: "pager/srv01")
    (end.subtitle, end.body) = (.set("srv01.example"), .set("resolved"))
    _ = try inbox.push(end, defaultSource: "ops")
    #expect(try inbox.stored().map(\.body) == ["resolved"])
  }

  @Test func `filters know what is resolved and what came often`() throws {
    let inbox = try inbox(.off)
    _ = try inbox.push([alert("1"), alert("2"), .make("other")], defaultSource: "a")
    _ = try inbox.push([alert("x", fold: "b"), end("over", of: "b")], defaultSource: "a")
    for (text, numbers) in [
      ("is:resolved", [3]), ("-is:resolved", [1, 2]), ("occurrences>=2", [1]),
      ("occurrences<2", [2, 3]), ("-occurrences>1", [2, 3]), ("occurrences=1 is:resolved", [3]),
      ("occurrences=1 occurrences:2", [1, 2, 3]), ("occurrences>2", []),
    ] {
      let filter = try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
      #expect(try MessageFilter(parsing: filter.text, now: .testing, timeZone: .gmt) == filter)
      let rows = try inbox.snapshot(of: .init(filter: filter), in: .init(limit: 9)).rows
      #expect(rows.map(\.number.rawValue).sorted() == numbers.map(Int64.init), "\(text)")
      #expect(try inbox.count(matching: filter) == numbers.count, "\(text)")
    }
  }

  @Test func `an export brings every occurrence to another inbox`() throws {
    let inbox = try inbox(.off)
    for index in 1...5 {
      _ = try inbox.at(.testing(Double(index))).push(alert("\(index)"), defaultSource: "a")
    }
    _ = try inbox.at(.testing(9)).push(end("over"), defaultSource: "a")
    let other = try self.inbox()
    let lines = try inbox.stored().map { MessageJSON($0, as: .export).bytes }
    let payloads = try lines.flatMap { PayloadDecoder(purpose: .import).decode($0) }
      .map { try $0.result.get() }
    _ = try other.importMessages(payloads)
    #expect(try other.stored() == inbox.stored())
    _ = try other.importMessages(payloads, replacing: true)
    #expect(try other.stored() == inbox.stored())
    _ = try other.push(alert("6"), defaultSource: "a")
    #expect(try other.stored().map(\.occurrences) == [6])
  }
}
