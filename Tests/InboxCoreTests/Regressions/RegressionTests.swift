import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// Numbers that drift apart are what people complain of most.
@Suite struct CountRegressionTests {
  /// How many are unread, as everything that tells it says.
  private func unread(_ inbox: Inbox, at seconds: Double) throws -> Set<Int> {
    let inbox = inbox.at(seconds)
    let snapshot = try inbox.snapshot(of: .init(filter: .unread), in: .init(limit: 99))
    let pages = InboxPageSource(inbox, query: .init(filter: .unread), pageSize: 2)
    while pages.hasNextPage { try pages.nextPage() }
    let counted = [
      snapshot.rows.count, snapshot.counts.unread, try inbox.rows().count { $0.status == .unread },
      pages.objects.count, try inbox.counts().unread, try inbox.count(matching: .unread),
    ]
    return Set(counted + (try inbox.counts(of: [.all, .unread]).suffix(1)))
  }

  @Test(
    .bug(id: "D6", "badge, list and extension showed three numbers"),
    .bug(id: "D11", "at its last moment a message was listed and expired"))
  func `badge, list and count agree at the moment of expiry`() throws {
    let inbox = try Inbox.testing()
    try inbox.push(
      .make("stays"), .make("ends", expiresAt: .testing(60)),
      .make("comes", startsAt: .testing(60)), .make("deleted", expiresAt: .testing(60)),
      .make("alert only", expiresAt: .testing(60), delivery: .alert), .make("snoozed"), from: "a")
    try inbox.perform(.delete, on: [4])
    try inbox.perform(.snooze(until: 60), on: [6])
    let expired = try MessageFilter("is:expired")
    for (seconds, unread, over) in [(59.999, 2, 0), (60, 3, 1), (60.001, 3, 1)] {
      #expect(try self.unread(inbox, at: seconds) == [unread], "\(seconds)")
      #expect(try inbox.at(seconds).count(matching: expired) == over, "\(seconds)")
    }
    #expect(try inbox.at(60).settle())
    #expect(try unread(inbox, at: 60) == [3])
  }

  @Test(
    .bug(id: "D10", "the count went on counting what was read, deleted or expired"),
    arguments: [Verb.delete, .read, .view, .snooze(until: 99)])
  func `an unread message that goes lowers the unread count, seen from anywhere`(
    verb: Verb
  ) throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    let other = try Inbox.testing(in: folder)
    try inbox.push(.make(), .make(), .make(), from: "a")
    #expect(try unread(other, at: 1) == [3])
    try inbox.at(1).perform(verb, on: [2])
    #expect(try unread(inbox, at: 2) == [2])
    #expect(try unread(other, at: 2) == [2])
    try other.at(3).perform(verb, on: .matching(.all))
    #expect(try unread(inbox, at: 4) == [0])
  }

  @Test(.bug(id: "D17", "marking unread in a list of read ones set the count to zero"))
  func `marking unread in a list of read ones raises the unread count`() throws {
    let inbox = try Inbox.testing()
    try inbox.push(.make(), .make(), .make(), from: "a")
    try inbox.perform(.read, on: [1, 2])
    let read = MessageFilter([.init(.status(.read))])
    try inbox.at(1).perform(.unread, on: .matching(read))
    #expect(try unread(inbox, at: 2) == [3])
    try inbox.at(3).perform(.read, on: .matching(.unread))
    #expect(try unread(inbox, at: 4) == [0])
  }

  @Test(.bug(id: "D15", "before it was ready, an inbox counted -1"))
  func `an inbox that was just made counts nothing, and not less`() throws {
    let inbox = try Inbox.testing()
    #expect(try unread(inbox, at: 0) == [0])
    #expect(try inbox.counts() == InboxCounts())
    #expect(try inbox.health().recount == InboxCounts())
  }
}

/// Pages and places of two lists that share one store.
@Suite struct PagingRegressionTests {
  private let inbox = Inbox.empty()

  init() throws { for number in 1...40 { try inbox.at(Double(number)).push(.make(), from: "a") } }

  private func perform(_ verb: Verb, _ numbers: [Int64]) throws {
    try inbox.at(50).perform(verb, on: .numbers(numbers.map { MessageNumber($0) }))
  }

  private func numbers(_ source: InboxPageSource) -> [Int64] {
    source.objects.map(\.number.rawValue)
  }

