import InboxCore
import InboxTestSupport
import Testing

/// What is sent more than once: neither doubled, nor lost, nor announced as news.
@Suite struct MergingRegressionTests {
  private let inbox = Inbox.empty()

  private func push(_ payloads: [Payload], at seconds: Double) throws {
    try inbox.at(seconds).push(payloads, defaultSource: "ci")
  }

  private func message() throws -> Message { try #require(try inbox.message(1)) }

  @Test(.bug(id: "D5", "a message that came twice was listed and counted twice"))
  func `a repeated message is stored and counted once`() throws {
    // Twice in one batch, then alone, then by another process.
    try push([.make(id: "1"), .make(id: "1"), .make(id: "2")], at: 0)
    try push([.make(id: "1")], at: 1)
    try push([.make("Title", id: "1", body: "again")], at: 2)
    #expect(try inbox.at(3).counts() == InboxCounts(unread: 2))
    #expect(try inbox.at(3).rows().map(\.number) == [2, 1])
    // Of another sender it is another message.
    try inbox.at(4).push(.make(id: "1"), from: "mail")
    #expect(try inbox.at(5).counts().unread == 3)
  }

  @Test(
    .bug(id: "D12", "the edited content of a known message never arrived"),
    arguments: [.read, .delete, .pin, .snooze(until: 500), nil] as [Verb?],
    [Status.read, .unread])
  func `an edited message of a known id arrives, and what was done to it stays`(
    _ verb: Verb?, _ status: Status
  ) throws {
    try push([.make("Old", id: "1", body: "old", priority: .low)], at: 0)
    if status == .read { try inbox.at(1).perform(.read, on: [1]) }
    if let verb { try inbox.at(2).perform(verb, on: [1]) }
    var expected = try message()
    try push([.make("New", id: "1", body: "new", tags: ["t"])], at: 3)
    (expected.title, expected.body, expected.tags) = ("New", "new", ["t"])
    #expect(try message() == expected)
  }

  @Test(.bug(id: "D9", "the same messages were reported as new at every synchronization"))
  func `what is sent again unchanged is no news, whatever was done to it here`() throws {
    let batch = (1...5).map { Payload.make(id: "\($0)") }
    try push(batch, at: 0)
    try inbox.at(1).perform(.read, on: [1])
    try inbox.at(1).perform(.delete, on: [2])
    let (sequence, counts) = (try inbox.lastSequence(), try inbox.at(2).counts())
    for seconds in [2.0, 3, 4] { try push(batch, at: seconds) }
    #expect(try inbox.lastSequence() == sequence)
    #expect(try inbox.at(5).counts() == counts)
  }

  @Test(
    .bug(id: "D2", "taking back kept the flags that had been changed in place"),
    arguments: [
      Verb.read, .unread, .delete, .restore, .pin, .unpin, .snooze(until: 500), .unsnooze,
    ])
  func `a step that is taken back leaves every message as it was`(verb: Verb) throws {
    try push((0..<6).map { _ in .make() }, at: 0)
    try inbox.at(1).perform(.read, on: [1, 2, 3])
    try inbox.at(1).perform(.pin, on: [1, 4])
    try inbox.at(1).perform(.delete, on: [2, 5])
    try inbox.at(1).perform(.snooze(until: 400), on: [3, 6])
    let before = try state()
    // The trash is named too, which no filter but its own reaches.
    try inbox.at(1).perform(verb, on: [1, 2, 3, 4, 5, 6])
    let after = try state()
    #expect(after != before)
    #expect(try inbox.at(2).undo() != nil)
    #expect(try state() == before)
    #expect(try inbox.at(2).redo() != nil)
    #expect(try state() == after)
  }

  /// All messages, and the lists that are made of them.
  private func state() throws -> [String] {
    var lines: [String] = []
    try inbox.exportMessages { lines.append("\($0)") }
    for filter in [MessageFilter.all, .trash] {
      let rows = try inbox.at(3).rows(MessageQuery(filter: filter))
      lines += rows.map { "\($0.number) \($0.sortDate)" }
    }
    return lines
  }
}
