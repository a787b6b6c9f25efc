import InboxText
import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Testing

@Suite(.waiting) struct UnreadCounterTests {

  @Test(arguments: [(0, "🔔"), (1, "🔔 1"), (99, "🔔 99"), (100, "🔔 99+")])
  func `a badge tells how many up to its limit`(unread: Int, text: String) {
    #expect(BellBadge(unread: unread).text == text)
    #expect(BellBadge(unread: unread).columns == text.count + 1)
  }

  @Test func `the counter follows every change`() throws {
    let inbox = try Inbox.testing()
    let counter = try UnreadCounter(of: inbox, now: { .testing })
    #expect(counter.badge.unread == 0)
    #expect(!counter.handleWakes())
    _ = try inbox.push([.make("a"), .make("b")], defaultSource: "x")
    #expect(isReadable(counter.descriptor, within: PseudoTerminal.limit))
    #expect(counter.handleWakes())
    #expect(counter.badge.text == "🔔 2")
    _ = try inbox.perform(.read, on: .numbers([MessageNumber(1)]))
    #expect(counter.handleWakes())
    #expect(counter.badge.unread == 1)
    _ = try inbox.perform(.pin, on: .numbers([MessageNumber(1)]))
    #expect(!counter.handleWakes())
  }

  @Test func `the counter hears other handles and the clock`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    let clock = SettableClock(.testing)
    let counter = try UnreadCounter(of: inbox, now: clock.read)
    let soon = Payload.make("soon", expiresAt: .testing(60))
    _ = try Inbox.testing(in: folder).push([soon], defaultSource: "x")
    #expect(isReadable(counter.descriptor, within: PseudoTerminal.limit))
    while !counter.handleWakes() {
      try #require(isReadable(counter.descriptor, within: PseudoTerminal.limit))
    }
    #expect(counter.badge.unread == 1)
    let due = try #require(counter.nextDeadline)
    clock.set(max(due, .testing(60)))
    #expect(counter.handleWakes())
    #expect(counter.badge.unread == 0)
  }

  @Test func `an inbox that cannot be counted is a problem, and is tried again`() throws {
    let inbox = try Inbox.testing()
    let clock = SettableClock(.testing)
    let counter = try UnreadCounter(of: inbox, now: clock.read)
    #expect(counter.error == nil)
    try inbox.close()
    clock.set(.testing(60))
    while counter.error == nil { _ = counter.handleWakes() }
    let retry = try #require(counter.nextDeadline)
    #expect(retry > .testing(60) && retry <= .testing(61))
  }

  @Test func `the counter of a scope counts nothing else`() throws {
    let inbox = try Inbox.testing()
    let scope = try MessageFilter(parsing: "source:mail", now: .testing, timeZone: .gmt)
    let counter = try UnreadCounter(of: inbox, scope: scope, now: { .testing })
    _ = try inbox.push([.make("a")], defaultSource: "ci")
    #expect(!counter.handleWakes())
    _ = try inbox.push([.make("b")], defaultSource: "mail")
    #expect(counter.handleWakes())
    #expect(counter.badge.unread == 1)
  }
}
