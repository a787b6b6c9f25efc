import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct WindowTests {
  private static let filters = [""] + rows(of: "window-filters").map { $0[0] }

  private let messages: [StoredMessage]
  private let inbox: Inbox

  init() {
    messages = StoredMessage.random(250, seed: 7)
    inbox = .storing(messages)
  }

  private func filter(_ text: String) throws -> MessageFilter { try MessageFilter(text) }

  private func expected(_ query: MessageQuery, at now: Date) -> [MessageNumber] {
    messages.filter { $0.matches(query.filter, at: now) }
      .sorted { $0.precedes($1, in: query, at: now) }.map(\.message.number)
  }

  @Test(arguments: filters, MessageOrder.allCases)
  func `rows, counts and walks are those that the rules name, settled or not`(
    _ text: String, _ order: MessageOrder
  ) throws {
    var query = MessageQuery(filter: try filter(text), order: order)
    for (minutes, isLed) in [(0.0, false), (1, true), (2.5, true), (9, false)] {
      query.isLed = isLed
      let now = Date.testing(minutes * 60)
      let expected = expected(query, at: now)
      let all = try inbox.at(now).snapshot(of: query, in: .init(limit: 1_000))
      #expect(all.rows.map(\.number) == expected, "\(text), \(order), \(minutes)")
      #expect(try inbox.at(now).count(matching: query.filter) == expected.count)
      #expect(all.matchCount ?? expected.count == expected.count)
      try inbox.at(now).checkWalks(
        query, through: expected, step: 37,
        among: .init([.init(.priority(.atLeast, .min))]))
    }
  }

  private static let searches = filters.filter { text in
    let filter = try? MessageFilter(text)
    return filter?.alternatives.isEmpty == true && filter?.searchTexts.isEmpty == false
  }

  /// Few hits are sorted; of many, the order's index is walked.
  @Test(arguments: searches, MessageOrder.allCases)
  func `the order's index and the full-text index give the same rows`(
    _ text: String, _ order: MessageOrder
  ) throws {
    let query = MessageQuery(filter: try filter(text), order: order)
    for minutes in [0.0, 2.5] {
      let now = Date.testing(minutes * 60)
      let expected = expected(query, at: now)
      try inbox.store.read { database in
        let criteria = try FilterCriteria(query, at: now).expandingCategories(in: database)
        let order = RowOrder(order, of: criteria)
        let range = try criteria.range(for: order, in: database).map(RowAccess.range)
        let hits = criteria.searchTable.map(RowAccess.rows)
        let hasUnsettled = try database.hasUnsettled(at: criteria.now)
        for access in [.order, range, hits].compactMap(\.self) {
          for texts in access.isSearch ? [nil] : [nil, try criteria.textFilter(in: database)] {
            let plan = RowPlan(
              criteria, in: order, by: access, matching: texts, hasUnsettled: hasUnsettled)
            let reader = RowReader(database: database, plan: plan)
            for (direction, numbers) in [
              (SearchDirection.forward, expected), (.backward, expected.reversed()),
            ] {
              let rows = try reader.rows(behind: nil, direction: direction, count: 1_000)
              #expect(rows.map(\.number) == numbers, "\(text), \(order), \(minutes)")
            }
            #expect(try texts != nil || reader.count() == expected.count)
          }
        }
      }
    }
  }

  @Test(arguments: [0.0, 2.5, 9]) func `badge, list and count never disagree`(
    _ minutes: Double
  ) throws {
    let now = Date.testing(minutes * 60)
    let counts = try inbox.at(now).counts()
    #expect(counts.unread == expected(.init(filter: .unread), at: now).count)
    #expect(counts.listed == expected(.init(), at: now).count)
    #expect(counts.deleted == expected(.init(filter: .trash), at: now).count)
    #expect(counts.stored == messages.count)
  }

  @Test func `a row just read stays where it was until it is deleted`() throws {
    for order in MessageOrder.allCases {
      let query = MessageQuery(filter: .unread, order: order)
      let rows = try inbox.rows(query)
      let number = rows[rows.count / 2].number
      try inbox.set("status = 1", of: number)
      let window = MessageWindow(limit: 500, kept: [number])
      let kept = try inbox.snapshot(of: query, in: window)
      #expect(kept.rows.map(\.number) == rows.map(\.number))
      try inbox.set("status = 2, place = 2", of: number)
      let gone = try inbox.snapshot(of: query, in: window)
      #expect(gone.rows.map(\.number) == rows.map(\.number).filter { $0 != number })
      try inbox.set("status = 0, place = 1", of: number)
    }
  }

  @Test(arguments: [
    "---", "\"\"", "AND", "NEAR(", "title:", "a\0b", "*", "^disk", "\"", "'; DROP TABLE message",
    "disk OR full", "{", "🔥", "\u{202E}",
  ])
  func `no search text breaks the search or reaches around it`(_ text: String) throws {
    for condition in [MessageFilter.Condition.word(text), .phrase(text)] {
      for isNegated in [false, true] {
        let filter = MessageFilter([.init(condition, isNegated: isNegated)])
        let snapshot = try inbox.snapshot(of: .init(filter: filter), in: .init(limit: 500))
        #expect(try inbox.count(matching: filter) == snapshot.rows.count)
      }
    }
  }

  @Test func `a text that was replaced is found by its new words alone`() throws {
    let inbox = try Inbox.testing()
    func found(_ word: String) throws -> Int {
      try inbox.count(matching: MessageFilter([.init(.word(word))]))
    }
    var payload = Payload.make("title", id: "x", body: "first body")
    payload.subtitle = .set("first subtitle")
    try inbox.push(payload, from: "a")
    #expect(try found("first") == 1)
    payload.body = .set("second body")
    payload.subtitle = .cleared
    try inbox.push(payload, from: "a")
    #expect(try found("first") == 0)
    #expect(try found("subtitle") == 0)
    #expect(try found("second") == 1)
    #expect(try found("title") == 1)
  }

  @Test func `a message is listed from its start on and gone at the moment it expires`() throws {
    let inbox = try Inbox.testing()
    var stored = StoredMessage(message: .make(), settledAt: .testing)
    stored.message.startsAt = .testing(60)
    stored.message.expiresAt = .testing(120)
    try inbox.store.write { [stored] in try stored.insert(into: $0) }
    for (seconds, isListed) in [(59.999, false), (60, true), (119.999, true), (120, false)] {
      let snapshot = try inbox.at(seconds).snapshot(of: .init(), in: .init(limit: 5))
      #expect(!snapshot.rows.isEmpty == isListed)
      #expect(snapshot.counts.unread == (isListed ? 1 : 0))
    }
  }
}

