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
