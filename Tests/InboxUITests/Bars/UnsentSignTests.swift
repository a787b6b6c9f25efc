import Foundation
import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

/// The sign of changes that wait to be sent to other machines.
struct UnsentSignTests {
  @Test(arguments: [false, true]) func `changes that wait for 30 seconds are shown`(
    hasTabs: Bool
  ) throws {
    var inbox = ScreenDriver(count: 3)
    if hasTabs { _ = inbox.run("tab add x") }
    #expect(!inbox.topBar.contains("⇄"))
    let since = inbox.now
    inbox.state.list.snapshot.unsent = UnsentChanges(since: since, readAt: since)
    #expect(!inbox.topBar.contains("⇄"))
    // They are read again at that time, as sending them is no change of the inbox.
    #expect(try #require(inbox.state.nextDeadline(at: inbox.now)) <= since + 30)
    inbox.now += 30
    #expect(!inbox.topBar.contains("⇄"))
    inbox.answerSlowly()
    #expect(inbox.send(.tick).contains(ReadUnsentChanges().effect))
    // Once, and nothing is due until the answer.
    #expect(inbox.send(.tick).isEmpty)
    _ = inbox.state.update(
      .answered(ReadUnsentChanges(), UnsentChanges(since: since, readAt: inbox.now)), at: inbox.now)
    let shown = inbox.topBar
    #expect(shown.contains(" ⇄ ") && shown.columns <= inbox.state.size.columns, "\(shown)")
    #expect(inbox.state.nextDeadline(at: inbox.now).map { $0 <= inbox.now + 5 } == true)
    _ = inbox.state.update(.answered(ReadUnsentChanges(), nil), at: inbox.now)
    #expect(!inbox.topBar.contains("⇄"))
  }
}
