import InboxCore
import InboxTestSupport
import Testing

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
