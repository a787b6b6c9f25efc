import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

@Suite struct PushTests {
  private let inbox = Inbox.empty()

  @Test func `every field of a message comes back from the store`() throws {
    let payload = Payload(
      title: "T", body: "B", source: "s", id: "1", categories: ["c", "d"], tags: ["t"],
      thread: "th", priority: .max,
      attachments: [.init(name: "n", url: "u", format: .image, size: 7)], tap: .thread("th"),
      actions: [.init(id: "a", label: "A", url: "x")], badge: 3, sentAt: .testing(-5),
      startsAt: .testing(-2), expiresAt: .testing(9), delivery: .inbox,
      custom: .object(["k": .array([.integer(1), .null])]), conversionTags: ["v"])
    try inbox.push(payload, from: "cli")
    var expected = payload.makeMessage(id: "1", source: "s", at: .testing)
    expected.number = MessageNumber(1)
    #expect(try inbox.stored() == [expected])
  }

  @Test func `a known message keeps what is absent and clears what is null`() throws {
    let second = Payload.make("New", id: "1").with { $0.thread = .cleared }
    let outcome = try inbox.push(.make("Old", id: "1", body: "B", thread: "t"), second, from: "cli")
    #expect(outcome.results == [.inserted(1, id: "1"), .merged(1, id: "1")])
    let message = try #require(try inbox.stored().first)
    #expect(message.title == "New")
    #expect(message.body == "B")
    #expect(message.thread == nil)
  }

  @Test func `a deleted message stays deleted unless resurfaced`() throws {
    try inbox.push(.make(id: "1"), from: "a")
    try inbox.perform(.delete, on: [1])
    let again = Payload.make("Again", id: "1")
    try inbox.at(1).push(again, from: "a")
    #expect(try inbox.stored().map(\.status) == [.deleted])
    try inbox.at(2).push(again.with { $0.resurfaces = true }, from: "a")
    #expect(try inbox.stored().map(\.status) == [.unread])
    #expect(try inbox.stored().map(\.sortDate) == [.testing(2)])
  }

  @Test func `an import over the maximum stores nothing`() throws {
    let inbox = try Inbox.testing(maximumCount: 1)
    #expect(throws: InboxError.overMaximum(count: 2, maximum: 1)) {
      try inbox.importMessages([.make(), .make()])
    }
    #expect(try inbox.stored().isEmpty)
    #expect(try inbox.importMessages([.make(), .make()], pruning: true).prunedCount == 1)
  }

  @Test func `an import keeps the local status of a known message unless replacing`() throws {
    var payload = Payload.make(id: "1", source: "s")
    (payload.local.status, payload.local.isPinned) = (.read, true)
    _ = try inbox.importMessages([payload])
    #expect(try inbox.stored().map(\.status) == [.read])
    payload.local.status = .deleted
    _ = try inbox.importMessages([payload])
    #expect(try inbox.stored().map(\.status) == [.read])
    _ = try inbox.importMessages([payload], replacing: true)
    #expect(try inbox.stored().map(\.status) == [.deleted])
  }
}

/// The push's share of a message, and the whole that follows it.
struct PartialTests {
  private let inbox = Inbox.empty()

  @discardableResult private func push(
    _ title: String, isPartial: Bool = false, resurfaces: Bool = false, at seconds: Double = 0
  ) throws -> PushOutcome.RecordResult? {
    let payload = Payload.make(title, id: "a", source: "ci")
    return try inbox.at(seconds).push(
      payload.with { ($0.isPartial, $0.resurfaces) = (isPartial, resurfaces) })
  }

  private var row: MessageRow? { get throws { try inbox.at(100).rows().first } }

  private func verbs(after sequence: Int64) throws -> [LogEntry.Verb] {
    let watch = try inbox.watch(after: sequence)
    guard case .changed(let entries) = try watch.take() else { return [] }
    return entries.map(\.verb)
  }

