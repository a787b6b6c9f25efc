import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// Rows in groups, compared with the same rows sorted and folded in memory.
@Suite struct GroupedWindowTests {
  /// A zone in which midnight lies among the messages.
  private static let zone =
    TimeZone(secondsFromGMT: -(Int(Date.testing.timeIntervalSince1970) - 1_200) % 86_400) ?? .gmt
  private static let kinds: [MessageGrouping.Kind] = [.source, .thread, .priority, .day(zone)]
  private static let filters = [
    "", "is:unread", "is:read", "is:deleted", "is:pinned", "-is:pinned", "is:unread is:deleted",
    "is:snoozed", "is:active is:snoozed is:scheduled", "is:expired", "source:ntfy/*",
    "-source:ntfy", "thread:1", "priority>=4", "tag:a",
    "category:ops is:unread", "-disk", "disk", "night watch", "zinc -disk", "is:unread dis",
    "after:-20m", "is:asking", "source:ntfy OR priority=5", "is:any",
    "(tag:a OR is:pinned) -source:cli", "is:needed", "-is:needed is:unread",
  ]

  private let messages: [StoredMessage]
  private let inbox: Inbox

  init() {
    messages = StoredMessage.random(220, seed: 11)
    inbox = .storing(messages)
  }

  private func query(
    _ text: String, _ order: MessageOrder, _ grouping: MessageGrouping
  ) throws -> MessageQuery {
    var query = MessageQuery(filter: try MessageFilter(text), order: order)
    query.grouping = grouping
    query.isLed = true
    return query
  }

  /// The rows that the rules name, folded groups as their first ones.
  private func expected(_ query: MessageQuery, at now: Date) throws -> [MessageNumber] {
    let grouping = try #require(query.grouping)
    let groups = messages.filter { $0.matches(query.filter, at: now) }
      .map { (message: $0, group: Self.group(of: $0, grouping.kind)) }
      .sorted { $0.message.precedes($1.message, in: query, at: now) }
    let first = Dictionary(
      groups.enumerated().map { ($1.group, $0) }, uniquingKeysWith: { first, _ in first })
    let sorted = groups.enumerated().sorted { left, right in
      let mine = Self.rank(left.element.group, first, query)
      let theirs = Self.rank(right.element.group, first, query)
      return mine != theirs ? mine < theirs : left.offset < right.offset
    }.map(\.element)
    var seen: Set<MessageGroup> = []
    return sorted.filter { !grouping.isFolded($0.group) || seen.insert($0.group).inserted }
      .map(\.message.message.number)
  }

  private static func group(
    of stored: StoredMessage, _ kind: MessageGrouping.Kind
  ) -> MessageGroup {
    if stored.lead > 1 { return .needed }
    if stored.lead > 0 { return .pinned }
    let message = stored.message
    return switch kind {
    case .source: .source(message.source)
    case .thread: .thread(message.thread)
    case .priority: .priority(message.priority)
    case .day(let zone):
      .day(
        Int(
          ((message.sortDate.timeIntervalSince1970 + Double(zone.secondsFromGMT())) / 86_400)
            .rounded(.down)))
    }
  }

  /// The place of a group among the others; names are placed by their first rows.
  private static func rank(
    _ group: MessageGroup, _ first: [MessageGroup: Int], _ query: MessageQuery
  ) -> Int {
    switch group {
    case .needed: .min
    case .pinned: .min + 1
    case .thread(nil): .max
    case .source, .thread: first[group] ?? 0
    case .priority(let priority): -priority.rawValue
    case .day(let day): query.order == .oldest ? day : -day
    }
  }

  private func foldings(_ kind: MessageGrouping.Kind) -> [MessageGrouping] {
    var some = MessageGrouping(kind)
    let groups: [MessageGroup] = [
      .source("ntfy/dev"), .source("cli"), .thread("1"), .thread(nil), .priority(.high), .pinned,
      .needed,
    ]
    for group in groups { some.setFolded(true, group) }
    var most = MessageGrouping(kind)
    most.setAllFolded(true)
    for group in groups { most.setFolded(false, group) }
    return [MessageGrouping(kind), some, most]
  }

  @Test(arguments: filters, MessageOrder.allCases)
  func `rows lie in groups, and a folded one is its first row`(
    _ text: String, _ order: MessageOrder
  ) throws {
    for kind in Self.kinds {
      if case .day = kind, order == .priority || order == .unread { continue }
      for grouping in foldings(kind) {
        let query = try query(text, order, grouping)
        // One order is read before and after the clock has moved messages, the others after.
        for minutes in order == .newest ? [0.0, 2.5] : [2.5] {
          let now = Date.testing(minutes * 60)
          let expected = try expected(query, at: now)
          let all = try inbox.at(now).snapshot(of: query, in: .init(limit: 1_000))
          #expect(all.rows.map(\.number) == expected, "\(text), \(order), \(kind), \(minutes)")
          try inbox.at(now).checkWalks(query, through: expected, step: 113)
        }
      }
    }
  }

  @Test func `a message in a folded group is hidden by it, and shown around its header`() throws {
    var grouping = MessageGrouping(.source)
    let whole = try expected(query("", .newest, grouping), at: .testing)
    grouping.setFolded(true, .source("ntfy/dev"))
    let query = try query("", .newest, grouping)
    let shown = try expected(query, at: .testing)
    let hidden = try #require(whole.first { !shown.contains($0) })
    let snapshot = try inbox.at(.testing).snapshot(
      of: query, in: .init(anchor: .around(hidden), limit: 9))
    #expect(snapshot.hidingGroup == .source("ntfy/dev"))
    #expect(snapshot.rows.contains { $0.source == "ntfy/dev" })
    let unread = try inbox.at(.testing).adjacentRow(
      of: nil, in: query, matching: MessageFilter([.init(.source("ntfy/dev"))]),
      direction: .backward)
    #expect(unread.map { !shown.contains($0) } == true)
  }

