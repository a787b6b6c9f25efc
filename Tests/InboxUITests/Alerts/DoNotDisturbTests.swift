import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct DoNotDisturbTests {
  private func reading(_ alerts: AlertPolicy) -> ScreenDriver {
    ScreenDriver(count: 3).with { $0.environment.zone = .gmt }
      .with { $0.environment.preferences.alerts = alerts }.pressing("Enter")
  }

  @Test func `one key turns it on for the session, and off again`() {
    var inbox = reading(AlertPolicy()).pressing("B")
    #expect(inbox.status == "Do not disturb on · only urgent (max) alerts")
    #expect(inbox.topBar.hasPrefix(" 🔕 2 unread"))
    #expect(inbox.topBar.contains("do not disturb · default"))
    #expect(inbox.after(pushing: .make(priority: .high)).banner == nil)
    #expect(inbox.after(pushing: .make(priority: .max)).banner != nil)
    #expect(inbox.after("Esc", "B").topBar.hasPrefix(" 🔔 "))
    inbox.press("Enter")
    let number = inbox.push(.make())
    #expect(inbox.alerted == number)
  }

  @Test func `do not disturb is named as such in quiet hours too`() throws {
    let hours = try #require(QuietHours("00:00-23:59"))
    var inbox = reading(AlertPolicy(isQuiet: true, quietHours: hours))
    #expect(inbox.topBar.contains("do not disturb"))
    inbox = reading(AlertPolicy(quietHours: hours))
    #expect(inbox.topBar.contains("quiet until 23:59"))
    #expect(inbox.after("B", "B").topBar.contains("do not disturb"))
  }

  @Test func `what was held back does not alert afterwards`() {
    var inbox = reading(AlertPolicy(isQuiet: true))
    inbox.push(.make(sound: "default"))
    inbox.press("B")
    #expect(inbox.after(.tick).banner == nil)
    #expect(!inbox.effects.contains(.host(.ring)))
  }

  @Test func `quiet hours begin and end by themselves`() throws {
    // The clock stands at 08:00 in Greenwich.
    let hours = try #require(QuietHours("08:30-09:00"))
    var inbox = reading(AlertPolicy(quietHours: hours))
    #expect(inbox.state.nextDeadline(at: inbox.now).map { $0 <= inbox.now + 1_800 } == true)
    #expect(inbox.topBar.hasPrefix(" 🔔 "))
    inbox.now += 1_800
    #expect(inbox.topBar.hasPrefix(" 🔕 "))
    #expect(inbox.topBar.contains("quiet until 09:00 · default"))
    #expect(!inbox.topBar.contains("disturb"))
    #expect(inbox.after(pushing: .make()).banner == nil)
    inbox.now += 1_800
    #expect(inbox.after(pushing: .make()).banner != nil)
  }
}
