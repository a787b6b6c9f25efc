import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

/// The tabs of saved filters in the bar on top.
struct TabTests {
  private static let tabs = [
    ListTab(name: "All", filter: ""), ListTab(name: "CI", filter: "source:ci/*"),
    ListTab(name: "Urgent", filter: "priority>=high"), ListTab(name: "Gone", filter: "is:deleted"),
  ]

  /// Six messages: the even ones of ci, the sixth urgent, the first deleted, the fourth read.
  private func screen(
    _ columns: Int = 80, _ rows: Int = 24, tabs: [ListTab] = Self.tabs
  ) -> ScreenDriver {
    ScreenDriver(count: 6, size: Size(columns: columns, rows: rows)) {
      number, payload in
      if number.isMultiple(of: 2) { payload.source = "ci/shop" }
      if number == 6 { payload.priority = .set(.high) }
      if number == 1 { payload.local.status = .deleted }
      if number == 4 { payload.local.status = .read }
    }.with { $0.environment.preferences.tabs = tabs }.waiting(0.2).waiting(0.2)
  }

  @Test(arguments: Size.recorded)
  func `the bar shows them with their numbers, the one that is shown filled`(size: Size) throws {
    let inbox = screen(size.columns, size.rows).pressing("2").waiting(10)
    try inbox.checkGolden("tabs")
  }

  @Test func `a name that does not fit is cut, and goes before all else in the bar`() {
    let inbox = screen(20, 5, tabs: [ListTab(name: "Waiting for an answer", filter: "")])
    #expect(inbox.topBar.contains("▐Waiting for"))
  }

  @Test(arguments: [20, 40, 80], [false, true])
  func `a filter without a tab is named on any screen`(columns: Int, hasTabs: Bool) {
    let names = (1...9).map { ListTab(name: "Tab \($0)", filter: "tag:t\($0)") }
    var inbox = screen(columns, 24, tabs: hasTabs ? names : [])
    inbox.run("filter source:ci/* priority>=high")
    let bar = inbox.topBar
    #expect(bar.contains("source:"), "\(bar)")
    #expect(!hasTabs || bar.contains("Tab"), "\(bar)")
  }

