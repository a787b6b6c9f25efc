import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The tabs and rows of an inbox without a configuration.
struct AutomaticTabTests {
  private static let sources = ["ci/shop", "ci/api", "ci", "chat/ana", "chat/joe", "cron"]

  /// Messages of sources, by the defaults of a newcomer.
  private func screen(
    _ sources: [String] = Self.sources, size: Size = Size(columns: 100, rows: 24),
    prepare: (Int64, inout Payload) -> Void = { _, _ in }
  ) -> ScreenDriver {
    ScreenDriver(count: sources.count, size: size) { number, payload in
      payload.source = sources[Int(number) - 1]
      prepare(number, &payload)
    }.with { $0.environment.preferences = ScreenPreferences() }.waiting(0.2, times: 4)
  }

  @Test func `the sources that send most have a tab each, with all below them`() {
    var inbox = screen()
    #expect(inbox.topBar.hasPrefix(" 🔔 ▐All▌ Unread 6  ci 3  chat 2  cron 1 "))
    #expect(inbox.after("3").rows.map(\.source) == ["ci", "ci/api", "ci/shop"])
    #expect(inbox.topBar.contains("▐ci 3▌"))
  }

  @Test func `the numbers come with the tabs, without a wait between them`() {
    var inbox = ScreenDriver(count: 3, size: Size(columns: 100, rows: 24)) {
      $1.source = $0 == 1 ? "cron" : "ci"
    }.with { $0.environment.preferences = ScreenPreferences() }
    #expect(inbox.after(.tick).topBar.contains("Unread 3  ci 2  cron 1 "))
  }

  @Test func `a single source has no tab that would repeat the first one`() throws {
    var inbox = screen(["ci/shop", "ci"])
    #expect(inbox.state.listCounts.tabs.tabs.map(\.tab.name) == ["All", "Unread"])
    _ = try inbox.inbox.push([.make("Disk", source: "disk")])
    inbox.send(.tick)
    inbox.wait(0.2, times: 4)
    #expect(inbox.state.listCounts.tabs.tabs.map(\.tab.name) == ["All", "Unread", "ci", "disk"])
  }

  @Test func `a tab keeps its place, and a new source gets the next one`() throws {
    var inbox = screen()
    for number in 0..<5 {
      _ = try inbox.inbox.push([.make("Disk \(number)", source: "disk")])
    }
    inbox.send(.tick)
    #expect(inbox.after(waiting: 0.2, times: 4).topBar.contains(" ci 3  chat 2  cron 1  disk 5 "))
  }

  @Test func `no more sources have a tab than there are digits to spare`() {
    let inbox = screen((1...9).map { "s\($0)" })
    #expect(inbox.state.listCounts.tabs.tabs.count == 2 + AutomaticTabs.mostSources)
  }

  @Test func `questions have a tab while one is open, and as long as it is shown`() throws {
    var inbox = screen(["cli", "ci", "cli"]) { number, payload in
      guard number == 1 else { return }
      payload.asks = .set(true)
      payload.actions = .set([MessageAction(id: "yes", label: "Yes")])
    }
    func names() -> [String] { inbox.state.listCounts.tabs.tabs.map(\.tab.name) }
    #expect(names() == ["All", "Unread", "cli", "ci", "Needs you"])
    #expect(inbox.after("5").rows.map(\.number) == [1])
    _ = try inbox.inbox.answer(1, action: "yes")
    inbox.send(.tick)
    inbox.wait(0.2, times: 4)
    #expect(names().contains("Needs you"))
    inbox.press("1")
    inbox.wait(0.2, times: 4)
    #expect(names() == ["All", "Unread", "cli", "ci"])
  }

  @Test func `what is most urgent needs the person until it is resolved, as a silence does`() throws
  {
    var inbox = screen(["cli", "ci", "cli"]) { number, payload in
      if number == 1 { (payload.priority, payload.fold) = (.set(.max), .set("disk")) }
      if number == 2 { payload.priority = .set(.high) }
      if number == 3 { (payload.source, payload.fold) = ("expect/cli", .set("silence")) }
    }
    func needed() -> String? {
      let bar = inbox.topBar
      return bar.range(of: "Needs you").map { String(bar[$0.upperBound...].prefix(2)) }
    }
    #expect(needed() == " 2")
    _ = try inbox.inbox.markRead([1, 3])
    inbox.send(.tick)
    inbox.wait(0.2, times: 4)
    #expect(needed() == " 2")
    _ = try inbox.inbox.push([Payload(source: "cli", resolves: "disk")])
    _ = try inbox.inbox.delete([3])
    inbox.send(.tick)
    inbox.wait(0.2, times: 4)
    #expect(needed() == nil)
  }

  @Test func `a question that ran out stays among the questions, unread until it is read`() {
    var inbox = screen(["cli", "ci", "cli"]) { number, payload in
      guard number == 1 else { return }
      payload.ask(["Yes"])
      payload.expiresAt = .set(Date(timeIntervalSince1970: 1_800_000_060))
    }
    inbox.wait(120)
    #expect(inbox.after(waiting: 0.2, times: 4).topBar.contains("Needs you 1 "))
    #expect(inbox.after("5").text.contains("⊘ not answered"))
    #expect(inbox.rows.map(\.status) == [.unread])
    #expect(inbox.after("Enter").text.contains("⊘ not answered") && !inbox.text.contains("Press"))
    #expect(inbox.after("q").rows.map(\.status) == [.read])
    #expect(inbox.text.contains("⊘ not answered"))
  }

