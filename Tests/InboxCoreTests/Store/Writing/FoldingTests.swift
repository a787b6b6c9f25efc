import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

@Suite struct FoldingTests {
  private let inbox = Inbox.empty()

  /// An inbox that folds repeats without a key.
  private func folding(_ repeats: FoldRepeats = .identical, maximum: Int = 0) throws -> Inbox {
    try Inbox.inMemory(configuration: .testing(maximumCount: maximum, foldRepeats: repeats))
  }

  private func message() throws -> Message { try #require(try inbox.stored().first) }

  /// A payload with a fold key.
  private func alert(
    _ title: String, fold: String = "disk", id: String? = nil, body: String? = nil
  ) -> Payload {
    .make(title, id: id, body: body, fold: fold)
  }

  /// A payload that says that the matter of a fold key is over.
  private func end(
    _ title: String?, of key: String = "disk", id: String? = nil, body: String? = nil
  ) -> Payload {
    .make(title, id: id, body: body, resolves: key)
  }

  @Test func `a fold key makes one message of many pushes, and the newest text stands`() throws {
    try inbox.at(1).push(alert("91 %"), from: "ops")
    try inbox.perform(.read, on: [1])
    let outcome = try inbox.at(2).push(alert("95 %"), alert("97 %"), from: "ops")
    #expect(outcome.results == Array(repeating: .merged(1, id: "id-1"), count: 2))
    let message = try message()
    #expect(message.title == "97 %")
    #expect(message.occurrences == 3)
    #expect(message.status == .unread)
    #expect(message.sortDate == .testing(2))
    #expect([message.firstAt, message.lastAt] == [.testing(1), .testing(2)])
    #expect(message.earlier.map(\.title) == ["91 %", "95 %"])
    let row = try #require(try inbox.rows().first)
    #expect(row.occurrenceDates == [.testing(1), .testing(2), .testing(2)])
    #expect(try inbox.verbs() == [.received, .read, .resurfaced])
    #expect(try inbox.counts().unread == 1)
  }

  @Test func `a fold key means the messages of its own source`() throws {
    try inbox.push(alert("a"), from: "one")
    try inbox.push(alert("b"), from: "two")
    #expect(try inbox.stored().map(\.occurrences) == [1, 1])
  }

  @Test func `a message that repeats a listed one is its next occurrence`() throws {
    let inbox = try folding()
    for _ in 0..<3 { try inbox.push(.make("full", body: "disk"), from: "ops") }
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
    let inbox = try folding()
    try inbox.push(.make("full", body: "disk"), from: "a")
    try inbox.push(other, from: "a")
    #expect(try inbox.stored().map(\.occurrences) == [1, 1])
    // So it is within one push, whose repetitions are counted before they are stored.
    let batch = try folding()
    let same = Payload.make("full", body: "disk")
    try batch.push(same, same, other, from: "a")
    #expect(try batch.stored().map(\.occurrences) == [2, 1])
  }

  /// Everything that a message can have, made of one word.
  private func full(_ word: String, fold: String? = nil, resolves: String? = nil) -> Payload {
    Payload(
      title: "T \(word)", subtitle: "S \(word)", body: "B \(word)", categories: ["c-\(word)"],
      tags: ["t-\(word)"], priority: .high, glyph: "✘",
      attachments: [Attachment(name: "n-\(word)", url: "https://\(word).example/file")],
      tap: .url("https://\(word).example"),
      actions: [.init(id: "i-\(word)", label: "l-\(word)", url: "https://\(word).example/a")],
      sound: "s-\(word)", badge: 3, custom: .object(["build": .string(word)]),
      conversionTags: ["v-\(word)"], fold: fold, resolves: resolves)
  }

  @Test func `what the next occurrence lacks or changed stays in the earlier one`() throws {
    try inbox.push(full("one", fold: "k"), full("two", fold: "k"), from: "a")
    try inbox.push(alert("bare", fold: "k"), from: "a")
    let message = try message()
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
    let long = String(repeating: "x", count: 10_000)
    let payload = full("same", fold: "k").with { $0.body = .set(long) }
    try inbox.push(payload, payload, alert("other", fold: "k"), from: "a")
    let earlier = try message().earlier
    #expect(earlier.map { $0.body?.utf8.count } == [Occurrence.bodySize, 10_000])
    #expect(earlier.first?.fields == [:])
  }

  @Test func `earlier occurrences have a limit of size, beyond which the oldest go`() throws {
    let size = 200_000
    for number in 1...9 {
      let body = String(repeating: "\(number)", count: size)
      try inbox.push(alert("\(number)", fold: "k", body: body), from: "a")
    }
    let message = try message()
    #expect(message.occurrences == 9)
    #expect(message.earlier.map(\.title) == ["7", "8"])
    #expect(message.earlier.allSatisfy { $0.body?.count == size })
    #expect(MessageJSON(message, as: .export).bytes.count < Payload.maximumExportSize)
  }

  @Test func `the end of a matter keeps its names, links and values beside the message's`() throws {
    for payload in [full("one", fold: "disk"), full("two", resolves: "disk")] {
      try inbox.push(payload, from: "a")
    }
    let message = try message()
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
    let inbox = try folding()
    func push(_ build: Int64) throws {
      let custom = JSONValue.object(["build": .integer(build)])
      try inbox.push(Payload(title: "Job", body: "done", custom: custom), from: "ci")
    }
    for build in 0..<200 { try push(Int64(build)) }
    let counts = "SELECT count(*) AS n FROM message GROUP BY title_hash, content_hash"
    #expect(try inbox.value("SELECT max(n) FROM (\(counts))") == 1)
    try push(7)
    #expect(try inbox.stored().map(\.occurrences).filter { $0 > 1 } == [2])
  }

  @Test(arguments: [Verb.delete, .snooze(until: 60)])
  func `a message that is not listed is not repeated`(_ verb: Verb) throws {
    let inbox = try folding()
    try inbox.push(.make(), from: "a")
    try inbox.perform(verb, on: [1])
    try inbox.push(.make(), from: "a")
    #expect(try inbox.stored().map(\.occurrences) == [1, 1])
  }

  @Test func `by title the text may differ, and off folds nothing without a key`() throws {
    let byTitle = try folding(.title)
    for body in ["1", "2"] { try byTitle.push(.make(body: body), from: "a") }
    #expect(try byTitle.stored().map(\.body) == ["2"])
    #expect(try byTitle.stored().map(\.occurrences) == [2])
    for _ in 0..<2 { try inbox.push(.make(), from: "a") }
    #expect(try inbox.stored().map(\.occurrences) == [1, 1])
  }

  @Test func `a deleted message is never folded into, and undo brings it back alone`() throws {
    try inbox.push(alert("1"), from: "a")
    try inbox.perform(.delete, on: [1])
    try inbox.push(alert("2"), from: "a")
    try inbox.push(alert("3"), from: "a")
    #expect(try inbox.stored().map(\.title) == ["1", "3"])
    #expect(try inbox.stored().map(\.status) == [.deleted, .unread])
    #expect(try inbox.undo()?.changedCount == 1)
    #expect(try inbox.stored().map(\.status) == [.unread, .unread])
  }

  @Test func `a person's change is not undone once the message has come again`() throws {
    try inbox.push(alert("1"), from: "a")
    try inbox.perform(.read, on: [1])
    try inbox.push(alert("2"), from: "a")
    #expect(try inbox.undo()?.changedSince == [1])
    #expect(try inbox.stored().map(\.status) == [.unread])
  }

  @Test func `a pin stays, and a snooze unless the next one is more urgent`() throws {
    try inbox.push(alert("1"), from: "a")
    try inbox.perform(.pin, on: [1])
    try inbox.perform(.snooze(until: 60), on: [1])
    try inbox.push(alert("2"), from: "a")
    #expect(try inbox.counts() == InboxCounts(hidden: 1))
    try inbox.push(alert("3").with { $0.priority = .set(.max) }, from: "a")
    #expect(try inbox.counts() == InboxCounts(unread: 1))
    #expect(try inbox.stored().map(\.isPinned) == [true])
  }

  @Test func `a push that comes twice counts once`() throws {
    for (title, id) in [("1", "a"), ("2", "b"), ("3", "c"), ("2", "b"), ("3 whole", "c")] {
      try inbox.push(alert(title, id: id), from: "a")
    }
    let message = try message()
    #expect(message.occurrences == 3)
    #expect(message.title == "3 whole")
    #expect(message.id == "a")
  }

  @Test func `without text a fold key changes the message and is no occurrence`() throws {
    try inbox.push(alert("Copying"), from: "a")
    var payload = Payload(progress: 40, fold: "disk")
    try inbox.push(payload, from: "a")
    #expect(try inbox.stored().map(\.progress) == [40])
    #expect(try inbox.stored().map(\.occurrences) == [1])
    payload.fold = .set("other")
    #expect(try inbox.push(payload, defaultSource: "a") == .ignored(.noText))
  }

  @Test func `a hundred occurrences are kept, and the count goes on`() throws {
    let payloads = (1...250).map { alert("\($0)", id: "own-\($0)") }
    try inbox.push(payloads, defaultSource: "a")
    let message = try message()
    #expect(message.occurrences == 250)
    #expect(message.earlier.map(\.title) == (151...249).map(String.init))
    #expect(try inbox.verbs() == [.received])
    #expect(try inbox.value("SELECT count(*) FROM alias") ?? 0 <= Occurrence.keptCount)
    try inbox.perform(.delete, on: .everything)
    try inbox.purge(.matching(.trash))
    for table in ["alias", "occurrence"] {
      #expect(try inbox.value("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }

  @Test func `the text index follows the newest text`() throws {
    try inbox.push(alert("alpha"), alert("beta"), alert("beta"), from: "a")
    for (word, count) in [("alpha", 0), ("beta", 1)] {
      #expect(try inbox.count(matching: MessageFilter(word)) == count)
    }
  }

  @Test func `a storm in one transaction is one row, one entry and one message more`() throws {
    let inbox = try folding(maximum: 3)
    try inbox.push(.make("old 1"), .make("old 2"), .make("old 3"), from: "a")
    let storm = Array(repeating: Payload.make("storm", body: "again"), count: 500)
    let outcome = try inbox.push(storm, defaultSource: "a")
    #expect(outcome.prunedCount == 1)
    #expect(try inbox.stored().map(\.occurrences) == [1, 1, 500])
    #expect(try inbox.verbs().filter { $0 == .received }.count == 2)
    #expect(try inbox.metrics().filter { $0.event == .received }.map(\.count).reduce(0, +) == 503)
  }

  @Test func `the end of a matter makes its message resolved and read, with both texts`() throws {
    try inbox.push(alert("Disk full"), from: "a")
    try inbox.at(5).push(end("Disk is fine"), from: "a")
    let message = try message()
    #expect(message.resolvedAt == .testing(5))
    #expect(message.status == .read)
    #expect(message.title == "Disk full")
    #expect(message.body == "Disk is fine")
    #expect(message.occurrences == 1)
    #expect(try inbox.verbs() == [.received, .resolved])
    try inbox.at(9).push(end("Disk is fine"), from: "a")
    #expect(try inbox.stored() == [message])
    try inbox.push(alert("Disk full again"), from: "a")
    #expect(try inbox.stored().map(\.resolvedAt) == [nil])
    #expect(try inbox.stored().map(\.status) == [.unread])
  }

  @Test func `a second end adds what it says, and one without room is kept with the rest`() throws {
    try inbox.push(alert("Disk full"), from: "a")
    for text in ["Disk is fine", "Disk is fine again", "Disk is fine"] {
      try inbox.push(end(text), from: "a")
    }
    #expect(try inbox.stored().map(\.body) == ["Disk is fine\n\nDisk is fine again"])
    let long = String(repeating: "x", count: 200_000)
    try inbox.push(alert("Large", fold: "large", body: long), from: "a")
    let over = end("over", of: "large", body: String(repeating: "y", count: 100_000))
    let result = try inbox.push(over, defaultSource: "a")
    guard case .merged = result else { throw Unexpected(result) }
    let resolved = try #require(try inbox.stored().first { $0.body == long })
    #expect(resolved.resolvedAt != nil)
    #expect(resolved.rest?.value(at: "/resolved/text")?.plainText?.hasSuffix("yyy") == true)
  }

  @Test func `the end of an unknown matter is a message that says so`() throws {
    try inbox.push(end("Disk is fine"), from: "a")
    #expect(try inbox.stored().map(\.resolvedAt) == [.testing])
    try inbox.push(alert("Disk full"), from: "a")
    #expect(try inbox.stored().map(\.occurrences) == [2])
    #expect(try inbox.push(end(nil, of: "other"), defaultSource: "a") == .ignored(.noText))
  }

  @Test func `what is delivered again takes back neither the end nor a later occurrence`() throws {
    let payloads = [
      alert("failure", id: "1"), end("success", id: "2"), alert("91 %", fold: "load", id: "3"),
    ]
    for payload in payloads + [alert("95 %", fold: "load", id: "4")] {
      try inbox.push(payload, from: "ci")
    }
    let before = try inbox.stored()
    for payload in payloads { try inbox.push(payload, from: "ci") }
    #expect(try inbox.stored() == before)
    #expect(before.map(\.body) == ["success", nil])
  }

  @Test func `what is said of an earlier occurrence by its id is kept there`() throws {
    for (title, id) in [("91 %", "a"), ("95 %", "b"), ("97 %", "c")] {
      try inbox.push(alert(title, id: id), from: "ops")
    }
    let late = alert("91 %, /var", id: "a").with { $0.tags = .set(["var"]) }
    try inbox.push(late, from: "ops")
    try inbox.push(alert("95 %, /home", id: "b"), from: "ops")
    var message = try message()
    #expect(message.title == "97 %" && message.occurrences == 3)
    #expect(message.earlier.map(\.title) == ["91 %, /var", "95 %, /home"])
    #expect(message.earlier.map { $0.fields["tags"] } == [.array([.string("var")]), nil])
    // What says nothing new changes nothing.
    let entries = try inbox.verbs()
    try inbox.push(late, alert("95 %, /home", id: "b"), from: "ops")
    #expect(try inbox.verbs() == entries)
    message = try self.message()
    #expect(message.earlier.map(\.title) == ["91 %, /var", "95 %, /home"])
  }

  @Test(arguments: ["a", "b"])
  func `an end ends the matter under the id of any of its occurrences, but once`(id: String) throws
  {
    try inbox.push(alert("91 %", id: "a"), from: "ops")
    try inbox.push(alert("95 %", id: "b"), from: "ops")
    try inbox.push(end("all is well", id: id), from: "ops")
    let ended = try message()
    #expect(ended.resolvedAt != nil && ended.body?.contains("all is well") == true)
    // The matter begins anew, and the end is delivered again.
    try inbox.push(alert("99 %", id: "c"), from: "ops")
    try inbox.push(end("all is well", id: id), from: "ops")
    #expect(try inbox.stored().first?.resolvedAt == nil)
    // So are the occurrences before it, which keep the words of the end.
    let message = try message()
    try inbox.push(alert("91 %", id: "a"), alert("95 %", id: "b"), from: "ops")
    #expect(try inbox.stored() == [message])
    #expect(message.earlier.map(\.title) == ["91 %", "95 %"])
    #expect(message.earlier.last?.body?.contains("all is well") == true)
  }

  @Test func `a first occurrence that is delivered again keeps the words of its end`() throws {
    var first = alert("91 %", id: "a", body: "it is /var")
    try inbox.push(first, end("all is well", id: "e"), from: "ops")
    try inbox.push(alert("99 %", id: "c"), from: "ops")
    let message = try message()
    #expect(message.earlier.first?.body == "it is /var\n\nall is well")
    try inbox.push(first, from: "ops")
    #expect(try inbox.stored() == [message])
    first.body = .set("it was /home")
    try inbox.push(first, from: "ops")
    #expect(
      try inbox.stored().first?.earlier.first?.body == "it is /var\n\nall is well\n\nit was /home")
  }

  @Test func `the first occurrence with another text after the end is kept beside the end`() throws
  {
    var first = alert("91 %", id: "a").with { $0.custom = .set(.object(["disk": "sda"])) }
    let over = end("all is well", id: "b").with { $0.tags = .set(["ok"]) }
    try inbox.push(first, over, from: "ops")
    let ended = try message()
    try inbox.push(first, from: "ops")
    #expect(try inbox.stored() == [ended])
    first.body = .set("it was /var")
    try inbox.push(first, from: "ops")
    let message = try message()
    #expect(message.resolvedAt != nil)
    #expect(message.body?.contains("all is well") == true)
    #expect(message.body?.contains("it was /var") == true)
  }

  @Test func `the end adds no text that stands there, nor the name of the matter`() throws {
    for payload in [
      alert("Load", fold: "pager/srv01"), end("srv01", of: "pager/srv01", body: "resolved"),
    ] { try inbox.push(payload.with { $0.subtitle = .set("srv01.example") }, from: "ops") }
    #expect(try inbox.stored().map(\.body) == ["resolved"])
  }

  @Test func `filters know what is resolved and what came often`() throws {
    try inbox.push(alert("1"), alert("2"), .make("other"), from: "a")
    try inbox.push(alert("x", fold: "b"), end("over", of: "b"), from: "a")
    for (text, numbers): (String, [MessageNumber]) in [
      ("is:resolved", [3]), ("-is:resolved", [1, 2]), ("occurrences>=2", [1]),
      ("occurrences<2", [2, 3]), ("-occurrences>1", [2, 3]), ("occurrences=1 is:resolved", [3]),
      ("occurrences=1 occurrences:2", [1, 2, 3]), ("occurrences>2", []),
    ] {
      let filter = try MessageFilter(text)
      #expect(try MessageFilter(filter.text) == filter)
      #expect(try inbox.rows(text).map(\.number).sorted() == numbers, "\(text)")
      #expect(try inbox.count(matching: filter) == numbers.count, "\(text)")
    }
  }

  @Test func `an export brings every occurrence to another inbox`() throws {
    for index in 1...5 { try inbox.at(Double(index)).push(alert("\(index)"), defaultSource: "a") }
    try inbox.at(9).push(end("over"), from: "a")
    let other = try folding()
    for isReplacing in [false, true] {
      try other.importExport(of: inbox, replacing: isReplacing)
      #expect(try other.stored() == inbox.stored(), "\(isReplacing)")
    }
    try other.push(alert("6"), from: "a")
    #expect(try other.stored().map(\.occurrences) == [6])
  }
}
