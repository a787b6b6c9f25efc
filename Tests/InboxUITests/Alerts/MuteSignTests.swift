import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The sign of what is muted.
struct MuteSignTests {
  private static let sources = ["ci/shop", "chat", "ci", "cron"]

  private func screen(_ mutes: [ActiveMute]) -> ScreenDriver {
    ScreenDriver(count: 4, size: Size(columns: 160, rows: 24)) { number, payload in
      payload.source = Self.sources[Int(number) - 1]
      payload.thread = number == 4 ? .set("night") : .absent
    }.with { $0.environment.preferences = ScreenPreferences() }
      .with { $0.environment.preferences.mutes = mutes }.waiting(0.2, times: 3)
  }

  /// The sources of the rows with the sign.
  private func muted(_ inbox: ScreenDriver) -> [String] {
    let (options, rows) = (inbox.state.rowOptions, inbox.rows)
    return rows.filter { RowMarks(of: $0, as: options).texts.contains("🔕") }.map(\.source).sorted()
  }

  @Test(arguments: [
    (MuteSubject.source("ci"), ["ci", "ci/shop"]), (.pattern("=ci"), ["ci"]),
    (.pattern("ci/*"), ["ci/shop"]), (.thread("night"), ["cron"]), (.source("c"), []),
  ])
  func `rows that do not alert have it`(subject: MuteSubject, sources: [String]) {
    #expect(muted(screen([ActiveMute(subject)])) == sources)
  }

  @Test func `the tab and the list of sources have it`() {
    let lines = screen([ActiveMute(.source("ci"))]).frame.lines.map(\.text)
    #expect(lines[0].contains(" ci 🔕 2 ") && lines[0].contains(" chat 1 "))
    let sources = lines.dropFirst(2).map { String($0.prefix { $0 != "│" }) }
    #expect(sources.contains { $0.contains("ci") && $0.contains("🔕 2") })
    #expect(sources.contains { $0.contains("shop") && $0.contains("🔕 1") })
    #expect(sources.contains { $0.contains("chat") && !$0.contains("🔕") })
  }

  @Test func `it goes when the mute ends`() throws {
    var inbox = screen([ActiveMute(.source("ci"), until: ScreenDriver(count: 1).now + 600)])
    #expect(muted(inbox) == ["ci", "ci/shop"])
    let deadline = try #require(inbox.state.nextDeadline(at: inbox.now))
    #expect(deadline <= ScreenDriver(count: 1).now + 600)
    #expect(muted(inbox.after(waiting: 600)) == [])
  }

  @Test func `a new mute keeps what was set on the screen`() {
    var inbox = screen([]).running("set density=compact")
    var preferences = ScreenPreferences()
    preferences.mutes = [ActiveMute(.source("ci"))]
    inbox.send(.configured(theme: nil, keymap: nil, preferences: preferences, problems: []))
    #expect(inbox.state.environment.preferences.rows.density == .compact)
    #expect(muted(inbox) == ["ci", "ci/shop"])
  }
}
