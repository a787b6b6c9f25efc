import Foundation
import InboxCore
import InboxTestSupport
import Testing

/// Numbers that drift apart are what people complain of most.
@Suite struct CountRegressionTests {
  /// How many are unread, as everything that tells it says.
  private func unread(_ inbox: Inbox, at seconds: Double) throws -> Set<Int> {
    let now = Date.testing(seconds)
    let snapshot = try inbox.at(now).snapshot(of: .init(filter: .unread), in: .init(limit: 99))
    let all = try inbox.at(now).snapshot(of: .init(), in: .init(limit: 99))
    let pages = InboxPageSource(inbox.at(now), query: .init(filter: .unread), pageSize: 2)
    while pages.hasNextPage { try pages.nextPage() }
    let counted = [
      snapshot.rows.count, snapshot.counts.unread, all.rows.count { $0.status == .unread },
      pages.objects.count, try inbox.at(now).counts().unread,
      try inbox.at(now).count(matching: .unread),
    ]
    return Set(counted + (try inbox.at(now).counts(of: [.all, .unread]).suffix(1)))
  }

  @Test(
    .bug(id: "D6", "badge, list and extension showed three numbers"),
    .bug(id: "D11", "at its last moment a message was listed and expired"))
  func `badge, list and count agree at the moment of expiry`() throws {
    let inbox = try Inbox.testing()
    _ = try inbox.push(
      [
        .make("stays"), .make("ends", expiresAt: .testing(60)),
        .make("comes", startsAt: .testing(60)), .make("deleted", expiresAt: .testing(60)),
        .make("alert only", expiresAt: .testing(60), delivery: .alert), .make("snoozed"),
      ], defaultSource: "a")
    _ = try inbox.perform(.delete, on: .numbers([.init(4)]))
    _ = try inbox.perform(.snooze(until: .date(.testing(60))), on: .numbers([.init(6)]))
    let expired = try MessageFilter(parsing: "is:expired", now: .testing, timeZone: .gmt)
    for (seconds, unread, over) in [(59.999, 2, 0), (60, 3, 1), (60.001, 3, 1)] {
      #expect(try self.unread(inbox, at: seconds) == [unread], "\(seconds)")
      #expect(try inbox.at(.testing(seconds)).count(matching: expired) == over, "\(seconds)")
    }
    #expect(try inbox.at(.testing(60)).settle())
    #expect(try unread(inbox, at: 60) == [3])
  }

  @Test(
    .bug(id: "D10", "the count went on counting what was read, deleted or expired"),
    arguments: [Verb.delete, .read, .view, .snooze(until: .date(.testing(99)))])
  func `an unread message that goes lowers the unread count, seen from anywhere`(
    verb: Verb
  ) throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    let other = try Inbox.testing(in: folder)
    _ = try inbox.push([.make(), .make(), .make()], defaultSource: "a")
    #expect(try unread(other, at: 1) == [3])
    _ = try inbox.at(.testing(1)).perform(verb, on: .numbers([.init(2)]))
    #expect(try unread(inbox, at: 2) == [2])
    #expect(try unread(other, at: 2) == [2])
    _ = try other.at(.testing(3)).perform(verb, on: .matching(.all))
    #expect(try unread(inbox, at: 4) == [0])
  }

  @Test(.bug(id: "D17", "marking unread in a list of read ones set the count to zero"))
  func `marking unread in a list of read ones raises the unread count`() throws {
    let inbox = try Inbox.testing()
    _ = try inbox.push([.make(), .make(), .make()], defaultSource: "a")
    _ = try inbox.perform(.read, on: .numbers([.init(1), .init(2)]))
    let read = MessageFilter([.init(.status(.read))])
    _ = try inbox.at(.testing(1)).perform(.unread, on: .matching(read))
    #expect(try unread(inbox, at: 2) == [3])
    _ = try inbox.at(.testing(3)).perform(.read, on: .matching(.unread))
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
