import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

@testable import InboxTerminal

/// Settings of a machine that can be carried to another time zone.
private final class TravellingSettings: PaneSettings {
  var zone: TimeZone?
  let descriptor: Int32 = -1

  func takeChange() -> Bool { false }
  func load(theme name: String) -> Event { load() }
  func load() -> Event {
    .configured(theme: nil, keymap: nil, preferences: nil, problems: [])
  }
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
