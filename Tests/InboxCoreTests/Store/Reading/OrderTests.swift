import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// Every order with every filter of words, over inboxes in which anything has happened.
@Suite struct OrderTests {
  private static let words = ["disk", "full", "night", "zinc", "dis", "\"disk full\"", "-night"]

  /// An inbox with repeats, snoozes, resurfaced and imported messages, pins and equal times.
  private func inbox(_ seed: UInt64) throws -> Inbox {
    var random = SeededRandom(seed: seed)
    let inbox = try Inbox.testing(maximumCount: 0)
    for step in 0..<90 {
      let now = Date.testing(Double(step / 2))
      let door = inbox.at(now)
      let number = MessageNumber(Int64.random(in: 1...40, using: &random))
      switch Int.random(in: 0..<9, using: &random) {
      case 0: try door.perform(.snooze(until: .date(now + 5)), on: [number])
      case 1: try door.perform(random.pick([.pin, .unpin]), on: [number])
      case 2: try door.perform(random.pick([.read, .unread]), on: [number])
      case 3:
        var payload = Payload.random(using: &random, at: now)
        payload.local.receivedAt = now - 100
        payload.local.status = random.pick(Status.allCases)
        _ = try door.importMessages([payload])
      default: try door.push(.random(using: &random, at: now), from: "a")
      }
    }
    return inbox
  }

  @Test(arguments: 0..<6) func `a filter with words keeps every order`(_ seed: UInt64) throws {
    let inbox = try inbox(seed)
    let now = Date.testing(46)
    let door = inbox.at(now)
    _ = try door.settle()
    let messages = try inbox.stored().map { StoredMessage(message: $0, settledAt: now) }
    let pairs = Self.words.indices.flatMap { index in
      let one = Self.words[index]
      return [one] + Self.words[..<index].map { "\(one) \($0)" }
    }
    for text in pairs {
      let filter = try MessageFilter(parsing: text, now: now, timeZone: .gmt)
      for order in MessageOrder.allCases {
        let query = MessageQuery(filter: filter, order: order)
        let expected = messages.filter { $0.matches(filter, at: now) }
          .sorted { $0.precedes($1, in: query, at: now) }.map(\.message.number)
        let top = try door.snapshot(of: query, in: .init(limit: 1)).rows.map(\.number)
        #expect(top == Array(expected.prefix(1)), "\(text), \(order)")
        try door.checkWalks(
          query, through: expected, step: 17, among: .init([.init(.priority(.atLeast, .min))]))
      }
    }
  }

  @Test func `the newest repeat is first, and last where the oldest come first`() throws {
    let inbox = try Inbox.testing()
    func push(_ title: String, _ second: Double, fold: String? = nil) throws {
      try inbox.at(second).push(.make(title, fold: fold), from: "a")
    }
    try push("Disk failed", 1, fold: "disk")
    try push("build 1 failed", 2)
    try push("build 2 failed", 3)
    try push("Disk failed", 4, fold: "disk")
    let filter = MessageFilter([.init(.word("failed"))])
    for (order, numbers) in [(MessageOrder.newest, [1, 3, 2] as [Int64]), (.oldest, [2, 3, 1])] {
      let rows = try inbox.rows(MessageQuery(filter: filter, order: order))
      #expect(rows.map(\.number.rawValue) == numbers)
    }
  }

  @Test func `few hits are sorted, of many the index of the order is walked`() throws {
    let inbox = try Inbox.testing(maximumCount: 0)
    try inbox.push((0..<2_500).map { .make($0 < 4 ? "rare" : "common \($0)") }, defaultSource: "a")
    for (word, isSorted) in [("rare", true), ("common", false)] {
      let query = MessageQuery(filter: MessageFilter([.init(.word(word))]))
      try inbox.store.read { database in
        let criteria = try FilterCriteria(query, at: .testing).expandingCategories(in: database)
        let access = try criteria.access(
          for: RowOrder(.newest, of: criteria), mostRows: 300, in: database)
        #expect(access.isSearch == isSorted)
        let texts = try criteria.textFilter(in: database)
        #expect(texts?.isOfAllRows == !isSorted)
      }
      for order in MessageOrder.allCases {
        let rows = try inbox.snapshot(
          of: MessageQuery(filter: query.filter, order: order), in: .init(limit: 3)
        ).rows
        let last: Int64 = word == "rare" ? 4 : 2_500
        let first: Int64 = word == "rare" ? 1 : 5
        #expect(rows.first?.number.rawValue == (order == .oldest ? first : last))
      }
    }
  }
}

extension Payload {
  /// A push with words of a small vocabulary, which may repeat, resurface or start later.
  fileprivate static func random(using random: inout SeededRandom, at now: Date) -> Payload {
    let titles = ["Disk full", "diskette", "full disk", "Night", "watch the night", "disk night"]
    let id = random.pick([nil, nil, "1", "2", "3", "4"])
    var payload = Payload.make(
      random.pick(titles), id: id, source: random.pick(["a", "b"]),
      thread: random.pick([nil, "t"]), priority: random.pick(Priority.allCases),
      sentAt: random.pick([nil, nil, nil, now - 20]),
      startsAt: random.pick([nil, nil, nil, nil, now + 3]))
    if id == nil { payload.fold = .init(random.pick([nil, "x", "y"])) }
    payload.resurfaces = Bool.random(using: &random)
    payload.rest = random.pick([nil, .object(["zinc": "disk"])])
    return payload
  }
}
