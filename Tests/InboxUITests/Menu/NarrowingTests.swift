import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What can be done with all that is like a message.
struct NarrowingTests {
  private func inbox() -> ScreenDriver {
    ScreenDriver(count: 9) { number, payload in
      payload.source = number.isMultiple(of: 3) ? "ci/shop" : "cli"
      payload.thread = number == 9 ? .set("build") : .absent
    }
  }

  @Test func `only this source, and only this thread`() {
    var inbox = inbox().pressing("x", "1")
    #expect(inbox.numbers == [9, 6, 3])
    #expect(inbox.status == "Only source:=ci/shop: 3 · Esc shows all")
    #expect(!inbox.state.list.query.filter.matches(.make(source: "ci/shop/x"), at: .testing))
    #expect(inbox.after("Esc", "Enter", "x", "2").screen == .list)
    #expect(inbox.numbers == [9])
  }

  @Test func `muting asks the program, and the answer is told`() {
    var inbox = inbox().pressing("j", "x")
    #expect(inbox.menu?.items.map(\.label).contains("Mute cli for an hour") == true)
    let effects = inbox.press("2")
    let change = MuteChange.mute(until: inbox.now.addingTimeInterval(3_600))
    #expect(effects == [ChangeMute(subject: .source("cli"), change: change).effect])
    inbox.send(.answered(ChangeMute(subject: .source("cli"), change: change), ()))
    #expect(inbox.status?.hasPrefix("Muted cli until ") == true)
    #expect(
      inbox.run("unmute").contains(ChangeMute(subject: .source("cli"), change: .unmute).effect))
    #expect(
      inbox.run("mute 2h").contains(
        ChangeMute(
          subject: .source("cli"), change: .mute(until: inbox.now.addingTimeInterval(7_200))
        ).effect))
  }

  /// The labels of the menu's items about mutes, with their details.
  private func muting(_ inbox: ScreenDriver) -> [String] {
    let items = inbox.menu?.items.filter { $0.label.lowercased().contains("mute ") } ?? []
    return items.map { $0.detail.isEmpty ? $0.label : "\($0.label), \($0.detail)" }
  }

  @Test func `what is not muted is muted, and what is muted is unmuted`() {
    var inbox = inbox().pressing("x")
    let mutes = [
      "Mute ci/shop for an hour, until 09:00", "Mute ci/shop today, until midnight",
      "Mute ci/shop for good",
    ]
    #expect(muting(inbox) == ["Mute thread “build” for good"] + mutes)
    inbox.mutes = [ActiveMute(.thread("build")), ActiveMute(.thread("ci/shop"))]
    #expect(muting(inbox.after("Esc", "x")) == ["Unmute thread “build”"] + mutes)
    inbox.mutes = [
      ActiveMute(.source("ci/shop"), until: inbox.now.addingTimeInterval(7_200)),
      ActiveMute(.source("cli")),
    ]
    inbox.press("Esc", "x")
    #expect(muting(inbox) == ["Mute thread “build” for good", "Unmute ci/shop, muted until 10:00"])
    #expect(inbox.press("4") == [ChangeMute(subject: .source("ci/shop"), change: .unmute).effect])
  }

  @Test func `a source that a wider mute includes offers to end that one`() {
    var inbox = inbox()
    inbox.mutes = [
      ActiveMute(.source("c")), ActiveMute(.source("ci")), ActiveMute(.pattern("=ci")),
      ActiveMute(.pattern("ci/*")),
    ]
    inbox.press("x")
    #expect(muting(inbox) == ["Mute thread “build” for good", "Unmute ci", "Unmute ci/*"])
    #expect(inbox.press("5") == [ChangeMute(subject: .pattern("ci/*"), change: .unmute).effect])
    inbox.send(.answered(ChangeMute(subject: .pattern("ci/*"), change: .unmute), ()))
    #expect(inbox.status?.contains("ci/*") == true)
  }

  @Test func `on a folded group of several sources nothing stands for one of them`() {
    let muting = { (effect: Effect) in if case .pane(.mute) = effect { true } else { false } }
    var inbox = inbox().pressing("g", "d", "z", "M")
    for line in ["narrow", "mute", "mute 1h", "unmute"] {
      #expect(!inbox.run(line).contains(where: muting), "\(line)")
      #expect(inbox.status == "The group is folded · Enter unfolds it", "\(line)")
      #expect(inbox.menu == nil, "\(line)")
    }
    inbox.press("g", "s", "z", "M", "g", "g")
    #expect(inbox.run("mute 1h").contains(where: muting))
    #expect(inbox.after("x").menu?.title == "ci/shop")
    inbox.press("Esc", "g", "t", "z", "M", "g", "g", "x")
    #expect(inbox.menu?.items.map(\.label).contains("Only thread “build”") == true)
  }

  @Test func `an empty list says that there is nothing to mute`() {
    var inbox = ScreenDriver(count: 0)
    for line in ["narrow", "mute 1h", "unmute"] {
      #expect(inbox.after(running: line).status == "The list is empty", "\(line)")
    }
  }

  @Test func `all of a source is read or deleted after a question`() {
    var inbox = inbox().pressing("x", "d", "y")
    #expect(inbox.numbers(.deleted) == [9, 6, 3])
    #expect(inbox.after(running: "read source:cli").question == "Mark 6 messages read?")
    inbox.press("n")
    inbox.run("delete source:cli", then: "y")
    #expect(inbox.messages.allSatisfy { $0.status == .deleted })
  }

  @Test func `a filter that nothing matches is told, and an empty list as one`() {
    var inbox = inbox().running("delete zzz")
    #expect(inbox.status == "No message matches")
    #expect(inbox.after(running: "read zzz").status == "No unread message matches")
    #expect(inbox.after(running: "filter zzz", then: "D").status == "The list is empty")
  }

  @Test func `a setting is changed until it is reloaded`() {
    var inbox = inbox().running("set density=compact")
    #expect(inbox.state.preferences.rows.density == .compact)
    #expect(inbox.status == "density = compact")
    #expect(inbox.after(running: "set open_limit 3").state.preferences.openLimit == 3)
    inbox.run("set densty=compact")
    #expect(inbox.promptError?.contains("did you mean 'density'") == true)
    #expect(inbox.after(":").prompt == "")
    inbox.type("set density=wide", then: "Enter")
    #expect(inbox.state.overlays.prompt?.error != nil)
    inbox.press("Esc")
    #expect(inbox.after(running: "set").promptError == "usage: :set NAME=VALUE")
  }

  @Test func `a new theme or tab keeps a changed setting, and a reload ends it`() {
    var inbox = inbox()
    var file = inbox.state.preferences
    let read = { Event.configured(theme: nil, keymap: nil, preferences: $0, problems: []) }
    inbox.run("set density=compact")
    inbox.run("set open_limit=3")
    file.configurationCheck = "bellboard theme check nord"
    inbox.send(read(file))
    file.tabs = [ListTab(name: "CI", filter: "source:ci")]
    #expect(inbox.after(read(file)).state.preferences.rows.density == .compact)
    #expect(inbox.state.preferences.openLimit == 3 && inbox.state.preferences.tabs.count == 1)
    var edited = inbox
    file.automaticTabs.toggle()
    #expect(edited.after(read(file)).state.preferences == file)
    file.automaticTabs.toggle()
    inbox.run("reload")
    #expect(inbox.after(read(file)).state.preferences == file)
  }
}