  @Test(.bug(id: "D1", "pages of the archive brought messages of the feed"))
  func `pages of list and trash in turns hold nothing of the other`() throws {
    try perform(.delete, (1...40).filter { $0.isMultiple(of: 3) })
    let inbox = inbox.at(60)
    let list = InboxPageSource(inbox, pageSize: 4)
    let trash = InboxPageSource(inbox, query: .init(filter: .trash), pageSize: 4)
    while list.hasNextPage || trash.hasNextPage {
      if list.hasNextPage { try list.nextPage() }
      if trash.hasNextPage { try trash.nextPage() }
    }
    #expect(numbers(list) == (1...40).reversed().filter { !$0.isMultiple(of: 3) })
    #expect(numbers(trash) == (1...40).reversed().filter { $0.isMultiple(of: 3) })
  }

  @Test(.bug(id: "D3", "what was archived landed a row too high"))
  func `a message that moves to the trash or back stands at its place in the order`() throws {
    for number: Int64 in [20, 40, 1, 21, 19] { try perform(.delete, [number]) }
    #expect(try rows(of: .trash) == [40, 21, 20, 19, 1])
    for number: Int64 in [1, 20, 40] { try perform(.restore, [number]) }
    #expect(try rows(of: .trash) == [21, 19])
    #expect(try rows(of: .all) == (1...40).reversed().filter { $0 != 21 && $0 != 19 })
  }

  private func rows(of filter: MessageFilter) throws -> [Int64] {
    try inbox.at(60).rows(MessageQuery(filter: filter)).map(\.number.rawValue)
  }
}

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

/// What is damaged, cut off or refused takes nothing else with it.
@Suite struct StorageRegressionTests {
  private let folder = TemporaryFolder.empty()
  private var path: String { folder.path + "/inbox/inbox.sqlite" }

  /// An inbox of some hundred messages, closed.
  private func fill() throws -> Data {
    let inbox = try Inbox.testing(in: folder)
    let text = String(repeating: "text ", count: 100)
    let payloads = (1...300).map { Payload.make("\($0)", id: "\($0)", body: text) }
    try inbox.push(payloads, defaultSource: "a")
    try inbox.close()
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// Uses the file in every way that a program does.
  private func useAll() throws {
    let inbox = try Inbox.testing(in: folder)
    defer { try? inbox.close() }
    _ = try inbox.snapshot(of: .init(), in: .init(limit: 400))
    try inbox.push(.make("new", id: "7"), from: "a")
    try inbox.perform(.delete, on: .matching(.all))
  }

  @Test(
    .bug(id: "D8", "a damaged file was taken for none, and written over"),
    arguments: [0.05, 0.5, 0.95])
  func `a file damaged from some place on is reported, and what is left of it stays`(
    share: Double
  ) throws {
    var bytes = try fill()
    let start = Int(Double(bytes.count) * share) / 4_096 * 4_096
    bytes.replaceSubrange(start..., with: Data(repeating: 0xA5, count: bytes.count - start))
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: InboxError.self) { try useAll() }
    #expect(error?.isDamage == true, "\(String(describing: error))")
    let after = try Data(contentsOf: URL(fileURLWithPath: path))
    // Never a new, empty inbox in its place.
    #expect(after.count >= bytes.count)
    let kept = zip(after, bytes[..<start]).count { $0 == $1 }
    #expect(kept == start)
  }

  @Test(.bug(id: "D7", "one record that could not be read failed all of them"))
  func `one damaged record costs none of its neighbours`() throws {
    let inbox = try Inbox.testing(in: folder)
    let payloads = (1...4).map { Payload.make("\($0)", id: "\($0)", tags: ["t"]) }
    try inbox.push(payloads, defaultSource: "a")
    try inbox.execute(
      """
      UPDATE message SET tap = '{"kind":"fly"}', actions = '[{]', attachments = '7',
        custom = 'no JSON', conversion_tags = 'null', badge = 'many' WHERE number = 2;
      UPDATE message SET tap = '', actions = x'FF00', attachments = '[{"url":1}]',
        custom = x'00' WHERE number = 3
      """)
    #expect(try inbox.rows().map(\.title) == ["4", "3", "2", "1"])
    let messages = try inbox.stored()
    #expect(messages.map(\.title) == ["1", "2", "3", "4"])
    #expect(messages.map(\.tap) == Array(repeating: .app, count: 4))
    #expect(try inbox.perform(.read, on: .matching(.all)).changedCount == 4)
  }

  @Test(.bug(id: "D16", "the store was emptied before the new content was there"))
  func `an import that is refused leaves what was there`() throws {
    let inbox = try Inbox.testing(in: folder, maximumCount: 3)
    try inbox.push(.make("a", id: "1"), .make("b", id: "2"), from: "s")
    let before = try inbox.stored()
    let many = ["1", "3", "4"].map { Payload.make("new", id: $0, source: "s") }
    #expect(throws: InboxError.overMaximum(count: 4, maximum: 3)) {
      try inbox.at(1).importMessages(many, replacing: true)
    }
    #expect(try inbox.stored() == before)
  }
}