  @Test func `the full message completes the partial one where it stands`() throws {
    try push("Build…", isPartial: true)
    #expect(try row?.isPartial == true)
    let before = try row
    try push("Build passed", at: 10)
    #expect(try row?.isPartial == false)
    #expect(try row?.title == "Build passed")
    #expect(try row?.sortDate == before?.sortDate)
    #expect(try verbs(after: 0) == [.received, .merged])
  }

  @Test func `a late partial never overwrites, but can bring the message up`() throws {
    try push("Build passed")
    let late = try push("Build…", isPartial: true, at: 10)
    #expect(late == .ignored(.fullIsHere))
    #expect(try row?.title == "Build passed")
    try inbox.at(20).perform(.read, on: [1])
    try push("Build…", isPartial: true, resurfaces: true, at: 30)
    #expect(try row?.title == "Build passed")
    #expect(try row?.isPartial == false)
    #expect(try row?.status == .unread)
    #expect(try row?.sortDate == .testing(30))
    #expect(try verbs(after: 0) == [.received, .read, .resurfaced])
  }

  @Test func `progress under one id stays in its place and status`() throws {
    try push("0 %")
    try inbox.at(1).push(.make("on top"), from: "cli")
    try inbox.at(2).perform(.read, on: [1])
    for percent in 1...100 { try push("\(percent) %", at: Double(percent)) }
    let rows = try inbox.at(100).rows()
    #expect(rows.map(\.title) == ["on top", "100 %"])
    #expect(rows.map(\.status) == [.unread, .read])
    #expect(try Set(verbs(after: 3)) == [.merged])
    #expect(try inbox.at(100).arrivals(.numbers([1])) == [])
  }
}

/// The glyph of a message whose sender set none, by its tags.
@Suite struct TagEmojiTests {
  private func payload(
    _ tags: [String]?, glyph: Payload.Field<String> = .absent, id: String = "a"
  ) -> Payload {
    Payload(title: "Disk full", id: id, tags: tags).with { $0.glyph = glyph }
  }

  private func glyph(after payloads: [Payload], rules: [Rule] = []) throws -> String? {
    let inbox = try Inbox.testing()
    inbox.update(configuration: .testing().with { $0.rules = rules })
    try inbox.push(payloads, defaultSource: "cli")
    return try inbox.message(1)?.glyph
  }

  @Test(arguments: [(["fire"], "🔥"), (["ops", "warning", "fire"], "⚠"), (["ops"], nil), ([], nil)])
  func `a tag with an emoji gives the glyph`(tags: [String], expected: String?) throws {
    #expect(try glyph(after: [payload(tags)]) == expected)
  }

  @Test func `a glyph of the sender's stays, and one that is cleared is none`() throws {
    #expect(try glyph(after: [payload(["fire"], glyph: .set("✔"))]) == "✔")
    #expect(try glyph(after: [payload(["fire"], glyph: .cleared)]) == nil)
    #expect(try glyph(after: [payload(nil, glyph: .set("✔")), payload(["fire"])]) == "✔")
  }

  @Test func `it changes with the tags, and stays without news of them`() throws {
    #expect(try glyph(after: [payload(["fire"]), payload(["warning"])]) == "⚠")
    #expect(try glyph(after: [payload(["fire"]), payload(["ops"])]) == nil)
    #expect(try glyph(after: [payload(["fire"]), payload(nil)]) == "🔥")
  }

  @Test func `a tag that a rule adds counts like one of the sender's`() throws {
    let rule = Rule(name: "r", actions: RuleActions(addedTags: ["fire"]))
    #expect(try glyph(after: [payload(nil)], rules: [rule]) == "🔥")
    #expect(try glyph(after: [payload(nil, glyph: .set("✔"))], rules: [rule]) == "✔")
  }

  @Test func `an import of tags without a glyph has it too`() throws {
    let inbox = try Inbox.testing()
    _ = try inbox.importMessages([payload(["fire"])])
    #expect(try inbox.message(1)?.glyph == "🔥")
  }
}
