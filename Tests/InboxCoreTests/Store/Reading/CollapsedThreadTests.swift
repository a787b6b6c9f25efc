import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// Threads as one row each, compared with the same rows joined in memory.
@Suite struct CollapsedThreadTests {
  private static let filters = [
    "", "is:unread", "is:pinned", "-is:pinned", "is:unread is:read", "is:deleted", "is:snoozed",
    "source:ntfy", "-source:ntfy", "thread:1", "priority>=4", "tag:a", "category:ops is:unread",
    "-disk", "after:-20m", "source:ntfy OR priority=5", "(tag:a OR is:pinned) -source:cli",
  ]

  private let messages: [StoredMessage]
  private let inbox: Inbox

  init() {
    messages = StoredMessage.random(220, seed: 7)
    inbox = .storing(messages)
  }

  private func query(_ text: String, _ order: MessageOrder) throws -> MessageQuery {
    var query = try MessageQuery(text, order)
    query.collapsesThreads = true
    return query
  }

  /// The rows that the rules name: of each thread the newest of the matching messages in the same place
  /// that do not lead the list.
  private func expected(_ query: MessageQuery) -> [StoredMessage] {
    let sorted = messages.filter { $0.matches(query.filter, at: .testing) }
      .sorted { $0.precedes($1, in: query, at: .testing) }
    return sorted.filter { message in
      message.lead > 0 || (message.message.thread ?? "").isEmpty
        || !sorted.contains { isNewer($0, than: message) }
    }
  }

  private func isNewer(_ other: StoredMessage, than message: StoredMessage) -> Bool {
    let newest = MessageQuery(order: .newest)
    return other.lead == 0 && other.message.thread == message.message.thread
      && other.message.source == message.message.source
      && other.place(at: .testing) == message.place(at: .testing)
      && other.message.number != message.message.number
      && other.precedes(message, in: newest, at: .testing)
  }

  @Test(arguments: Self.filters, [MessageOrder.newest, .oldest])
  func `each thread has one row, that of its newest matching message`(
    text: String, order: MessageOrder
  ) throws {
    let query = try query(text, order)
    let rows = try inbox.rows(query)
    #expect(rows.map(\.number) == expected(query).map(\.message.number))
    // A window around each tenth row continues at both ends.
    for index in stride(from: 0, to: rows.count, by: 10) {
      let window = MessageWindow(anchor: .around(rows[index].number), limit: 6)
      let near = try inbox.snapshot(of: query, in: window).rows.map(\.number)
      let start = try #require(rows.firstIndex { $0.number == near.first })
      #expect(near == rows[start...].prefix(near.count).map(\.number))
    }
  }

  @Test func `positions and steps count the rows`() throws {
    let query = try query("", .newest)
    let rows = try inbox.rows(query)
    for (index, row) in rows.enumerated() where index % 7 == 0 {
      #expect(try inbox.position(of: row.number, in: query) == index + 1)
      let next = try inbox.adjacentRow(
        of: row.number, in: query, matching: .all, direction: .forward)
      #expect(next == (index + 1 < rows.count ? rows[index + 1].number : nil))
    }
  }

  @Test(arguments: Self.filters)
  func `a day counts its rows, unread while a message of theirs is`(text: String) throws {
    var query = try query(text, .newest)
    query.grouping = MessageGrouping(.day(.gmt))
    let rows = try inbox.rows(query)
    var reader = GroupReader(.day(.gmt))
    let groups = Dictionary(grouping: rows) { reader.group(of: $0) }
    let sorted = Array(groups.keys)
    let expected = sorted.map { group in
      let rows = groups[group] ?? []
      return GroupCount(total: rows.count, unread: rows.count { $0.status == .unread })
    }
    #expect(try inbox.counts(of: sorted, in: query) == expected)
  }

  @Test(arguments: Self.filters)
  func `the rows of a day stand for their messages, newest first`(text: String) throws {
    var query = try query(text, .newest)
    query.grouping = MessageGrouping(.day(.gmt))
    let rows = try inbox.rows(query)
    let listed = messages.filter { $0.matches(query.filter, at: .testing) }
      .sorted { $0.precedes($1, in: MessageQuery(), at: .testing) }
    let day = try #require(rows.last { !$0.isLeading } ?? rows.last)
    var reader = GroupReader(.day(.gmt))
    let group = reader.group(of: day)
    let below = rows.filter { reader.group(of: $0) == group }
    let found = try inbox.members(of: .group(group), in: query, as: \.number)
    #expect(
      found
        == below.map { row in
          guard let thread = row.sourceThread, row.threadSummary != nil else { return [row.number] }
          return listed.filter {
            $0.lead == 0 && $0.message.thread == thread.name && $0.message.source == thread.source
          }.map(\.message.number)
        })
    let threads = below.compactMap { $0.threadSummary == nil ? nil : $0.sourceThread }
    #expect(
      try inbox.members(of: .threads(threads), in: query, as: \.number)
        == found.filter { $0.count > 1 })
  }
}

