import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Messages whose place by time is below what was there.
@Suite struct LateArrivalTests {
  private func inbox() throws -> (Inbox, Int64) {
    let inbox = try Inbox.testing()
    _ = try inbox.at(.testing(100)).push([.folding("a"), .make("b")], defaultSource: "x")
    return (inbox, try inbox.lastSequence())
  }

  private func late(
    _ inbox: Inbox, after sequence: Int64, matching filter: MessageFilter = .all
  ) throws -> [Int64] {
    try inbox.at(.testing(200)).lateArrivals(after: sequence, matching: filter)
      .numbers.map(\.rawValue)
  }

  @Test func `a message of 1970 and one that waited are late, one of now is not`() throws {
    let (inbox, start) = try inbox()
    _ = try inbox.at(.testing(110)).push(
      [
        .make("waited", sentAt: .testing(50)), .make("now"),
        .make("no clock", sentAt: Date(timeIntervalSince1970: 0)),
      ], defaultSource: "y")
    #expect(try late(inbox, after: start) == [3, 5])
    #expect(try late(inbox, after: try inbox.lastSequence()) == [])
  }

  @Test func `what came once more with an old time is late, and what was imported`() throws {
    let (inbox, start) = try inbox()
    _ = try inbox.at(.testing(110)).push(
      [.folding("a", sentAt: .testing(60))], defaultSource: "x")
    var old = Payload.make("old")
    old.local.receivedAt = .testing(10)
    _ = try inbox.at(.testing(110)).importMessages([old])
    #expect(try late(inbox, after: start) == [1, 3])
  }

  @Test func `many arrivals into an empty list are new, and late below an older one`() throws {
    for old in 0...1 {
      let inbox = try Inbox.testing()
      if old > 0 { _ = try inbox.at(.testing(100)).push([.make("old")], defaultSource: "x") }
      let start = try inbox.lastSequence()
      let payloads = (0..<LateArrivals.limit + 5).map {
        Payload.make("\($0)", sentAt: .testing(Double(-$0)))
      }
      _ = try inbox.at(.testing(110)).push(payloads, defaultSource: "y")
      let found = try inbox.at(.testing(200)).lateArrivals(after: start)
      #expect(found.numbers.count == old * LateArrivals.limit && found.hasMore)
    }
  }

  @Test func `unread messages that the maximum removed are counted, read ones are not`() throws {
    let inbox = try Inbox.testing(maximumCount: 2)
    _ = try inbox.push([.make("a"), .make("b")], defaultSource: "x")
    _ = try inbox.perform(.read, on: .numbers([.init(1)]))
    let start = try inbox.lastSequence()
    _ = try inbox.push([.make("c")], defaultSource: "x")
    _ = try inbox.push([.make("d"), .make("e")], defaultSource: "x")
    let found = try inbox.lateArrivals(after: start)
    #expect(found.prunedUnreadCount == 2)
    let last = try inbox.lastSequence()
    #expect(found.sequence == last)
    #expect(try inbox.lateArrivals(after: last).prunedUnreadCount == 0)
  }

  @Test func `read ones, other lists and an empty list have none`() throws {
    let (inbox, start) = try inbox()
    _ = try inbox.at(.testing(110)).push(
      [.make("waited", sentAt: .testing(50)), .make("other", sentAt: .testing(51))],
      defaultSource: "y")
    #expect(try late(inbox, after: start) == [4, 3])
    #expect(try late(inbox, after: start, matching: MessageFilter([.init(.source("y"))])) == [])
    _ = try inbox.perform(.read, on: .numbers([.init(4)]))
    #expect(try late(inbox, after: start) == [3])
  }

  @Test func `a visit knows the step of the log`() throws {
    let (inbox, start) = try inbox()
    try inbox.store.write { try $0.noteVisit(at: .testing(105)) }
    #expect(try inbox.lastVisit()?.sequence == start)
  }
}

extension Payload {
  fileprivate static func folding(_ key: String, sentAt: Date? = nil) -> Payload {
    var payload = make(key, sentAt: sentAt)
    payload.fold = .set(key)
    return payload
  }
}
