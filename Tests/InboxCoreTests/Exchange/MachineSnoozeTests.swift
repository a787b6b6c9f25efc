import Foundation
import InboxCore
import InboxTestSupport
import Testing

@Suite struct MachineSnoozeTests {
  @Test func `a snooze until a machine that nobody knows says which there are`() throws {
    let inbox = try Inbox.testing()
    let numbers = try inbox.pushed(.make("a"))
    func known(_ end: SnoozeEnd) throws -> [String]? {
      let (verb, selection) = (Verb.snooze(until: end), MessageSelection.numbers(numbers))
      let forecast = try inbox.forecast(of: verb, on: selection).knownMachines
      let outcome = try inbox.perform(verb, on: selection)
      #expect(outcome.knownMachines == forecast)
      return outcome.knownMachines
    }
    #expect(try known(.visit(machine: nil)) == nil)
    #expect(try known(.visit(machine: "nowhere")) == [])
    let exchange = ExchangeInbox(inbox)
    try exchange.join(ExchangeMembership(person: "me", machine: "laptop"))
    try exchange.note([
      ExchangePeer(
        origin: ExchangeOrigin(rawValue: 7), name: "atlas", person: "me", seenAt: .testing),
      ExchangePeer(
        origin: ExchangeOrigin(rawValue: 8), name: "gone", person: "me", seenAt: .testing,
        goneAt: .testing(1)),
    ])
    for name in ["nowhere", "gone"] {
      #expect(try known(.visit(machine: name)) == ["atlas", "laptop"])
    }
    for end in [
      SnoozeEnd.visit(machine: "atlas"), .visit(machine: "laptop"), .visit(machine: nil), .next,
    ] {
      #expect(try known(end) == nil)
    }
    #expect(try inbox.perform(.read, on: .numbers(numbers)).knownMachines == nil)
  }
}