  @Test func `each has a key, and two go on and back`() {
    var inbox = screen()
    var shown: [String] = []
    for key in ["2", "3", "]", "]", "[", "1", "["] {
      inbox.press(key)
      shown.append(inbox.filterText)
    }
    #expect(
      shown == [
        "source:ci/*", "priority>=high", "is:deleted", "", "is:deleted", "", "is:deleted",
      ])
    #expect(inbox.after("7").status == "There are 4 tabs")
    #expect(inbox.filterText == "is:deleted")
  }

  @Test func `a tab is one of the inbox, which the trash covered`() {
    let inbox = screen().pressing("T", "3")
    #expect(inbox.screen == .list)
    #expect(inbox.filterText == "priority>=high")
    #expect(inbox.topBar.contains("▐Urgent 1▌"))
  }

  @Test func `of two tabs with one filter the one that was chosen is shown`() {
    var inbox = screen(tabs: [
      ListTab(name: "All", filter: ""), ListTab(name: "CI", filter: "source:ci/*"),
      ListTab(name: "Shop", filter: "source:ci/*"), ListTab(name: "Gone", filter: "is:deleted"),
    ])
    #expect(inbox.after("3").topBar.contains(" CI 2 ▐Shop 2▌"))
    #expect(inbox.after("2").topBar.contains("▐CI 2▌ Shop 2 "))
    #expect(inbox.after("]", "]").topBar.contains("▐Gone 1▌"))
  }

  @Test func `a digit in a thread leaves it for the tab`() {
    var inbox = screen()
    inbox.push(.make("In a thread", thread: "release"))
    #expect(inbox.after("g", "g", "t").screen == .thread)
    inbox.press("2")
    #expect(inbox.after(waiting: 1).screen == .list && inbox.topBar.contains("▐CI"))
    #expect(inbox.filterText == "source:ci/*")
  }

  @Test func `a reader over a thread keeps the tabs where its message is of none`() {
    var inbox = screen()
    inbox.push(.make("In a thread", thread: "release"))
    #expect(inbox.after("g", "g", "t").topBar.contains("Thread “release”"))
    #expect(inbox.after(.linked(.message(2))).screen == .reader)
    #expect(inbox.topBar.hasPrefix(" 🔔 ▐All "))
    #expect(inbox.after("q").topBar.contains("Thread “release”"))
  }

  @Test func `the numbers are those of unread messages, and of all in the trash`() {
    var inbox = screen()
    #expect(inbox.topBar.hasPrefix(" 🔔 ▐All 4▌ CI 2  Urgent 1  Gone 1 "))
    inbox.push(.make("New", source: "ci/shop", priority: .high))
    inbox.perform(.delete, on: 3)
    #expect(inbox.after(waiting: 0.2).topBar.hasPrefix(" 🔔 ▐All 4▌ CI 3  Urgent 2  Gone 2 "))
    inbox.perform(.read, on: 2, 6)
    #expect(inbox.after(waiting: 0.2).topBar.hasPrefix(" 🔔 ▐All 2▌ CI 1  Urgent 1  Gone 2 "))
  }

  @Test func `a typed filter belongs to no tab, and is shown with its own number`() {
    var inbox = screen().running("filter is:read")
    #expect(inbox.topBar.hasPrefix(" 🔔  All 4  CI 2  Urgent 1  Gone 1 "))
    #expect(inbox.topBar.contains("is:read (1)"))
    #expect(inbox.after("Esc").topBar.hasPrefix(" 🔔 ▐All 4▌"))
    #expect(inbox.after(running: "filter source:ci/*").topBar.contains("▐CI 2▌"))
  }

  @Test func `they are counted beside the loop, once for many changes`() {
    var inbox = screen().holdingEffects()
    for _ in 0..<5 { inbox.push(.make("New", source: "ci/shop")) }
    #expect(inbox.wait(0.2).count(where: \.countsTabs) == 1)
    inbox.push(.make("New", source: "ci/shop"))
    #expect(inbox.wait(5).count(where: \.countsTabs) == 0)
    #expect(inbox.release().topBar.contains("CI 8"))
    #expect(inbox.wait(0.2).count(where: \.countsTabs) == 0)
    #expect(inbox.wait(30).count(where: \.countsTabs) == 1)
  }

  @Test func `a count that fails is tried again after a while`() {
    var inbox = screen().holdingEffects()
    inbox.push(.make("New", source: "ci/shop"))
    inbox.wait(0.2)
    inbox.failFirst(\.countsTabs)
    inbox.push(.make("New", source: "ci/shop"))
    #expect(inbox.wait(1).count(where: \.countsTabs) == 0)
    #expect(inbox.wait(40).count(where: \.countsTabs) == 1)
  }

  @Test func `without any the bar is as it was, nothing is counted, and keys say so`() {
    var inbox = screen(tabs: [])
    #expect(inbox.topBar.hasPrefix(" 🔔 4 unread of 5 "))
    inbox.push(.make("New"))
    #expect(inbox.wait(1).count(where: \.countsTabs) == 0)
    for key in ["2", "]", "["] {
      #expect(inbox.after(key).filterText == "")
      #expect(inbox.status == "There are 0 tabs")
    }
  }

  @Test func `of more tabs than fit, the one that is shown is seen`() {
    let many = (1...9).map { ListTab(name: "Number \($0)", filter: "tag:t\($0)") }
    var inbox = screen(40, 12, tabs: many)
    for number in 1...9 {
      #expect(inbox.after("\(number)").topBar.contains("▐Number \(number)▌"))
      #expect(inbox.topBar.columns <= 40)
    }
  }
}

extension Effect {
  fileprivate var countsTabs: Bool { request(CountTabs.self) != nil }
}
