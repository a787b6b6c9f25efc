import InboxTestSupport
import Testing

@testable import InboxCore

/// What a merge, a snooze and the clock do to a message's place in the order.
@Suite struct PlaceTests {
  private let inbox = Inbox.empty()

  init() throws {
    try inbox.push(.make(id: "1"), from: "a")
    try inbox.at(10).push(.make(id: "2"), from: "a")
  }

  @Test func `a merge takes a time of sending over, and only the first one moves`() throws {
    try inbox.at(20).push(.make(id: "2", sentAt: .testing(-60)), from: "a")
    #expect(try inbox.at(20).rows().map(\.sortDate) == [.testing, .testing(-60)])
    try inbox.at(21).perform(.read, on: [2])
    try inbox.at(22).push(.make(id: "2", sentAt: .testing(-90)), from: "a")
    #expect(try inbox.at(30).rows().map(\.sortDate) == [.testing, .testing(-60)])
    #expect(try inbox.message(2)?.sentAt == .testing(-90))
    let again = Payload.make(id: "2", sentAt: .testing(-90)).with { $0.resurfaces = true }
    try inbox.at(40).push(again, from: "a")
    #expect(try inbox.at(40).rows().map(\.sortDate) == [.testing, .testing(-90)])
  }

  @Test func `a merge hides what has ended and shows what has begun`() throws {
    try inbox.at(20).push(.make(id: "2", expiresAt: .testing(15)), from: "a")
    #expect(try inbox.at(20).rows().map(\.number) == [1])
    try inbox.at(21).push(.make(id: "2", expiresAt: .testing(99)), from: "a")
    #expect(try inbox.at(21).rows().map(\.sortDate) == [.testing(10), .testing])
    try inbox.at(22).push(.make(id: "1", startsAt: .testing(50)), from: "a")
    #expect(try inbox.at(22).rows().map(\.number) == [2])
    #expect(try inbox.at(50).rows().map(\.sortDate) == [.testing(50), .testing(10)])
  }

  @Test func `a snooze taken back returns the message to its old place`() throws {
    try inbox.at(20).perform(.snooze(until: 90), on: [1])
    #expect(try inbox.at(95).rows().map(\.sortDate) == [.testing(90), .testing(10)])
    let step = UndoOutcome(verb: .snoozed, changedCount: 1, newest: 1)
    #expect(try inbox.at(30).undo()?.withoutEntry == step)
    #expect(try inbox.at(95).rows().map(\.sortDate) == [.testing(10), .testing])
  }

  @Test func `a thousand messages of one millisecond are paged without loss both ways`() throws {
    let inbox = try Inbox.testing()
    try inbox.push((0..<1_000).map { _ in .make() }, defaultSource: "a")
    for order in [MessageOrder.newest, .oldest] {
      let pages = InboxPageSource(inbox, query: .init(order: order), pageSize: 37)
      while pages.hasNextPage { try pages.nextPage() }
      let ascending = (1...1_000).map { MessageNumber(Int64($0)) }
      #expect(pages.objects.map(\.number) == (order == .oldest ? ascending : ascending.reversed()))
    }
  }
}