/// The numbers and titles of a thread's row.
@Suite struct ThreadSummaryTests {
  private let inbox = Inbox.empty()

  init() throws {
    let titles = ["Ana", "Joe", "Ana", "Bob"]
    try inbox.push(
      titles.map { Payload.make($0, source: "chat/room", thread: "room") }
        + [.make("Other", source: "mail", thread: "room"), .make("Alone", source: "chat/b")])
  }

  private func rows(_ text: String) throws -> [MessageRow] { try inbox.rows(query(text)) }

  private func query(_ text: String, _ order: MessageOrder = .newest) throws -> MessageQuery {
    var query = try MessageQuery(text, order)
    query.collapsesThreads = true
    return query
  }

  @Test func `a row has the numbers and titles of the messages that the filter matches`() throws {
    let rows = try rows("source:chat")
    #expect(rows.map(\.title) == ["Alone", "Bob"])
    #expect(rows[0].threadSummary == nil)
    let summary = try #require(rows[1].threadSummary)
    #expect(summary.total == 4 && summary.unread == 4 && summary.spansSources)
    #expect(summary.titles == ["Bob", "Ana", "Joe", "Ana"])
    // The messages of another source have a row of their own.
    #expect(try self.rows("").map(\.title) == ["Alone", "Other", "Bob"])
  }

  @Test func `a row is unread while one of its messages is`() throws {
    try inbox.perform(.read, on: [4, 2, 1])
    #expect(try rows("source:chat")[1].status == .unread)
    #expect(try rows("source:chat")[1].threadSummary?.unread == 1)
    try inbox.perform(.read, on: [3])
    #expect(try rows("source:chat")[1].status == .read)
    #expect(try rows("source:chat is:unread").map(\.title) == ["Alone"])
  }

  @Test
  func `a row has the highest priority of its unread messages but those that need the person`()
    throws
  {
    try inbox.push(
      Payload.make("Disk full", source: "ops", thread: "t", priority: .high),
      Payload.make("Fire", source: "ops", thread: "t", priority: .max),
      Payload(
        title: "Deploy?", source: "ops", thread: "t",
        actions: [MessageAction(id: "y", label: "Yes")], asks: true),
      .make("Done", source: "ops", thread: "t"), from: "cli")
    let found = try rows("source:ops")
    #expect(found.map(\.title) == ["Done", "Deploy?", "Fire"])
    #expect(found[0].priority == .high && found[0].threadSummary?.total == 2)
    try inbox.perform(.read, on: [7])
    #expect(try rows("source:ops")[0].priority == .default)
  }

  @Test func `a step goes to the row of a thread that has a match`() throws {
    try inbox.perform(.read, on: [4, 3, 2])
    let (query, search) = try (query("source:chat"), MessageFilter("joe"))
    let found = try inbox.adjacentRow(of: nil, in: query, matching: search, direction: .forward)
    #expect(found == 4)
    let unread = try inbox.adjacentRow(of: 6, in: query, matching: .unread, direction: .forward)
    #expect(unread == 4)
    #expect(try inbox.tally(of: 4, in: query, matching: search) == MatchTally(rank: 1, total: 1))
  }

  @Test func `what is pinned or deleted is not among the messages of the row`() throws {
    try inbox.perform(.pin, on: [1])
    try inbox.perform(.delete, on: [4])
    let rows = try rows("source:chat")
    #expect(rows.map(\.title) == ["Ana", "Alone", "Ana"])
    #expect(rows[2].threadSummary?.titles == ["Ana", "Joe"])
  }

  @Test func `a filter with a word joins its matches, orders by other things none`() throws {
    let found = try rows("ana")
    #expect(found.count == 1)
    #expect(found[0].threadSummary?.titles == ["Ana", "Ana"])
    for order in MessageOrder.allCases where !order.isByTime {
      #expect(try inbox.rows(query("source:chat", order)).count == 5)
    }
  }

  @Test func `damaged titles leave the row`() throws {
    try inbox.execute("UPDATE message SET title = x'ff00' WHERE number = 2")
    #expect(try rows("source:chat").count == 2)
  }
}
