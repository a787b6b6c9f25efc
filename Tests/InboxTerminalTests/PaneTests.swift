import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Testing

/// What a host and its person ask of a pane.
struct PaneTests {
  /// Files that say nothing new, on a machine that has been taken to Tokyo.
  private final class Travelled: PaneSettings {
    let descriptor: Int32 = -1
    private(set) var zone: TimeZone?

    func takeChange() -> Bool { false }
    func load(theme name: String) -> Event { load() }

    func load() -> Event {
      zone = .named("Asia/Tokyo")
      return .configured(theme: nil, keymap: nil, preferences: nil, problems: [])
    }
  }

  @Test func `a host opens a message by the id that its sender gave it`() throws {
    let inbox = try Inbox.testing()
    _ = try inbox.push([.make("Your order", id: "order-7"), .make("Other")], defaultSource: "shop")
    let pane = try InboxPane(hostOptions: HostOptions(), of: inbox, now: { .testing })
    pane.receive(.resized(Size(columns: 80, rows: 10)))
    func showsList() -> Bool {
      pane.picture.frame.lines.flatMap(\.spans).contains { $0.text.contains("Other") }
    }
    #expect(try !pane.go(toMessage: "order-7", from: "kitchen"))
    #expect(showsList())
    #expect(try pane.go(toMessage: "order-7", from: "shop"))
    #expect(!showsList())
  }

  @Test func `times and quiet hours go by the clock where the person is now`() throws {
    let inbox = try Inbox.testing()
    _ = try inbox.at(.testing(-60)).push([.make("lunch")], defaultSource: "a")
    var state = UIState(size: .zero)
    state.environment.preferences.rows.timeFormat = .clock
    state.environment.preferences.alerts.quietHours = QuietHours("20:00-22:00")
    let pane = try InboxPane(
      inbox: inbox, state: state, settings: Travelled(), zone: .gmt, now: { .testing })
    func screen() -> String {
      pane.picture.frame.lines.flatMap(\.spans).map(\.text).joined()
    }
    pane.receive(.resized(Size(columns: 80, rows: 10)))
    #expect(screen().contains("11:59") && !screen().contains("🔕"))
    pane.receive(.terminal(.key(.character("R"))))
    #expect(screen().contains("20:59") && screen().contains("🔕"))
  }
}
