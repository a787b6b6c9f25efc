import InboxCore
import InboxSettings
import Testing

@testable import BellboardSupport

/// The section of alerts as the daemon reads it.
struct AlertSettingsTests {
  private func policy(_ text: String) -> AlertPolicy {
    TOMLFile(text, at: "c", by: AlertSettings.table).values.policy
  }

  @Test func `a file that says nothing tells the desktop of nothing`() {
    #expect(policy("") == AlertPolicy())
    #expect(policy("[alerts]\nbanner = false").default.desktop == .off)
  }

  @Test func `what matters without a screen is read, the rest is passed by`() throws {
    let policy = policy(
      """
      [alerts]
      desktop = "dbus"
      banner_seconds = 3
      do_not_disturb = true
      quiet_hours = "22:00-07:00"
      quiet_priority = "high"
      [[alerts.rules]]
      filter = "source:ci"
      banner = false
      desktop = "off"
      """)
    #expect(policy.default.desktop == .dbus)
    #expect(policy.isQuiet)
    #expect(policy.quietHours == QuietHours("22:00-07:00"))
    #expect(policy.quietPriority == .high)
    #expect(
      policy.rules == [
        AlertRule(filter: MessageFilter([.init(.source("ci"))]), desktop: .off)
      ])
  }

  @Test func `no least priority lets nothing through in quiet`() {
    #expect(policy("[alerts]\nquiet_priority = \"none\"").quietPriority == nil)
  }
}
