import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// The machines that `on:` can name.
@Suite struct MachineNamesTests {
  private let inbox = Inbox.empty()

  /// Stores a message that arrived on each machine.
  private func push(_ machines: String?...) throws {
    for machine in machines {
      _ = try inbox.push([.make("of a machine")], defaultSource: "ci")
      try inbox.store.write { database in
        try database.execute(
          sql: "UPDATE message SET arrived_on = ? WHERE number = (SELECT max(number) FROM message)",
          arguments: [machine])
      }
    }
  }

  private func names() throws -> [String] {
    try inbox.filterNames().names.map(\.term).filter { $0.hasPrefix("on:") }
  }

  private func suggestion(_ text: String) throws -> String? {
    let filter = try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
    guard case .meant(let term)? = try inbox.emptyReason(for: filter) else { return nil }
    return term
  }

  @Test func `machines of messages are proposed also after the exchange was left`() throws {
    try push("zeus", "atlas", "zeus", "atlas", "phone", nil)
    #expect(try names() == ["on:phone", "on:atlas", "on:zeus"])
    #expect(try suggestion("on:zues") == "on:zeus")
    #expect(try suggestion("on:zeus") == nil)
  }

  @Test func `machines of the exchange without messages come last`() throws {
    try push("zeus")
    let exchange = ExchangeInbox(inbox)
    try exchange.join(ExchangeMembership(person: "me", machine: "laptop"))
    let origin = try #require(ExchangeOrigin("0123abcd"))
    try exchange.note([
      ExchangePeer(origin: origin, name: "atlas", person: "me", seenAt: .testing)
    ])
    #expect(try names() == ["on:zeus", "on:atlas", "on:laptop"])
    #expect(try suggestion("on:atlsa") == "on:atlas")
  }

  @Test func `a message tells whether it arrived on another machine of the exchange`() throws {
    try push("atlas", "laptop")
    let numbers = [MessageNumber(1), MessageNumber(2)]
    #expect(try inbox.messages(numbers).map(\.isFromOtherMachine) == [false, false])
    let exchange = ExchangeInbox(inbox)
    try exchange.join(ExchangeMembership(person: "me", machine: "laptop"))
    #expect(try inbox.messages(numbers).map(\.isFromOtherMachine) == [true, false])
    #expect(try inbox.message(numbers[0])?.isFromOtherMachine == true)
    try exchange.leave()
    #expect(try inbox.message(numbers[0])?.isFromOtherMachine == false)
  }
}
