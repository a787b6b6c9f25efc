import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct DoNotDisturbTests {
  private func reading(_ alerts: AlertPolicy) -> SimulatedInbox {
    var inbox = SimulatedInbox(count: 3)
    inbox.state.zone = .gmt
    inbox.state.preferences.alerts = alerts
    inbox.press("Enter")
    return inbox
  }

  private func bar(_ inbox: SimulatedInbox) -> String {
    inbox.state.frame(at: inbox.now, in: .gmt).lines[0].spans.map(\.text).joined()
  }

  @Test func `one key turns it on for the session, and off again`() {
    var inbox = reading(AlertPolicy())
    inbox.press("B")
    #expect(inbox.state.status?.text == "Do not disturb is on: only priority max alerts.")
    #expect(bar(inbox).hasPrefix(" 🔕 2 unread"))
    #expect(bar(inbox).contains("do not disturb · default"))
    inbox.arrive(.make(8, priority: .high))
    #expect(inbox.state.alerts.banner == nil)
    inbox.arrive(.make(9, priority: .max))
    #expect(inbox.state.alerts.banner != nil)
    inbox.press("Esc", "B")
    #expect(bar(inbox).hasPrefix(" 🔔 "))
    inbox.press("Enter")
    inbox.arrive(.make(10))
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(10))
  }

  @Test func `what was held back does not alert afterwards`() {
    var inbox = reading(AlertPolicy(isQuiet: true))
    inbox.arrive(.make(9, sound: "default"))
    inbox.press("B")
    inbox.send(.tick)
    #expect(inbox.state.alerts.banner == nil)
    #expect(!inbox.effects.contains(.host(.ring)))
  }

  @Test func `quiet hours begin and end by themselves`() throws {
    // The simulated clock stands at 08:00 in Greenwich.
    let hours = try #require(QuietHours("08:30-09:00"))
    var inbox = reading(AlertPolicy(quietHours: hours))
    #expect(inbox.state.nextDeadline(at: inbox.now).map { $0 <= inbox.now + 1_800 } == true)
    #expect(bar(inbox).hasPrefix(" 🔔 "))
    inbox.now += 1_800
    #expect(bar(inbox).hasPrefix(" 🔕 "))
    inbox.arrive(.make(8))
    #expect(inbox.state.alerts.banner == nil)
    inbox.now += 1_800
    inbox.arrive(.make(9))
    #expect(inbox.state.alerts.banner != nil)
  }
}
