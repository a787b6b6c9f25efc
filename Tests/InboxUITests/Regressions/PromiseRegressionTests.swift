import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxUI

/// What a page promises of a list and its alerts, and a screen did otherwise.
struct PromiseRegressionTests {
  private func texts(_ inbox: SimulatedInbox) -> [String] {
    inbox.state.frame(at: inbox.now, in: .gmt).lines.map(\.text)
  }

  @Test(.bug(id: "D13", "the order was not the one that was named, and a badge of no number none"))
  func `a list is in the order that its top line names, and without a badge still counts`() {
    var inbox = SimulatedInbox(count: 3)
    func order() -> [Int64] { inbox.state.list.snapshot.rows.map(\.number.rawValue) }
    #expect(texts(inbox)[0].contains("newest") && order() == [3, 2, 1])
    inbox.run("sort oldest")
    #expect(texts(inbox)[0].contains("oldest") && order() == [1, 2, 3])
    inbox.state.preferences.alerts.showsBadge = false
    #expect(inbox.state.title == "Inbox")
    #expect(texts(inbox)[0].contains("3 unread"))
  }

  @Test(.bug(id: "D18", "an empty list showed nothing, and a row took the body for its title"))
  func `an empty list says that it is empty, and a row has the title above the body`() throws {
    var inbox = SimulatedInbox(count: 0)
    #expect(texts(inbox).contains { $0.contains("No notifications") })
    inbox.arrive(.make(1, title: "the title", body: "the body"))
    let lines = texts(inbox)
    let title = try #require(lines.firstIndex { $0.contains("the title") })
    let body = try #require(lines.firstIndex { $0.contains("the body") })
    #expect(title < body)
    #expect(!lines.contains { $0.contains("No notifications") })
  }

  @Test(.bug(id: "D19", "who looked at the list of threads heard of no message in them"))
  func `a thread that is not open alerts who looks at the list, or at another thread`() {
    var inbox = SimulatedInbox(count: 200)
    inbox.press("PgDn", "PgDn")
    inbox.arrive(.make(900, thread: "deploy", sound: "default"))
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(900))
    inbox.press("g", "t")
    inbox.now += 60
    inbox.arrive(.make(901, thread: "deploy", sound: "default"))
    #expect(inbox.state.alerts.banner == nil)
    inbox.arrive(.make(902, thread: "other", sound: "default"))
    #expect(inbox.state.alerts.banner?.arrival.number == MessageNumber(902))
    #expect(inbox.effects.filter { $0 == .host(.ring) }.count == 2)
  }
}
