import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Messages whose place by time is below what was there.
@Suite struct LateArrivalTests {
  private func inbox() throws -> (Inbox, Int64) {
    let inbox = try Inbox.testing()
    try inbox.at(100).push(.make("a", fold: "a"), .make("b"), from: "x")
    return (inbox, try inbox.lastSequence())
  }

  private func late(
    _ inbox: Inbox, after sequence: Int64, matching filter: MessageFilter = .all
  ) throws -> [Int64] {
    try inbox.at(200).lateArrivals(after: sequence, matching: filter).numbers.map(\.rawValue)
  }

  @Test func `a message of 1970 and one that waited are late, one of now is not`() throws {
    let (inbox, start) = try inbox()
    try inbox.at(110).push(
      .make("waited", sentAt: .testing(50)), .make("now"),
      .make("no clock", sentAt: Date(timeIntervalSince1970: 0)), from: "y")
    #expect(try late(inbox, after: start) == [3, 5])
    #expect(try late(inbox, after: try inbox.lastSequence()) == [])
  }

  @Test func `what came once more with an old time is late, and what was imported`() throws {
    let (inbox, start) = try inbox()
    try inbox.at(110).push(.make("a", sentAt: .testing(60), fold: "a"), from: "x")
    let old = Payload.make("old").with { $0.local.receivedAt = .testing(10) }
    _ = try inbox.at(110).importMessages([old])
    #expect(try late(inbox, after: start) == [1, 3])
  }

  @Test func `many arrivals into an empty list are new, and late below an older one`() throws {
    for old in 0...1 {
      let inbox = try Inbox.testing()
      if old > 0 { try inbox.at(100).push(.make("old"), from: "x") }
      let start = try inbox.lastSequence()
      let payloads = (0..<LateArrivals.limit + 5).map {
        Payload.make("\($0)", sentAt: .testing(Double(-$0)))
      }
      try inbox.at(110).push(payloads, defaultSource: "y")
      let found = try inbox.at(200).lateArrivals(after: start)
      #expect(found.numbers.count == old * LateArrivals.limit && found.hasMore)
    }
  }

  @Test func `unread messages that the maximum removed are counted, read ones are not`() throws {
    let inbox = try Inbox.testing(maximumCount: 2)
    try inbox.push(.make("a"), .make("b"), from: "x")
    try inbox.perform(.read, on: [1])
    let start = try inbox.lastSequence()
    try inbox.push(.make("c"), from: "x")
    try inbox.push(.make("d"), .make("e"), from: "x")
    let found = try inbox.lateArrivals(after: start)
    #expect(found.prunedUnreadCount == 2)
    let last = try inbox.lastSequence()
    #expect(found.sequence == last)
    #expect(try inbox.lateArrivals(after: last).prunedUnreadCount == 0)
  }

  @Test func `read ones, other lists and an empty list have none`() throws {
    let (inbox, start) = try inbox()
    try inbox.at(110).push(
      .make("waited", sentAt: .testing(50)), .make("other", sentAt: .testing(51)), from: "y")
    #expect(try late(inbox, after: start) == [4, 3])
    #expect(try late(inbox, after: start, matching: MessageFilter([.init(.source("y"))])) == [])
    try inbox.perform(.read, on: [4])
    #expect(try late(inbox, after: start) == [3])
  }

  @Test func `a visit knows the step of the log`() throws {
    let (inbox, start) = try inbox()
    try inbox.store.write { try $0.noteVisit(at: .testing(105)) }
    #expect(try inbox.lastVisit()?.sequence == start)
  }
}