extension Inbox {
  /// Sets columns of a message by the side of its verbs.
  func set(_ assignments: String, of number: MessageNumber) throws {
    try store.write {
      try $0.execute(
        sql: "UPDATE message SET \(assignments) WHERE number = ?", arguments: [number.rawValue])
    }
  }

  /// Checks the last window of a query and those around every so many of its rows.
  func checkWalks(
    _ query: MessageQuery, through expected: [MessageNumber], step: Int,
    among filter: MessageFilter = .all
  ) throws {
    let bottom = try snapshot(of: query, in: .init(anchor: .bottom, limit: 7))
    #expect(bottom.rows.map(\.number) == expected.suffix(7))
    #expect(bottom.hasEarlier == (expected.count > 7))
    for place in Swift.stride(from: 0, to: expected.count, by: step) {
      let around = try snapshot(
        of: query, in: MessageWindow(anchor: .around(expected[place]), limit: 9))
      let start = max(0, min(place - 4, expected.count - 9))
      #expect(around.rows.map(\.number) == Array(expected[start...].prefix(9)))
      #expect(around.hasEarlier == (start > 0))
      #expect(around.hasLater == (start + 9 < expected.count))
      #expect(around.hidingGroup == nil)
      let next = try adjacentRow(
        of: expected[place], in: query, matching: filter, direction: .forward)
      #expect(next == (place + 1 < expected.count ? expected[place + 1] : nil))
      guard query.grouping?.hasFolded != true else { continue }
      #expect(try position(of: expected[place], in: query) == place + 1)
    }
  }
}
