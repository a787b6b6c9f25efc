import InboxText
import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Testing

@Suite(.waiting) struct InboxBellTests {

  @Test(arguments: [(0, "🔔"), (1, "🔔 1"), (99, "🔔 99"), (100, "🔔 99+")])
  func `a badge tells how many up to its limit`(unread: Int, text: String) {
    #expect(BellBadge(unread: unread).text == text)
    #expect(BellBadge(unread: unread).columns == text.count + 1)
  }

  @Test func `the bell follows every change`() throws {
    let inbox = try Inbox.testing()
    let bell = try UnreadCounter(of: inbox, now: { .testing })
    #expect(bell.badge.unread == 0)
    #expect(!bell.handleWakes())
    _ = try inbox.push([.make("a"), .make("b")], defaultSource: "x")
    #expect(isReadable(bell.descriptor, within: PseudoTerminal.limit))
    #expect(bell.handleWakes())
    #expect(bell.badge.text == "🔔 2")
    _ = try inbox.perform(.read, on: .numbers([MessageNumber(1)]))
    #expect(bell.handleWakes())
    #expect(bell.badge.unread == 1)
    _ = try inbox.perform(.pin, on: .numbers([MessageNumber(1)]))
    #expect(!bell.handleWakes())
  }

  @Test func `the bell hears other handles and the clock`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    let clock = SettableClock(.testing)
    let bell = try UnreadCounter(of: inbox, now: clock.read)
    let soon = Payload.make("soon", expiresAt: .testing(60))
    _ = try Inbox.testing(in: folder).push([soon], defaultSource: "x")
    #expect(isReadable(bell.descriptor, within: PseudoTerminal.limit))
    while !bell.handleWakes() {
      try #require(isReadable(bell.descriptor, within: PseudoTerminal.limit))
    }
    #expect(bell.badge.unread == 1)
    let due = try #require(bell.nextDeadline)
    clock.set(max(due, .testing(60)))
    #expect(bell.handleWakes())
    #expect(bell.badge.unread == 0)
  }

  @Test func `a bell that cannot be counted says so, and tries again`() throws {
    let inbox = try Inbox.testing()
    let clock = SettableClock(.testing)
    let bell = try UnreadCounter(of: inbox, now: clock.read)
    #expect(bell.problem == nil)
    try inbox.close()
    clock.set(.testing(60))
    while bell.problem == nil { _ = bell.handleWakes() }
    let retry = try #require(bell.nextDeadline)
    #expect(retry > .testing(60) && retry <= .testing(61))
  }

  @Test func `the bell of a scope counts nothing else`() throws {
    let inbox = try Inbox.testing()
    let scope = try MessageFilter(parsing: "source:mail", now: .testing, timeZone: .gmt)
    let bell = try UnreadCounter(of: inbox, scope: scope, now: { .testing })
    _ = try inbox.push([.make("a")], defaultSource: "ci")
    #expect(!bell.handleWakes())
    _ = try inbox.push([.make("b")], defaultSource: "mail")
    #expect(bell.handleWakes())
    #expect(bell.badge.unread == 1)
  }
}
