import Foundation
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxCore

@Suite struct PagingTests {
  private let inbox = Inbox.empty()

  init() throws {
    try inbox.store.write { database in
      for number in 1...25 {
        let message = Message.make(
          Int64(number), source: number.isMultiple(of: 2) ? "a" : "b",
          status: number.isMultiple(of: 5) ? .deleted : .unread,
          receivedAt: .testing(Double(number)))
        try StoredMessage(message: message, settledAt: .testing).insert(into: database)
      }
    }
  }

  @Test func `pages of the trash hold the trash only, and past the last one is an error`() throws {
    let source = InboxPageSource(inbox, query: .init(filter: .trash), pageSize: 2)
    while source.hasNextPage { try source.nextPage() }
    #expect(source.objects.map(\.number.rawValue) == [25, 20, 15, 10, 5])
    #expect(throws: InboxError.noMorePages) { try source.nextPage() }
    #expect(source.objects.count == 5)
  }

  @Test func `a page is at most as long as asked, and objects hold all of them`() throws {
    let source = InboxPageSource(inbox, pageSize: 3)
    #expect(source.objects.isEmpty && source.hasNextPage)
    #expect(try source.nextPage().map(\.number.rawValue) == [24, 23, 22])
    #expect(try source.nextPage().map(\.number.rawValue) == [21, 19, 18])
    #expect(source.objects.map(\.number.rawValue) == [24, 23, 22, 21, 19, 18])
    #expect(InboxPageSource(inbox, pageSize: -1).pageSize == 1)
  }

  @Test func `any size of a page or a window is taken`() throws {
    let source = InboxPageSource(inbox, pageSize: .max)
    #expect(try source.nextPage().count == 20)
    #expect(!source.hasNextPage)
    let filter = try MessageFilter("source:a source:b")
    let anchors: [MessageWindow.Anchor] = [.top, .bottom, .around(12)]
    for anchor in anchors {
      for order in MessageOrder.allCases {
        let snapshot = try inbox.snapshot(
          of: .init(filter: filter, order: order),
          in: MessageWindow(anchor: anchor, limit: .max))
        #expect(snapshot.rows.count == 20 && !snapshot.hasEarlier && !snapshot.hasLater)
      }
    }
  }

  /// Two inboxes of which the second has a row between any two of the first, some at the same moment.
  @Test(arguments: MessageOrder.allCases)
  func `several inboxes are one list, in which each row says whose it is`(order: MessageOrder)
    throws
  {
    let inboxes = try (0..<3).map { index in
      let inbox = try Inbox.testing()
      for number in 0..<7 {
        let time = Date.testing(Double(number * (index + 1)))
        let payload = Payload.make(
          "\(index) \(number)", priority: number.isMultiple(of: 3) ? .high : .low, sentAt: time)
        try inbox.at(time).push(payload, from: "ci")
      }
      try inbox.perform(.pin, on: [MessageNumber(Int64(index + 2))])
      try inbox.perform(.read, on: [1, 4])
      return inbox
    }
    let query = MessageQuery(order: order)
    let ranks = RowOrder(order, of: FilterCriteria(query, at: .testing))
    for pageSize in [1, 2, 5, 100] {
      let source = InboxPageSource(of: inboxes, query: query, pageSize: pageSize)
      var titles: [String?] = []
      while source.hasNextPage {
        let messages = try source.nextMessages()
        #expect(messages.count <= pageSize)
        titles += messages.map(\.title)
      }
      #expect(source.objects.map(\.title) == titles)
      #expect(Set(titles).count == 21)
      for row in source.objects {
        #expect(try inboxes[row.inbox].message(row.number)?.title == row.title)
        #expect(row.title?.hasPrefix("\(row.inbox) ") == true)
      }
      let keys = source.objects.map { ranks.key(of: $0).parts.dropLast() + [Int64($0.inbox)] }
      #expect(zip(keys, keys.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
      for (index, inbox) in inboxes.enumerated() {
        let own = InboxPageSource(inbox, query: query, pageSize: 100)
        #expect(
          try own.nextPage().map(\.number)
            == source.objects.filter { $0.inbox == index }.map(\.number))
      }
      #expect(throws: InboxError.noMorePages) { try source.nextPage() }
    }
    #expect(try InboxPageSource(of: []).nextPage().isEmpty)
  }

  @Test func `an empty result is one empty page`() throws {
    let source = InboxPageSource(inbox, query: .init(filter: .pinned))
    #expect(try source.nextPage().isEmpty)
    #expect(!source.hasNextPage)
    #expect(throws: InboxError.noMorePages) { try source.nextPage() }
  }

  @Test func `what arrives between pages is neither repeated nor does it push rows out`() throws {
    let source = InboxPageSource(inbox, pageSize: 5)
    try source.nextPage()
    try inbox.at(100).push(.make("new"), from: "a")
    try inbox.at(100).perform(.delete, on: [19])
    while source.hasNextPage { try source.nextPage() }
    let listed = (1...24).reversed().filter { !$0.isMultiple(of: 5) }.map(Int64.init)
    #expect(source.objects.map(\.number.rawValue) == listed)
  }

  @Test(.bug(id: "D21", "a page that was asked for twice was appended twice"))
  func `calls that overlap get a page each`() throws {
    let expected = try inbox.rows()
    // One round may be lucky: the calls need not meet in it.
    for _ in 0..<40 {
      let source = InboxPageSource(inbox, pageSize: 2)
      let pages = Mutex<[Result<[MessageRow], any Error>]>([])
      DispatchQueue.concurrentPerform(iterations: 10) { _ in
        let page = Result { try source.nextPage() }
        pages.withLock { $0.append(page) }
      }
      #expect(source.objects == expected)
      let read = try pages.withLock { try $0.flatMap { try $0.get() } }
      #expect(Set(read.map(\.number)) == Set(expected.map(\.number)))
      #expect(!source.hasNextPage)
    }
  }

  @Test func `several counts of one moment come in one call, one for each filter`() throws {
    let filters = try ["is:unread", "is:deleted", "source:a", "", "is:pinned", "is:deleted"].map {
      try MessageFilter($0)
    }
    #expect(try inbox.counts(of: filters) == [20, 5, 10, 20, 0, 5])
    #expect(try inbox.counts(of: []) == [])
  }

  @Test func `references are found by number, id and unique prefix`() throws {
    let resolution = try inbox.resolve(["@3", "m25", "m1", "m2", "m", "@99", "x", "@3", ""])
    #expect(resolution.numbers.map(\.rawValue) == [3, 25, 1, 2])
    #expect(resolution.unknown == ["@99", "x", ""])
    #expect(Array(resolution.candidates.keys) == ["m"])
  }
}