  @Test(arguments: ["", "is:unread", "is:deleted", "tag:a", "-source:ntfy"])
  func `groups are counted as they are listed, and their filters match the same`(
    _ text: String
  ) throws {
    for kind in Self.kinds {
      let query = try query(text, .newest, MessageGrouping(kind))
      let rows = try inbox.at(.testing).rows(query)
      var reader = GroupReader(kind)
      let groups = Dictionary(grouping: rows) { reader.group(of: $0) }
      let names = Array(groups.keys)
      let counts = try inbox.at(.testing).counts(of: names, in: query)
      for (group, count) in zip(names, counts) {
        let members = groups[group] ?? []
        let unread = members.count { $0.status == .unread }
        #expect(count == GroupCount(total: members.count, unread: unread), "\(group)")
        let filter = try #require(MessageFilter(of: group, by: kind))
        let matching = try inbox.at(.testing).count(matching: query.filter.within(filter))
        #expect(matching == members.count, "\(group)")
      }
    }
  }

  @Test func `a page, a seek and a search of one state rank the groups once`() throws {
    let query = try query("", .newest, MessageGrouping(.source))
    let urgent = try MessageFilter("priority=5")
    var rankings = 0
    _ = try inbox.at(.testing).settle()
    try inbox.store.read { database in
      // Each ranking lists the names of the groups; the rows of one are found by another such scan.
      database.trace { if "\($0)".contains("WITH RECURSIVE found (name)") { rankings += 1 } }
    }
    func read(at now: Date) throws -> [MessageNumber] {
      let inbox = inbox.at(now)
      let page = try inbox.snapshot(of: query, in: .init(limit: 40)).rows.map(\.number)
      let last = try #require(page.last)
      let found = try [MessageFilter.all, urgent].map {
        try inbox.adjacentRow(of: last, in: query, matching: $0, direction: .forward)
      }
      _ = try inbox.tally(of: last, in: query, matching: urgent)
      _ = try inbox.position(of: last, in: query)
      return page + found.compactMap(\.self)
    }
    let first = try read(at: .testing)
    // A moment later no transition is due.
    #expect(try read(at: .testing(0.001)) == first)
    #expect(rankings == 1)
    try inbox.set("lead = CASE WHEN lead > 1 THEN 0 ELSE 1 - lead END", of: first[0])
    #expect(try read(at: .testing(0.001)) != first)
    #expect(rankings == 2)
    _ = try inbox.at(150).snapshot(of: query, in: .init(limit: 40))
    #expect(rankings == 3)
  }

  @Test func `another connection's write changes the ranking`() throws {
    let folder = try TemporaryFolder()
    var query = MessageQuery()
    query.grouping = MessageGrouping(.source)
    let (reading, writing) = (try Inbox.testing(in: folder), try Inbox.testing(in: folder))
    func sources() throws -> [String] { try reading.rows(query).map(\.source) }
    for (source, expected) in [("b", ["b"]), ("a", ["a", "b"]), ("b", ["b", "b", "a"])] {
      try writing.push(.make("new"), from: source)
      #expect(try sources() == expected)
    }
  }

  @Test func `a search visits the groups in the order of the list`() throws {
    let query = try query("", .newest, MessageGrouping(.source))
    let rows = try inbox.at(.testing).rows(query)
    for text in ["priority=5", "tag:a", "is:read"] {
      let filter = try MessageFilter(text)
      let matches = rows.map(\.number).filter { number in
        messages.contains { $0.message.number == number && $0.matches(filter, at: .testing) }
      }
      var found: [MessageNumber] = []
      while let next = try inbox.at(.testing).adjacentRow(
        of: found.last, in: query, matching: filter, direction: .forward)
      {
        found.append(next)
        let tally = try inbox.at(.testing).tally(of: next, in: query, matching: filter)
        #expect(tally == MatchTally(rank: found.count, total: matches.count))
      }
      #expect(found == matches, "\(text)")
    }
  }

  @Test func `a row that no longer matches stays in its group`() throws {
    for kind in Self.kinds {
      let query = try query("is:unread", .newest, MessageGrouping(kind))
      let rows = try inbox.at(.testing).rows(query)
      let number = rows[rows.count / 2].number
      try inbox.set("status = 1", of: number)
      let kept = try inbox.at(.testing).snapshot(of: query, in: .init(limit: 500, kept: [number]))
      #expect(kept.rows.map(\.number) == rows.map(\.number))
      try inbox.set("status = 0", of: number)
    }
  }

  @Test(arguments: [MessageGrouping.Kind.source, .thread])
  func `more groups than are ranked lie by name`(_ kind: MessageGrouping.Kind) throws {
    let inbox = try Inbox.testing()
    func rows() throws -> [MessageRow] {
      var query = MessageQuery()
      query.grouping = MessageGrouping(kind)
      return try inbox.at(.testing).snapshot(of: query, in: .init(limit: 2_000)).rows
    }
    func insert(_ numbers: ClosedRange<Int>) throws {
      try inbox.store.write { database in
        for number in numbers {
          var message = Message.make(
            Int64(number), source: "s\(number)", title: "", receivedAt: .testing(-Double(number)))
          message.thread = "t\(number)"
          try StoredMessage(message: message, settledAt: .testing).insert(into: database)
        }
      }
    }
    let most = GroupRanks.maximumCount
    try insert(1...most)
    #expect(try rows().map(\.number.rawValue) == Array(1...Int64(most)))
    try insert((most + 1)...(most + 1))
    #expect(try rows().map(\.source) == (1...(most + 1)).map { "s\($0)" }.sorted())
  }
}
