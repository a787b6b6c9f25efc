import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Switching between inboxes, as far as the screen's state goes.
struct InboxSwitchTests {
  private static let inboxes = [
    InboxSummary(name: "default", counts: InboxCounts(unread: 3)),
    InboxSummary(name: "work", counts: InboxCounts(unread: 1, read: 4)),
    InboxSummary(name: "broken"),
  ]
  private static let listing = ListInboxes(isCounting: true)
  private static let opening = OpenInbox(name: "work")

  private func screen(count: Int = 3) -> ScreenDriver {
    ScreenDriver(count: count).with { $0.environment.canSwitchInbox = true }
  }

  @Test func `I shows the inboxes with their counts, the present one ticked`() {
    var inbox = screen()
    #expect(inbox.press("I") == [Self.listing.effect])
    #expect(inbox.menu == nil)
    inbox.send(.answered(Self.listing, Self.inboxes))
    #expect(inbox.menu?.items.map(\.label) == ["default", "work", "broken"])
    #expect(inbox.menu?.items.map(\.isTicked) == [true, false, false])
    #expect(inbox.menu?.items[1].detail == "1 unread, 5 in all")
    #expect(inbox.menu?.items[2].detail == "cannot be read")
    #expect(inbox.press("2") == [Self.opening.effect])
  }

  @Test func `nothing of the one inbox comes along into the other`() {
    var inbox = screen().running("filter is:unread", then: "/")
    inbox.type("message", then: "Enter", "Space", "d", "Enter")
    #expect(inbox.after(running: "inbox work").state.inboxName == "default")
    inbox.purge(1, 2, 3)
    inbox.send(.answered(Self.opening, ()))
    let list = inbox.state.main
    #expect(inbox.state.inboxName == "work")
    #expect(inbox.screens == [.list])
    #expect(inbox.state.reader == nil && inbox.state.list.isTrash == false)
    #expect(
      list.query.filter == .all && list.query.order == .newest && list.filterText.isEmpty
        && list.search == nil)
    #expect(list.pending.isEmpty && list.kept.isEmpty && list.marked.isEmpty)
    #expect(list.snapshot.rows.isEmpty && list.snapshot.counts.unread == 0)
    #expect(inbox.state.title == "Inbox: work")
  }

  @Test func `what is how a person likes it comes along`() {
    var inbox = screen().running("sort oldest")
    inbox.run("inbox work")
    #expect(inbox.after(.answered(Self.opening, ())).state.main.query.order == .oldest)
    #expect(inbox.after(":", "Up").prompt == "inbox work")
  }

  @Test func `keys wait for the inbox that was asked for, except the one that quits`() {
    var inbox = screen()
    inbox.run("inbox work")
    #expect(inbox.press("d") == [])
    #expect(inbox.press("Q") == [.host(.quit)])
    #expect(inbox.status != "1 key waits for the list · C-c drops")
    #expect(inbox.after(.answered(Self.opening, ())).state.inboxName == "work")
    #expect(inbox.effects.contains(.perform(.delete, .numbers([3]))))
    #expect(inbox.state.interaction.typeAhead.isEmpty)
  }

  @Test func `keys that were typed for an inbox that does not open are dropped`() {
    var inbox = screen()
    inbox.run("inbox work", then: "d")
    inbox.send(.pasted("text"))
    inbox.send(.failed(Self.opening, "there is no inbox 'work'"))
    #expect(inbox.status == "there is no inbox 'work' · 2 keys typed ahead dropped")
    #expect(inbox.state.inboxName == "default")
    #expect(inbox.rows.count == 3)
    #expect(inbox.press("d") == [.perform(.delete, .numbers([3]))])
  }

  @Test func `where there is one inbox only, that is said`() {
    var inbox = ScreenDriver(count: 1)
    #expect(inbox.press("I") == [])
    #expect(inbox.status == "There is only this inbox here")
    #expect(inbox.run("inbox work") == [])
    #expect(inbox.status == "There is only this inbox here")
    #expect(inbox.press(":") == [ListThemes().effect])
  }

  @Test func `the present inbox is not opened again`() {
    var inbox = screen()
    #expect(inbox.run("inbox default") == [])
    #expect(inbox.status == "This is the inbox default")
  }

  @Test func `names are completed once they are known, and no menu opens for it`() {
    var inbox = screen()
    #expect(inbox.press(":") == [ListThemes().effect, ListInboxes(isCounting: false).effect])
    inbox.send(.answered(ListInboxes(isCounting: false), Self.inboxes))
    #expect(inbox.after(typing: "inbox wo", then: "Tab").menu == nil)
    #expect(inbox.prompt == "inbox work ")
  }
}