  @Test func `a question that comes in leaves the digits of the other tabs`() throws {
    var inbox = screen(["cli", "ci"])
    var question = Payload.make("Deploy?", source: "ci")
    question.asks = .set(true)
    question.actions = .set([MessageAction(id: "yes", label: "Yes")])
    _ = try inbox.inbox.push([question])
    inbox.send(.tick)
    inbox.wait(0.2, times: 4)
    #expect(inbox.topBar.contains("Unread 3  ci 2  cli 1  Needs you 1 "))
    // One that is shown is kept as a tab.
    let added = inbox.run("filter cli") + inbox.run("tab add Mine")
    let tabs = added.compactMap { effect in
      effect.addedTabs?.map(\.name)
    }
    #expect(tabs == [["All", "Unread", "ci", "cli", "Needs you", "Mine"]])
  }

  @Test func `a source whose name a tab has, or that nobody could read, gets none`() {
    let inbox = screen(["All", "Needs you/x", "  ", "cli", "ci"])
    #expect(inbox.state.listCounts.tabs.tabs.map(\.tab.name) == ["All", "Unread", "ci", "cli"])
  }

  @Test func `a tab that is added goes behind the automatic ones, which are kept`() {
    var inbox = screen().pressing("F", typing: "shop", then: "Enter")
    let added = inbox.run("tab add Shop").compactMap { effect in
      effect.addedTabs
    }
    // That of what needs the person is kept while it is empty, and stays hidden then.
    #expect(
      added.first?.map(\.name) == ["All", "Unread", "ci", "chat", "cron", "Needs you", "Shop"])
    #expect(added.first?.last?.filter == "shop")
    #expect(
      added.first?.map(\.table).filter { $0.contains("hide_empty = true") } == [
        "[[tabs]]\nname = \"Needs you\"\nfilter = \"is:needed\"\nhide_empty = true\n"
      ])
    inbox.send(.answered(EditConfiguration(.addTabs(added.first ?? [])), ()))
    #expect(inbox.status?.contains("all are fixed now · remove [[tabs]]") == true)
    // No part of the line is at fault.
    for line in ["tab add All", "tab add Mine"] {
      inbox.run("filter is:unread")
      #expect(inbox.after(running: line).state.overlays.prompt?.error?.column == 1)
      inbox.press("Esc")
    }
    #expect(inbox.after(running: "help tab").status?.hasPrefix(":tab add NAME: ") == true)
  }

  @Test func `without them the bar has none`() {
    var inbox = screen().with { $0.environment.preferences.automaticTabs = false }
    #expect(inbox.after(.tick).topBar.contains("6 unread of 6"))
  }

  // MARK: - Digits

  @Test(arguments: [0, 0.2, 0.39, 0.5, 1])
  func `a key after a digit acts in the tab that the digit has shown`(pause: Double) throws {
    var inbox = screen().pressing("3")
    inbox.now += pause
    #expect(inbox.after("j").filterText.contains("ci"))
    #expect(inbox.selected == 2)
    inbox.now += pause
    #expect(try inbox.after("d").inbox.counts().deleted == 1)
    #expect(inbox.status?.hasPrefix("Deleted “") == true)
  }

  @Test func `two digits are two tabs`() {
    #expect(screen().pressing("3", "1", "j").filterText == "")
  }

  @Test func `a key that takes no count acts on the tab, however soon it comes`() {
    #expect(screen().pressing("3", "]").rows.map(\.source) == ["chat/joe", "chat/ana"])
  }

  // MARK: - Rows

  @Test
  func `a message is one line beside a preview, and as high as the theme allows on tall screens`() {
    let body: (Int64, inout Payload) -> Void = { $1.body = .set("A text below the title.") }
    func bodies(_ size: Size) -> Int {
      let inbox = screen(["a", "b"], size: size, prepare: body)
      return inbox.frame.lines.count {
        $0.text.hasSuffix("  A text below the title.")
      }
    }
    #expect(bodies(Size(columns: 160, rows: 30)) == 0)
    #expect(bodies(Size(columns: 80, rows: 29)) == 0)
    #expect(bodies(Size(columns: 80, rows: 30)) == 2)
  }

  @Test func `sources have colors of their own`() {
    let inbox = screen()
    let drawn = inbox.frame.lines.flatMap(\.spans)
    let colors = Self.sources.map { source in
      drawn.first { $0.text.trimmingCharacters(in: .whitespaces) == source }?.roles
    }
    #expect(Set(colors.compactMap(\.self)).count > 1)
  }
}

extension Effect {
  /// The tabs that it adds to the configuration.
  fileprivate var addedTabs: [ListTab]? {
    guard case .pane(.edit(let request)) = self, case .addTabs(let tabs) = request.change
    else { return nil }
    return tabs
  }
}
