import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What a page promises of a list and its alerts, and a screen did otherwise.
struct PromiseRegressionTests {
  @Test(.bug(id: "D13", "the order was not the one that was named, and a badge of no number none"))
  func `a list is in the order that its top line names, and without a badge still counts`() {
    var inbox = ScreenDriver(count: 3)
    #expect(inbox.texts[0].contains("newest") && inbox.numbers == [3, 2, 1])
    inbox.run("sort oldest")
    #expect(inbox.texts[0].contains("oldest") && inbox.numbers == [1, 2, 3])
    inbox.state.environment.preferences.alerts.showsBadge = false
    #expect(inbox.state.title == "Inbox")
    #expect(inbox.texts[0].contains("3 unread"))
  }

  @Test(.bug(id: "D18", "an empty list showed nothing, and a row took the body for its title"))
  func `an empty list says that it is empty, and a row has the title above the body`() throws {
    var inbox = ScreenDriver(count: 0)
    #expect(inbox.texts.contains { $0.contains("No notifications") })
    inbox.push(.make("the title", body: "the body"))
    let lines = inbox.texts
    let title = try #require(lines.firstIndex { $0.contains("the title") })
    let body = try #require(lines.firstIndex { $0.contains("the body") })
    #expect(title < body)
    #expect(!lines.contains { $0.contains("No notifications") })
  }

  @Test(.bug(id: "D19", "who looked at the list of threads heard of no message in them"))
  func `a thread that is not open alerts who looks at the list, or at another thread`() {
    var inbox = ScreenDriver(count: 200).pressing("PgDn", "PgDn")
    let first = inbox.push(.make(thread: "deploy", sound: "default"))
    #expect(inbox.alerted == first)
    inbox.press("g g", "t")
    inbox.now += 60
    #expect(inbox.after(pushing: .make(thread: "deploy", sound: "default")).banner == nil)
    let other = inbox.push(.make(thread: "other", sound: "default"))
    #expect(inbox.alerted == other)
    #expect(inbox.effects.filter { $0 == .host(.ring) }.count == 2)
  }
}
