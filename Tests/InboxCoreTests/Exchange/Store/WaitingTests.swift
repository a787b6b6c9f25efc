import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Since when changes wait to be sent, as a screen shows it.
@Suite struct WaitingTests {
  private let inbox: Inbox
  private let exchange: ExchangeInbox

  init() throws {
    inbox = try Inbox.testing()
    exchange = ExchangeInbox(inbox) { try .testing($0) }
  }

  private func since(_ seconds: Double) throws -> Date? {
    try inbox.at(.testing(seconds)).snapshot(of: MessageQuery(), in: .init(limit: 1)).unsent?.since
  }

  private func push(_ title: String, at seconds: Double) throws {
    _ = try inbox.at(.testing(seconds)).push([.make(title, id: title)], defaultSource: "ci")
  }

  private func sending(at seconds: Double) -> ExchangeInbox {
    ExchangeInbox(inbox.at(.testing(seconds))) { try .testing($0) }
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
    _ = try inbox.at(.testing(2)).push([.make("stays", id: "stays")], defaultSource: "mail")
    _ = try inbox.at(.testing(3)).perform(.delete, on: .numbers([.init(1)]))
    _ = try inbox.at(.testing(4)).purge(.numbers([.init(1)]))
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
    for title in ["a", "b"] { _ = try owner.push([.make(title, id: title)], defaultSource: "ci") }
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
