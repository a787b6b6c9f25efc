import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Messages whose place by time is below what was there before them, and those that the maximum
/// removes: neither is seen in the first rows.
struct LateTests {
  private func bar(_ inbox: ScreenDriver) -> String {
    inbox.frame.lines.prefix(2).map(\.text).joined()
  }

  private func late(
    _ title: String, _ inbox: ScreenDriver, minutes: Double, source: String? = nil
  ) -> Payload {
    .make(
      title, source: source, sentAt: inbox.now.addingTimeInterval(-60 * minutes), delivery: .inbox)
  }

  @Test func `what arrives below the screen is told on top, and a key goes to each of it`() {
    var inbox = ScreenDriver(count: 300)
    inbox.push([
      late("a", inbox, minutes: 200.5), late("b", inbox, minutes: 202.5),
      late("c", inbox, minutes: 400),
    ])
    #expect(bar(inbox).contains(" 3 arrived late · g l "))
    #expect(inbox.selected == 300)
    #expect(inbox.after("g l").selected == 301)
    #expect(bar(inbox).contains(" 2 arrived late · g l "))
    // Scrolled into sight, but not gone to.
    inbox.turn(4, over: "Message 110")
    #expect(bar(inbox).contains(" 1 arrived late · g l "))
    #expect(inbox.after("g l").selected == 302)
    #expect(inbox.after(running: "next-late").selected == 303)
    #expect(!bar(inbox).contains("late"))
    #expect(inbox.after("g l").selected == 303 && inbox.status == "No message arrived late")
    #expect(bar(inbox.after(pushing: late("d", inbox, minutes: 100))).contains(" 1 arrived late"))
  }

  @Test func `what is on the screen, or on top, is not told`() {
    var inbox = ScreenDriver(count: 5)
    inbox.push(late("in sight", inbox, minutes: 3.5))
    #expect(!bar(inbox.after(pushing: .make("on top", delivery: .inbox))).contains("late"))
  }

  @Test func `a row below the last visible line is told`() {
    // Two lines a row, so that fewer rows are visible than the screen has lines.
    var inbox = ScreenDriver(count: 30) { $1.body = .set("text") }
    inbox.push(late("below", inbox, minutes: 12.5))
    #expect(bar(inbox).contains("1 arrived late"))
    #expect(bar(inbox.after("PgDn")).contains("1 arrived late"))
    #expect(!bar(inbox.after("PgDn")).contains("late"))
  }

  @Test func `each list tells of its own, in every order and group`() {
    var inbox = ScreenDriver(count: 300)
    inbox.push(late("a", inbox, minutes: 200.5, source: "x"))
    for command in ["filter is:unread", "sort priority", "group source", "group none"] {
      #expect(bar(inbox.after(running: command)).contains("1 arrived late"), "\(command)")
    }
    #expect(!bar(inbox.after(running: "filter source:cli")).contains("late"))
    #expect(bar(inbox.after("Esc")).contains("1 arrived late"))
    #expect(!bar(inbox.perform(.read, on: 301)).contains("late"))
  }

  @Test func `no message is told above that is below`() {
    var inbox = ScreenDriver(count: 300).pressing("G", "k")
    for _ in 0..<120 { inbox.press("k") }
    inbox.push(late("below", inbox, minutes: 299.5))
    #expect(bar(inbox).contains(" 1 arrived late") && !bar(inbox).contains("new ↑"))
    inbox.push(.make("above", delivery: .inbox))
    #expect(bar(inbox).contains("1 new ↑") && bar(inbox).contains("1 arrived late"))
  }

  @Test func `imported ones, and those since the last visit, are told until a refresh`() throws {
    var inbox = ScreenDriver(count: 300)
    var old = late("imported", inbox, minutes: 0)
    old.local.receivedAt = inbox.now.addingTimeInterval(-12_000)
    inbox.elsewhere { inbox in _ = try inbox.importMessages([old]) }
    #expect(bar(inbox).contains("1 arrived late"))
    #expect(!bar(inbox.after("r")).contains("late"))
    inbox.send(.returned(LastVisit(date: inbox.now, newCount: 0, sequence: 1)))
    #expect(bar(inbox).contains("1 arrived late"))
  }

  @Test func `a click on it, and a screen without borders, do the same`() throws {
    var inbox = ScreenDriver(count: 300)
    inbox.push(late("a", inbox, minutes: 200.5))
    let line = inbox.frame.lines[1]
    let span = try #require(line.spans.first { $0.text.contains("late") })
    #expect(span.target == .keys(try #require([Key](sequence: "g l")), in: .list))
    inbox.send(.resized(Size(columns: 60, rows: 5)))
    #expect(bar(inbox).contains("1 arrived late · g l · "))
  }

  // MARK: The maximum

  private func shrink(_ inbox: ScreenDriver) {
    inbox.inbox.update(configuration: .testing(maximumCount: 3) { [now = inbox.now] in now })
  }

  @Test func `unread messages that the maximum removes are told once the line is free`() {
    var inbox = ScreenDriver(count: 3)
    shrink(inbox)
    inbox.run("set mouse=off")
    let before = inbox.status
    inbox.push(.make("a"))
    #expect(before != nil && inbox.status == before)
    inbox.press("k")
    #expect(inbox.status == "1 unread message was removed to keep to maximum_notifications")
    inbox.push([.make("b"), .make("c")])
    #expect(inbox.status == "3 unread messages were removed to keep to maximum_notifications")
    #expect(inbox.after("k").state.status == nil)
  }

  @Test func `those since the last visit are told, read ones are not`() {
    var inbox = ScreenDriver(count: 3)
    shrink(inbox)
    inbox.perform(.read, on: 1)
    #expect(inbox.after(pushing: .make("a")).state.status == nil)
    _ = try? inbox.inbox.push([.make("b", id: "b")], defaultSource: "cli")
    var next = UIState(size: Size(columns: 80, rows: 24))
    next.environment.preferences = inbox.state.preferences
    inbox.state = next
    inbox.begin()
    #expect(inbox.state.status == nil)
    inbox.send(.returned(LastVisit(date: inbox.now, newCount: 1, sequence: 1)))
    #expect(inbox.status?.hasPrefix("1 unread message was removed") == true)
  }
}
