import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Testing

/// The moment at which a pane changes by itself, for which its loop waits.
struct PaneDeadlineTests {
  @Test func `it follows each event, and goes on once it has passed`() throws {
    let clock = SettableClock(.testing)
    let inbox = try Inbox.testing(now: clock.read)
    _ = try inbox.at(.testing(-7_200)).push([.make("lunch")], defaultSource: "a")
    let pane = try InboxPane(
      inbox: inbox, state: UIState(size: .zero), zone: .gmt, now: clock.read)
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
