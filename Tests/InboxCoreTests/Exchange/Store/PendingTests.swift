import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Whether anything is to be sent, as a look that writes nothing finds it.
@Suite struct PendingTests {
  private let inbox = Inbox.empty()
  private let exchange: ExchangeInbox

  init() throws {
    exchange = ExchangeInbox(inbox) { try .testing($0) }
    try exchange.join(ExchangeMembership(person: "me"))
    try inbox.push(.make("a", id: "a"), .make("b", id: "b"), from: "ci")
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

  @Test func `the place after own values is stored with answers or alone, never back`() throws {
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
    try inbox.perform(.unread, on: [1])
    #expect(try !exchange.hasPending())
  }

  @Test func `a change that was not taken up is pending`() throws {
    try inbox.perform(.read, on: [1])
    // As often as it is asked for, as nothing is taken up.
    for _ in 0..<2 { #expect(try exchange.hasPending()) }
    #expect(try exchange.position()?.waitingCount == 0)
    try send()
    #expect(try !exchange.hasPending())
  }

  @Test func `a value that was taken up is pending until it is sent`() throws {
    try inbox.perform(.read, on: [1])
    #expect(try exchange.pending(limit: 99).count == 1)
    #expect(try exchange.hasPending())
    try send()
    #expect(try !exchange.hasPending())
  }

  @Test func `a purge here is pending, before and after it is taken up`() throws {
    try inbox.perform(.delete, on: [1])
    try send()
    #expect(try !exchange.hasPending())
    try inbox.purge([1])
    #expect(try exchange.hasPending())
    #expect(try exchange.pending(limit: 99).count == 1)
    #expect(try exchange.hasPending())
    try send()
    #expect(try !exchange.hasPending())
  }

  @Test func `a push after a purge that was not sent begins the next generation`() throws {
    try inbox.perform(.delete, on: [1])
    try send()
    try inbox.purge([1])
    // The same text, so that nothing but the generation tells both apart.
    try inbox.push(.make("a", id: "a"), from: "ci")
    let values = try exchange.pending(limit: 99).filter { $0.name == .content }
    #expect(values.count == 1)
    let value = try #require(values.first)
    let register = try ExchangeRegister(value.bytes, of: value.name)
    guard case .content(let content) = register else { throw Unexpected(register) }
    #expect(content.generation == 1 && !content.isPurged)
    #expect(try inbox.stored().first { $0.id == "a" }?.status == .unread)
  }

  @Test func `values that are held alone are not pending until they are tried again`() throws {
    try inbox.perform(.read, on: .matching(.all))
    let values = try exchange.pending(limit: 99)
    try exchange.hold([values[0]])
    #expect(try values.count == 2 && exchange.hasPending())
    try exchange.hold([values[1]])
    #expect(try !exchange.hasPending())
    try exchange.release()
    #expect(try exchange.hasPending())
  }
}

/// Since when changes wait to be sent, as a screen shows it.
@Suite struct WaitingTests {
  private let inbox = Inbox.empty()
  private let exchange: ExchangeInbox

  init() throws { exchange = ExchangeInbox(inbox) { try .testing($0) } }

  private func since(_ seconds: Double) throws -> Date? {
    try inbox.at(seconds).snapshot(of: MessageQuery(), in: .init(limit: 1)).unsent?.since
  }

  private func push(_ title: String, at seconds: Double) throws {
    try inbox.at(seconds).push(.make(title, id: title), from: "ci")
  }

  private func sending(at seconds: Double) -> ExchangeInbox {
    ExchangeInbox(inbox.at(seconds)) { try .testing($0) }
  }

  @Test func `without an exchange nothing waits`() throws {
    try push("a", at: 1)
    #expect(try since(2) == nil)
  }

  @Test func `what waits is counted without taking it up`() throws {
    try push("before", at: 0)
    #expect(try exchange.waitingCount() == 0)
    var membership = ExchangeMembership(person: "me")
    membership.share = ExchangeShare(["mail": false])
    try exchange.join(membership)
    #expect(try exchange.waitingCount() == 1)
    var values = try sending(at: 1).pending(limit: 9)
    for index in values.indices { values[index].sequence = Int64(index + 1) }
    try sending(at: 1).confirm(values)
    #expect(try exchange.waitingCount() == 0)
    try push("a", at: 2)
    try inbox.at(2).push(.make("stays", id: "stays"), from: "mail")
    try inbox.at(3).perform(.delete, on: [1])
    try inbox.at(4).purge([1])
    // A message and a purge, as often as it is asked for: nothing was taken up.
    for _ in 0..<2 { #expect(try exchange.waitingCount() == 2) }
    #expect(try exchange.position()?.waitingCount == 0)
    #expect(try sending(at: 5).pending(limit: 9).count == 2)
    #expect(try exchange.waitingCount() == 2)
  }

  @Test func `what waits in an inbox that may only be read is counted`() throws {
    let folder = try TemporaryFolder()
    let owner = try Inbox.open(
      folder: folder.path + "/inbox", configuration: .init(durability: .normal))
    try ExchangeInbox(owner).join(ExchangeMembership(person: "me"))
    for title in ["a", "b"] { try owner.push(.make(title, id: title), from: "ci") }
    try owner.close()
    let reader = Inbox(
      store: try InboxStore.open(
        folder: folder.path + "/inbox", configuration: .testing(), isReadOnly: true))
    #expect(try ExchangeInbox(reader).waitingCount() == 2)
    #expect(try ExchangeInbox(reader).position()?.waitingCount == 0)
    withExtendedLifetime(folder) {}
  }

  @Test func `a change waits from its time until it is sent`() throws {
    try exchange.join(ExchangeMembership(person: "me"))
    _ = try sending(at: 0).pending(limit: 9)
    #expect(try since(1) == nil)
    try push("a", at: 2)
    // Also while no daemon takes it up.
    #expect(try since(3) == .testing(2))
    _ = try sending(at: 4).pending(limit: 9)
    try push("b", at: 5)
    var values = try sending(at: 6).pending(limit: 9)
    #expect(try since(7) == .testing(4) && values.count == 2)
    for index in values.indices { values[index].sequence = Int64(index + 1) }
    try sending(at: 7).confirm([values[0]])
    #expect(try since(8) == .testing(4))
    // What the stream refuses is named elsewhere.
    try sending(at: 9).hold([values[1]])
    #expect(try since(9) == nil)
    try exchange.release()
    _ = try sending(at: 10).pending(limit: 9)
    #expect(try since(11) == .testing(10))
    try sending(at: 12).confirm(values)
    #expect(try since(13) == nil)
  }
}
