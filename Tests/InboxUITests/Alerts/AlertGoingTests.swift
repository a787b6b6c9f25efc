import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct AlertGoingTests {
  private let number = MessageNumber(4)

  private func alerted(_ delivery: Delivery = .inboxAndAlert) -> ScreenDriver {
    var inbox = ScreenDriver(count: 3).pressing("Enter")
    inbox.push(.make("Disk full", delivery: delivery))
    return inbox
  }

  @Test func `one key shows the message of the banner and marks it read`() {
    var inbox = alerted()
    #expect(inbox.press("b") == [.fetch([number], .reader)])
    #expect(inbox.effects.contains(.perform(.open(.alert), .numbers([number]))))
    #expect(inbox.effects.contains(.perform(.peek, .numbers([number]))), "it counts as viewed")
    #expect(inbox.messages.first { $0.number == number }?.status == .read)
    #expect(inbox.screen == .reader)
    #expect(inbox.reader == number)
    #expect(inbox.selected == number)
    #expect(inbox.banner == nil)
    #expect(inbox.after("q").screen == .list)
  }

  @Test func `going there leaves unread when the configuration says so`() {
    var inbox = alerted().with { $0.environment.preferences.marksReadOnAlertOpen = false }
    #expect(inbox.after("b").effects.contains(.perform(.peek, .numbers([number]))))
    let opening = Verb.open(.alert, marksRead: false)
    #expect(inbox.effects.contains(.perform(opening, .numbers([number]))), "it counts as opened")
    #expect(inbox.reader == number)
    #expect(inbox.messages.first { $0.number == number }?.status == .unread)
  }

  private func conversing(tap: TapBehavior = .thread("ana")) -> ScreenDriver {
    var inbox = ScreenDriver(count: 3) { if $0 == 1 { $1.thread = .set("ana") } }
    inbox.push(Payload(title: "Hi", id: "4", thread: "ana", tap: tap))
    return inbox
  }

  @Test(arguments: [true, false])
  func `the alert of a thread opens its conversation at the message`(isInReader: Bool) {
    var inbox = conversing()
    if isInReader { inbox.press("Enter") }
    #expect(inbox.after("b").screens == [.list, .thread])
    #expect(inbox.state.list.thread == "ana")
    #expect(inbox.numbers == [1, 4])
    #expect(inbox.selected == number)
    #expect(inbox.effects.contains(.perform(.open(.alert), .numbers([number]))))
    #expect(inbox.messages.first { $0.number == number }?.status == .read)
    #expect(inbox.after("q").screens == [.list])
  }

  @Test func `the alert of a thread that is open goes back to it`() {
    var inbox = conversing(tap: .app).pressing("G", "t", "Enter")
    #expect(inbox.screens == [.list, .thread, .reader])
    inbox.push(Payload(title: "Other", id: "5", thread: "bob", tap: .thread("ana")))
    #expect(inbox.after("b").screens == [.list, .thread])
    #expect(inbox.state.list.thread == "ana")
  }

  @Test func `the alert of a thread's message in the trash shows the message`() {
    var inbox = conversing()
    inbox.perform(.delete, on: 4)
    #expect(inbox.after("b").screen == .reader)
    #expect(inbox.status?.contains("in the trash") == true)
  }

  @Test func `going there leaves unread what only the person marks read`() {
    var inbox = alerted().with { $0.environment.preferences.viewMarksRead = false }
    #expect(inbox.after("b").reader == number)
    #expect(inbox.messages.first { $0.number == number }?.status == .unread)
  }

  @Test func `a message that a filter hides is shown above it, and the filter comes back`() throws {
    let filter = try MessageFilter(parsing: "Message", now: .testing, timeZone: .gmt)
    var inbox = ScreenDriver(count: 3, query: MessageQuery(filter: filter))
    inbox.push(.make("Other"))
    #expect(inbox.after("?", "b").state.reader?.message?.title == "Other")
    #expect(inbox.screens == [.list, .help, .reader])
    #expect(inbox.after("q", "q").filterText == "Message")
  }

  @Test func `an alert and a link lead there in the same way`() {
    var byAlert = alerted()
    var byLink = alerted()
    byAlert.press("Esc", "b")
    byLink.press("Esc")
    byLink.send(.linked(.message(number)))
    #expect(byAlert.screens == byLink.screens)
    #expect(byAlert.selected == byLink.selected)
    #expect(byAlert.state.list.snapshot.rows == byLink.rows)
  }

  @Test func `the key still finds the last alert after its banner has gone`() {
    #expect(alerted().pressing("Esc", "b").reader == number)
  }

  @Test(arguments: [(0, nil), (1, "1 alert came"), (12, "12 alerts came")] as [(Int, String?)])
  func `a screen tells on opening how many alerts nobody saw`(count: Int, told: String?) {
    var inbox = ScreenDriver(count: 3)
    inbox.send(.missedAlerts(count))
    #expect((inbox.state.status == nil) == (told == nil))
    if let told { #expect(inbox.status?.hasPrefix(told) == true) }
    // It never covers what is wrong.
    inbox.send(.failed("The configuration is bad."))
    #expect(inbox.after(.missedAlerts(count)).status == "The configuration is bad.")
  }

  @Test func `without an alert there is nowhere to go, which is said`() {
    var inbox = ScreenDriver(count: 3)
    #expect(inbox.press("b") == [])
    #expect(inbox.status == "No new alerts")
  }

  @Test func `keys in the reader mean the alert-only message, not the one under the cursor`() {
    var inbox = alerted(.alert).pressing("b")
    #expect(inbox.reader == number)
    #expect(inbox.press("p").first == .perform(.pin, .numbers([number])))
    #expect(inbox.press("d").first == .perform(.delete, .numbers([number])))
    #expect(inbox.screen == .list)
  }
}
