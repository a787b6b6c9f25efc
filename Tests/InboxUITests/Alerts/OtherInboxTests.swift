import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Other inboxes on the screen of one: their counts, and the banners of what arrives there.
struct OtherInboxTests {
  private func inbox(_ size: Size = Size(columns: 80, rows: 24)) -> ScreenDriver {
    ScreenDriver(count: 3, size: size).with { $0.environment.canSwitchInbox = true }
  }

  private func summary(_ name: String, _ unread: Int) -> InboxSummary {
    InboxSummary(name: name, counts: InboxCounts(unread: unread))
  }

  private func message(_ title: String, _ priority: Priority = .default) -> Message {
    var message = Message.make(7, source: "ci", title: title)
    message.priority = priority
    return message
  }

  @Test func `unread messages of others stand beside the name, as far as there is room`() {
    var inbox = inbox()
    inbox.send(.countedOthers([summary("ops", 0), summary("work", 2), summary("z", 1)]))
    #expect(inbox.topBar.contains("default (work 2, z 1) · "))
    #expect(inbox.after(.resized(Size(columns: 50, rows: 24))).topBar.contains("default (+3) · "))
    #expect(inbox.after(.countedOthers([summary("ops", 0)])).topBar.contains("default · "))
  }

  @Test func `tabs leave room for what is unread in other inboxes`() {
    var inbox = inbox()
    inbox.state.environment.preferences.tabs = (1...9).map {
      ListTab(name: "Tab number \($0)", filter: $0 == 1 ? "" : "tag:t\($0)")
    }
    #expect(inbox.after(waiting: 1).topBar.contains("…") && !inbox.topBar.contains("default"))
    inbox.send(.countedOthers([summary("work", 2)]))
    #expect(inbox.topBar.contains("…") && inbox.topBar.contains("default (+2)"))
  }

  @Test func `a banner names the inbox, and its key goes to the message there`() {
    var inbox = inbox()
    inbox.send(.arrivedElsewhere("work", [message("Deploy failed")]))
    #expect(inbox.frame.lines[1].text.contains("🔔 work: Deploy failed"))
    #expect(inbox.press("b") == [OpenInbox(name: "work").effect])
    let effects = inbox.state.update(.answered(OpenInbox(name: "work"), ()), at: inbox.now)
    #expect(inbox.state.inboxName == "work")
    #expect(effects.contains(.fetch([7], .reader)))
  }

  @Test func `a banner of this inbox stays, unless the other is more urgent`() {
    var inbox = inbox(Size(columns: 80, rows: 5)).pressing("G", "Enter")
    #expect(inbox.after(pushing: .make("Here")).topBar.contains("Here"))
    #expect(inbox.after(.arrivedElsewhere("work", [message("There")])).topBar.contains("Here"))
    inbox.send(.arrivedElsewhere("work", [message("Fire", .max)]))
    #expect(inbox.topBar.contains("work:") && inbox.topBar.contains("Fire"))
    inbox.push(.make("Here again"))
    #expect(inbox.topBar.contains("Here again") && !inbox.topBar.contains("work:"))
  }

  @Test func `what arrives in the inbox that is shown is not told twice`() {
    var inbox = inbox()
    #expect(inbox.after(.arrivedElsewhere("default", [message("Late")])).banner == nil)
  }
}
