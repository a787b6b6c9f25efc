import InboxTestSupport
import Testing

@testable import InboxCore

/// Whether anything is to be sent, as a look that writes nothing finds it.
@Suite struct PendingTests {
  private let inbox: Inbox
  private let exchange: ExchangeInbox

  init() throws {
    inbox = try Inbox.testing()
    exchange = ExchangeInbox(inbox) { try .testing($0) }
    try exchange.join(ExchangeMembership(person: "me"))
    _ = try inbox.push([.make("a", id: "a"), .make("b", id: "b")], defaultSource: "ci")
    try send()
  }

  /// Sends all that waits.
  private func send() throws {
    var values = try exchange.pending(limit: 99)
    // Later ones than those before.
    let last = values.map(\.sequence).max() ?? 0
    for index in values.indices { values[index].sequence = last + Int64(index + 1) }
    try exchange.confirm(values)
  }

  @Test func `the place after own values is stored with answers, or alone, and never goes back`()
    throws
  {
    func place() throws -> Int64? { try exchange.position()?.sequence }
    _ = try exchange.begin("s", created: "today", last: 0)
    try exchange.take([], through: 3)
    try exchange.confirm([], readTo: 5, of: "today")
    #expect(try place() == 5)
    try exchange.confirm([], readTo: 4, of: "today")
    try exchange.confirm([], readTo: 9, of: "yesterday")
    #expect(try place() == 5)
    let values = try exchange.pending(limit: 99)
    #expect(values.count == 2)
    try exchange.confirm(values, readTo: 7, of: "today")
    #expect(try place() == 7)
    #expect(try !exchange.hasPending())
  }

  @Test func `at rest nothing is pending`() throws {
    #expect(try !exchange.hasPending())
    // Nor after something that changes nothing.
    _ = try inbox.perform(.unread, on: .numbers([.init(1)]))
    #expect(try !exchange.hasPending())
  }

  @Test func `a change that was not taken up is pending`() throws {
    _ = try inbox.perform(.read, on: .numbers([.init(1)]))
    // As often as it is asked for, as nothing is taken up.
    for _ in 0..<2 { #expect(try exchange.hasPending()) }
    #expect(try exchange.position()?.waitingCount == 0)
    try send()
    #expect(try !exchange.hasPending())
  }

  @Test func `a value that was taken up is pending until it is sent`() throws {
    _ = try inbox.perform(.read, on: .numbers([.init(1)]))
    #expect(try exchange.pending(limit: 99).count == 1)
    #expect(try exchange.hasPending())
    try send()
    #expect(try !exchange.hasPending())
  }

  @Test func `a purge here is pending, before and after it is taken up`() throws {
    _ = try inbox.perform(.delete, on: .numbers([.init(1)]))
    try send()
    #expect(try !exchange.hasPending())
    _ = try inbox.purge(.numbers([.init(1)]))
    #expect(try exchange.hasPending())
    #expect(try exchange.pending(limit: 99).count == 1)
    #expect(try exchange.hasPending())
    try send()
    #expect(try !exchange.hasPending())
  }

  @Test func `a push after a purge that was not sent begins the next generation`() throws {
    _ = try inbox.perform(.delete, on: .numbers([.init(1)]))
    try send()
    _ = try inbox.purge(.numbers([.init(1)]))
    // The same text, so that nothing but the generation tells both apart.
    _ = try inbox.push([.make("a", id: "a")], defaultSource: "ci")
    let values = try exchange.pending(limit: 99).filter { $0.name == .content }
    #expect(values.count == 1)
    let value = try #require(values.first)
    let register = try ExchangeRegister(value.bytes, of: value.name)
    guard case .content(let content) = register else {
      Issue.record("\(register)")
      return
    }
    #expect(content.generation == 1 && !content.isPurged)
    #expect(try inbox.stored().first { $0.id == "a" }?.status == .unread)
  }

  @Test func `values that are held alone are not pending until they are tried again`() throws {
    _ = try inbox.perform(.read, on: .matching(.all))
    let values = try exchange.pending(limit: 99)
    try exchange.hold([values[0]])
    #expect(try values.count == 2 && exchange.hasPending())
    try exchange.hold([values[1]])
    #expect(try !exchange.hasPending())
    try exchange.release()
    #expect(try exchange.hasPending())
  }
}
