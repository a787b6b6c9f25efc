import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Lists and groups whose numbers are known from before, and are counted again only when they may
/// have changed.
struct CountingOnceTests {
  /// Messages of two sources in turn, more of each than a window has; the tenth ones are urgent.
  private func screen() -> ScreenDriver {
    var inbox = ScreenDriver(count: 600) { number, payload in
      payload.source = number.isMultiple(of: 2) ? "ci" : "ops"
      if number.isMultiple(of: 10) { payload.priority = .set(.high) }
    }
    inbox.state.environment.preferences.tabs = [
      ListTab(name: "All", filter: ""), ListTab(name: "CI", filter: "source:ci"),
      ListTab(name: "Late", filter: "after:-2h source:ops"),
    ]
    inbox.wait(1)
    return inbox
  }

  /// Presses keys, lets time pass, and tells which effects they led to.
  private func effects(_ inbox: inout ScreenDriver, of keys: String...) -> [Effect] {
    let before = inbox.effects.count
    inbox.press(keys)
    inbox.wait(1)
    return Array(inbox.effects.dropFirst(before))
  }

  @Test func `a tab that is shown again has its length at once`() {
    var inbox = screen()
    #expect(effects(&inbox, of: "]").count(where: \.countsList) == 1)
    #expect(inbox.state.list.total == 300)
    _ = effects(&inbox, of: "[")
    #expect(effects(&inbox, of: "]").count(where: \.countsList) == 0)
    #expect(inbox.state.list.total == 300)
  }

  @Test func `it is counted again after a change, and at another time where it goes by the clock`()
  {
    var inbox = screen()
    _ = effects(&inbox, of: "]", "[")
    inbox.push(.make("New", source: "ci"))
    #expect(effects(&inbox, of: "]").count(where: \.countsList) == 1)
    #expect(inbox.state.list.total == 301)
    _ = effects(&inbox, of: "[")
    inbox.now += 3_600
    #expect(inbox.after("]", "]").state.list.total == 29)
    _ = effects(&inbox, of: "[")
    inbox.now += 3_600
    #expect(inbox.after("]").state.list.total == 0)
  }

  @Test func `what the clock moves meanwhile is counted again`() {
    var inbox = screen()
    inbox.push(.make("Soon", source: "ci", startsAt: inbox.now.addingTimeInterval(600)))
    _ = effects(&inbox, of: "]", "[")
    inbox.holdsEffects = true
    inbox.now += 601
    #expect(effects(&inbox, of: "]").count(where: \.countsList) == 1)
    #expect(inbox.release().state.list.total == 301)
  }

  @Test func `an answer from before a change is not taken for the length after it`() {
    var inbox = screen().holdingEffects().pressing("]", "[")
    let early = MessageFilter([.init(.source("ci"))])
    inbox.push(.make("New", source: "ci"))
    inbox.send(.answered(CountMessages(filter: early), 300))
    #expect(inbox.after("]").state.list.total == nil)
  }

  @Test func `an inbox that may be another one is counted again`() {
    var inbox = screen()
    _ = effects(&inbox, of: "]", "[")
    inbox.send(.changed(.reload))
    inbox.wait(1)
    #expect(effects(&inbox, of: "]").count(where: \.countsList) == 1)
  }

  @Test func `of counts that were begun before and after a change none is remembered`() {
    let filter = MessageFilter([.init(.source("ci"))])
    let query = MessageQuery(filter: filter)
    let snapshots = [1, 2].map { InboxSnapshot(query: query, sequence: $0) }
    var totals = ListTotals()
    for snapshot in snapshots {
      totals.follow([CountMessages(filter: filter).effect], at: snapshot)
    }
    for total in [300, 301] { totals.receive(total, of: filter) }
    #expect(totals.completing(snapshots[1], at: .testing(0)).matchCount == nil)
    totals.follow([CountMessages(filter: filter).effect], at: snapshots[1])
    totals.receive(301, of: filter)
    #expect(totals.completing(snapshots[0], at: .testing(0)).matchCount == nil)
    #expect(totals.completing(snapshots[1], at: .testing(0)).matchCount == 301)
  }

  @Test func `groups that are shown again have their numbers at once`() {
    var inbox = screen()
    #expect(effects(&inbox, of: "g", "s").count(where: \.countsGroups) == 1)
    #expect(inbox.state.listCounts.groups[.source("ci")] == GroupCount(total: 300, unread: 300))
    #expect(effects(&inbox, of: "g", "n", "g", "s").count(where: \.countsGroups) == 0)
    #expect(inbox.state.listCounts.groups[.source("ci")] == GroupCount(total: 300, unread: 300))
  }

  @Test(arguments: [false, true])
  func `they are counted again after a change, shown or not`(isShown: Bool) {
    var inbox = screen()
    _ = effects(&inbox, of: "g", "s")
    if !isShown { _ = effects(&inbox, of: "g", "n") }
    inbox.push(.make("New", source: "ci"))
    // Before the numbers in sight are counted again, others take their place.
    if isShown { inbox.press("g", "n") }
    #expect(effects(&inbox, of: "g", "s").count(where: \.countsGroups) == 1)
    #expect(inbox.state.listCounts.groups[.source("ci")]?.total == 301)
  }
}

extension Effect {
  fileprivate var countsList: Bool { request(CountMessages.self) != nil }

  fileprivate var countsGroups: Bool { request(CountGroups.self) != nil }
}
