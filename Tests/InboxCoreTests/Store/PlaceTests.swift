import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// What a merge, a snooze and the clock do to a message's place in the order.
@Suite struct PlaceTests {
  private let inbox: Inbox

  init() throws {
    inbox = try .testing()
    _ = try inbox.push([.make(id: "1")], defaultSource: "a")
    _ = try inbox.at(.testing(10)).push([.make(id: "2")], defaultSource: "a")
  }

  private func rows(at seconds: Double) throws -> [MessageRow] {
    try inbox.at(.testing(seconds)).snapshot(of: .init(), in: .init(limit: 50)).rows
  }

  @Test func `a merge takes a time of sending over, and only the first one moves`() throws {
    _ = try inbox.at(.testing(20)).push(
      [.make(id: "2", sentAt: .testing(-60))], defaultSource: "a")
    #expect(try rows(at: 20).map(\.sortDate) == [.testing, .testing(-60)])
    _ = try inbox.at(.testing(21)).perform(.read, on: .numbers([.init(2)]))
    _ = try inbox.at(.testing(22)).push(
      [.make(id: "2", sentAt: .testing(-90))], defaultSource: "a")
    #expect(try rows(at: 30).map(\.sortDate) == [.testing, .testing(-60)])
    #expect(try inbox.message(.init(2))?.sentAt == .testing(-90))
    var again = Payload.make(id: "2", sentAt: .testing(-90))
    again.resurfaces = true
    _ = try inbox.at(.testing(40)).push([again], defaultSource: "a")
    #expect(try rows(at: 40).map(\.sortDate) == [.testing, .testing(-90)])
  }

  @Test func `a merge hides what has ended and shows what has begun`() throws {
    _ = try inbox.at(.testing(20)).push(
      [.make(id: "2", expiresAt: .testing(15))], defaultSource: "a")
    #expect(try rows(at: 20).map(\.number.rawValue) == [1])
    _ = try inbox.at(.testing(21)).push(
      [.make(id: "2", expiresAt: .testing(99))], defaultSource: "a")
    #expect(try rows(at: 21).map(\.sortDate) == [.testing(10), .testing])
    _ = try inbox.at(.testing(22)).push(
      [.make(id: "1", startsAt: .testing(50))], defaultSource: "a")
    #expect(try rows(at: 22).map(\.number.rawValue) == [2])
    #expect(try rows(at: 50).map(\.sortDate) == [.testing(50), .testing(10)])
  }

  @Test func `a snooze taken back returns the message to its old place`() throws {
    _ = try inbox.at(.testing(20)).perform(
      .snooze(until: .date(.testing(90))), on: .numbers([.init(1)]))
    #expect(try rows(at: 95).map(\.sortDate) == [.testing(90), .testing(10)])
    let step = UndoOutcome(verb: .snoozed, changedCount: 1, newest: .init(1))
    #expect(try inbox.at(.testing(30)).undo()?.withoutEntry == step)
    #expect(try rows(at: 95).map(\.sortDate) == [.testing(10), .testing])
  }

  @Test func `a thousand messages of one millisecond are paged without loss both ways`() throws {
    let inbox = try Inbox.testing()
    _ = try inbox.push(
      (0..<1_000).map { _ in .make() }, defaultSource: "a")
    for order in [MessageOrder.newest, .oldest] {
      let pages = InboxPageSource(inbox, query: .init(order: order), pageSize: 37)
      while pages.hasNextPage { try pages.nextPage() }
      let ascending = (1...1_000).map { MessageNumber(Int64($0)) }
      #expect(pages.objects.map(\.number) == (order == .oldest ? ascending : ascending.reversed()))
    }
  }
}
