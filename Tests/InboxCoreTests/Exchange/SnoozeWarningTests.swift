import Foundation
import InboxCore
import InboxTestSupport
import Testing

@Suite struct SnoozeWarningTests {
  @Test func `a snooze until a machine that nobody knows is warned of`() throws {
    let inbox = try Inbox.testing()
    func warning(_ end: SnoozeEnd) throws -> String? { try inbox.warning(of: .snooze(until: end)) }
    let ending = "; until one is, any screen ends the snooze"
    #expect(try warning(.visit(machine: "nowhere")) == "no machine is named nowhere" + ending)
    let exchange = ExchangeInbox(inbox)
    try exchange.join(ExchangeMembership(person: "me", machine: "laptop"))
    try exchange.note([
      ExchangePeer(
        origin: ExchangeOrigin(rawValue: 7), name: "atlas", person: "me", seenAt: .testing)
    ])
    #expect(
      try warning(.visit(machine: "nowhere"))
        == "no machine is named nowhere (known: atlas, laptop)" + ending)
    for end in [SnoozeEnd.visit(machine: "atlas"), .visit(machine: "laptop"), .visit(machine: nil)]
    {
      #expect(try warning(end) == nil)
    }
    #expect(try warning(.next) == nil && inbox.warning(of: .read) == nil)
  }
}
