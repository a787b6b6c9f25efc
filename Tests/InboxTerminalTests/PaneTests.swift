import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

@testable import InboxTerminal

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
    func screen() -> String { pane.picture.frame.lines.flatMap(\.spans).map(\.text).joined() }
    pane.receive(.resized(Size(columns: 80, rows: 10)))
    #expect(screen().contains("11:59") && !screen().contains("🔕"))
    pane.receive(.terminal(.key(.character("R"))))
    #expect(screen().contains("20:59") && screen().contains("🔕"))
  }
}

/// The moment at which a pane changes by itself, for which its loop waits.
struct PaneDeadlineTests {
  @Test func `it follows each event, and goes on once it has passed`() throws {
    let clock = SettableClock(.testing)
    let inbox = try Inbox.testing(now: clock.read)
    _ = try inbox.at(.testing(-7_200)).push([.make("lunch")], defaultSource: "a")
    let pane = try InboxPane(inbox: inbox, state: UIState(size: .zero), zone: .gmt, now: clock.read)
    pane.receive(.resized(Size(columns: 80, rows: 10)))
    let quiet = try #require(pane.nextDeadline)
    // A key without a meaning shows a status, which goes away after some seconds.
    pane.receive(.terminal(.key(.character("&"))))
    let busy = try #require(pane.nextDeadline)
    #expect(busy < quiet)
    clock.set(busy)
    _ = pane.handleWakes([])
    #expect(pane.nextDeadline == quiet)
    clock.set(quiet)
    _ = pane.handleWakes([])
    #expect(try #require(pane.nextDeadline) > quiet)
  }
}

/// Settings of a machine that can be carried to another time zone.
private final class TravellingSettings: PaneSettings {
  var zone: TimeZone?
  let descriptor: Int32 = -1

  func takeChange() -> Bool { false }
  func load(theme name: String) -> Event { load() }
  func load() -> Event { .configured(theme: nil, keymap: nil, preferences: nil, problems: []) }
}

struct ZoneTests {
  private let settings = TravellingSettings()
  private let clock = SettableClock(.testing)
  private let pane: InboxPane

  init() throws {
    let inbox = try Inbox.testing()
    _ = try inbox.push([.make("first")], defaultSource: "test")
    pane = try InboxPane(
      inbox: inbox, state: UIState(size: .zero), settings: settings, zone: .gmt, now: clock.read)
    pane.receive(.resized(Size(columns: 80, rows: 24)))
    _ = pane.handleWakes()
  }

  @Test func `another zone is reported when the times on screen are shown anew`() throws {
    // The groups are counted soon after they come in sight.
    clock.set(.testing(1))
    _ = pane.handleWakes()
    settings.zone = TimeZone(identifier: "Asia/Tokyo")
    clock.set(.testing(59))
    _ = pane.handleWakes()
    #expect(pane.state.zone == .gmt)
    clock.set(try #require(pane.nextDeadline))
    _ = pane.handleWakes()
    #expect(pane.state.zone.identifier == "Asia/Tokyo")
  }

  @Test func `R tells it at once`() {
    settings.zone = TimeZone(identifier: "Asia/Tokyo")
    pane.receive(.terminal(.key(.character("R"))))
    #expect(pane.state.zone.identifier == "Asia/Tokyo")
  }
}
