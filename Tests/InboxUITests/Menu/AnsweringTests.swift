import Foundation
import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

struct AnsweringTests {
  /// A list whose top message asks.
  private func asking(
    _ choices: [String] = ["Yes", "No"], query: MessageQuery = .init()
  ) -> ScreenDriver {
    ScreenDriver(count: 3, query: query) { number, payload in
      guard number == 3 else { return }
      payload.ask(choices)
    }
  }

  private func bottom(_ inbox: ScreenDriver) -> String {
    inbox.state.frame(at: inbox.now, in: .gmt).lines.last?.text ?? ""
  }

  @Test func `the menu of an open question has its choices and nothing else`() {
    var inbox = asking()
    inbox.press("a")
    #expect(inbox.state.menu?.items.map(\.label) == ["Yes", "No"])
    #expect(inbox.state.menu?.items.map(\.key) == ["1", "2"])
    #expect(inbox.state.menu?.items.map(\.letter) == ["y", "n"])
  }

  @Test func `keys that move the cursor of a menu are no keys of choices`() {
    var inbox = asking(["Keep", "Kill", "Later"])
    inbox.press("a")
    #expect(inbox.state.menu?.items.map(\.key) == ["1", "2", "3"])
    #expect(inbox.state.menu?.items.map(\.letter) == [nil, nil, nil])
  }

  @Test func `digits are in order, and a letter that begins two choices means neither`() {
    var inbox = asking(["Now", "Tonight", "Never"])
    inbox.press("a")
    #expect(inbox.state.menu?.items.map(\.key) == ["1", "2", "3"])
    #expect(inbox.state.menu?.items.map(\.letter) == [nil, "t", nil])
    inbox.press("n")
    #expect(inbox.state.menu != nil)
    inbox.press("1")
    #expect(inbox.state.list.snapshot.rows[0].question == .answered("Now"))
  }

  @Test func `a choice answers, is reported, and shows in the row`() {
    var inbox = asking()
    inbox.press("a")
    let action = MessageAction(id: "yes", label: "Yes")
    #expect(inbox.press("y") == [ChooseAction(number: MessageNumber(3), action: action).effect])
    #expect(inbox.state.status?.text == "Answered “Yes”")
    #expect(inbox.state.list.snapshot.rows[0].question == .answered("Yes"))
    #expect(inbox.state.menu == nil)
  }

  @Test func `an answered question stays in a list of unread ones`() {
    var inbox = asking(query: MessageQuery(filter: .unread))
    inbox.press("a", "y")
    #expect(inbox.state.list.snapshot.rows[0].question == .answered("Yes"))
    #expect(inbox.state.list.selected == MessageNumber(3))
  }

  @Test func `who answers in the reader sees the answer there`() {
    var inbox = asking()
    inbox.press("Enter", "a", "n")
    #expect(inbox.state.screen == .reader)
    #expect(inbox.state.reader?.message?.answer == "No")
    #expect(inbox.state.status?.text == "Answered “No”")
  }

  @Test(arguments: [
    ("answered", "Already answered: “No”"),
    ("expired", "Too late: the question is closed"),
    ("deleted", "Too late: the question is closed"),
    ("purged", "@3 is no longer in the inbox"),
  ])
  func `an answer that comes too late is reported`(what: String, told: String) {
    var inbox = asking()
    inbox.press("a")
    change(&inbox, what)
    inbox.press("y")
    #expect(inbox.state.status?.text == told)
    #expect(inbox.state.status?.isError == true)
    #expect(
      inbox.state.list.snapshot.rows.first?.question != .open(choices: ["Yes", "No"])
        || inbox.state.list.snapshot.rows.first?.isExpired == true)
  }

  private func change(_ inbox: inout ScreenDriver, _ what: String) {
    switch what {
    case "answered":
      inbox.elsewhere { inbox in
        _ = try inbox.answer(MessageNumber(3), action: "no")
      }
    case "expired":
      let now = inbox.now
      inbox.revise(3) { $0.expiresAt = .set(now) }
    case "deleted": inbox.perform(.delete, on: 3)
    default: inbox.purge(3)
    }
  }

  @Test func `a question whose time is up offers no choices`() {
    var inbox = asking()
    let end = inbox.now + 60
    inbox.revise(3) { $0.expiresAt = .set(end) }
    inbox.now = end
    inbox.press("a")
    #expect(inbox.state.menu == nil)
    #expect(inbox.state.status?.text == "Too late: the question is closed")
  }

  @Test func `an action of a message that asks nothing is chosen`() {
    var inbox = ScreenDriver(count: 1)
    let action = MessageAction(id: "a", label: "Restart")
    inbox.send(.answered(ChooseAction(number: MessageNumber(1), action: action), .answered(action)))
    #expect(inbox.state.status?.text == "“Restart” recorded")
  }

  @Test func `the key that answers is shown only while somebody waits`() {
    var inbox = asking()
    #expect(bottom(inbox).hasPrefix(" a answer  Enter read"))
    inbox.press("Enter")
    #expect(bottom(inbox).contains("a answer"))
    inbox.press("q", "j")
    #expect(!bottom(inbox).contains("a answer"))
    inbox.press("k")
    change(&inbox, "answered")
    #expect(!bottom(inbox).contains("a answer"))
  }

  /// A message with an action for ntfy's clients.
  private func offering(
    _ fields: [String: JSONValue], label: String = "Do", columns: Int = 80
  ) -> ScreenDriver {
    ScreenDriver(count: 1, size: Size(columns: columns, rows: columns == 80 ? 24 : 12)) {
      _, payload in
      payload.actions = .set([MessageAction(id: "do", label: label)])
      let action = JSONValue.object(fields.merging(["label": .string(label)]) { $1 })
      payload.custom = .set(.object(["actions": .array([action])]))
    }
  }

  @Test func `the method of a request is shown`() {
    var inbox = offering(["action": "http", "url": "https://e.org/do", "method": "delete"])
    inbox.press("a")
    #expect(inbox.state.menu?.items[0].detail == "sends DELETE to https://e.org/do")
  }

  @Test func `a request needs consent once, and its outcome is shown`() throws {
    var inbox = offering(["action": "http", "url": "https://e.org/do"])
    inbox.press("a")
    #expect(inbox.state.menu?.items[0].detail == "sends a request to https://e.org/do")
    inbox.press("1")
    #expect(
      inbox.state.overlays.question?.sentence == "Allow all actions of cli, and do “Do”?")
    inbox.press("n")
    #expect(inbox.state.list.snapshot.rows[0].status == .unread)
    inbox.press("a", "1", "y")
    #expect(inbox.state.status?.text == "“Do” is on its way")
    inbox.now += 2
    inbox.send(.tick)
    #expect(
      inbox.state.status?.text
        == "“Do” waits until the daemon runs; it is done within a day, or not at all")
    let request = try #require(try inbox.inbox.takeActionRequest())
    try inbox.inbox.finish(request, outcome: "200 OK, 0.1 s")
    inbox.send(.tick)
    #expect(inbox.state.status?.text == "Do: 200 OK, 0.1 s")
    inbox.press("a", "1")
    #expect(inbox.state.overlays.question == nil)
  }

  @Test(arguments: [(80, "Restart the web service now"), (40, "Restart…"), (20, "R…")])
  func `the host of a request stays, and the label is shortened`(columns: Int, label: String) {
    let url = "https://deploy.example.org/services/web/restart?reason=from-the-inbox"
    var inbox = offering(
      ["action": "http", "url": .string(url)], label: "Restart the web service now",
      columns: columns)
    inbox.press("a")
    let host = columns == 20 ? "…e.org" : "deploy.example.org"
    let line = text(inbox).split(separator: "\n").first { $0.contains(" 1 r ") }
    #expect(line?.contains(label + " ") == true && line?.contains(" \(host) │") == true)
  }

  private func text(_ inbox: ScreenDriver) -> String {
    inbox.state.frame(at: inbox.now, in: .gmt).lines.map(\.text).joined(separator: "\n")
  }

  @Test func `what waits is shown, and is taken back by choosing it again`() throws {
    var inbox = offering(["action": "http", "url": "https://e.org/do"])
    inbox.press("a", "1", "y", "Enter")
    #expect(text(inbox).contains("Do: waiting for the daemon"))
    inbox.press("a")
    #expect(inbox.state.menu?.items[0].detail == "waiting for the daemon")
    inbox.press("1")
    #expect(
      inbox.state.overlays.question?.sentence == "Take back what waits for the daemon, “Do”?")
    inbox.press("n")
    #expect(inbox.state.status?.text == "Nothing changed")
    inbox.press("a", "1", "y")
    #expect(inbox.state.status?.text == "“Do” is taken back")
    #expect(!text(inbox).contains("waiting for the daemon"))
    #expect(try inbox.inbox.takeActionRequest() == nil)
  }

  @Test func `what the daemon took under the question is not taken back`() throws {
    var inbox = offering(["action": "http", "url": "https://e.org/do"])
    inbox.press("a", "1", "y", "a", "1")
    #expect(
      inbox.state.overlays.question?.sentence == "Take back what waits for the daemon, “Do”?")
    _ = try #require(try inbox.inbox.takeActionRequest())
    inbox.press("y")
    #expect(inbox.state.status?.text == "“Do” is on its way")
  }

  @Test(arguments: [20, 40, 80])
  func `the menu marks what waits, also where there is no room to say so`(columns: Int) {
    var inbox = offering(
      ["action": "http", "url": "https://e.org/do"], label: "Restart the web server",
      columns: columns)
    inbox.press("a")
    let label = columns == 20 ? "R" : "Restart"
    #expect(text(inbox).contains("   " + label))
    inbox.press("1", "y", "a")
    #expect(text(inbox).contains(" … " + label), "\(text(inbox))")
    #expect(text(inbox).contains("waiting for the daemon") == (columns == 80))
  }

  @Test func `a daemon is offered at a choice where none runs`() {
    var inbox = offering(["action": "http", "url": "https://e.org/do"])
    inbox.daemonScript = "start it"
    inbox.press("a", "1", "y")
    #expect(
      inbox.state.overlays.question?.sentence
        == "Start the daemon, now and at each login? None runs, and “Do” waits.")
    let launch = Launch.run(script: "start it", name: "daemon", input: "", variables: [:])
    #expect(inbox.press("y").contains(launch.effect))
    inbox.press("a", "1", "y", "a", "1", "n")
    #expect(inbox.state.status?.text.hasPrefix("“Do” waits until the daemon runs") == true)
  }

  @Test func `another action than the menu showed is not asked for`() throws {
    var inbox = offering(["action": "http", "url": "https://e.org/do"])
    inbox.press("a")
    inbox.revise(1) { payload in
      let other: [String: JSONValue] = [
        "action": "http", "label": "Do", "url": "https://e.org/other",
      ]
      payload.custom = .set(.object(["actions": .array([.object(other)])]))
    }
    inbox.press("1")
    #expect(inbox.state.status?.text == "The message no longer offers “Do”")
    #expect(inbox.state.overlays.question == nil)
  }

  @Test func `the actions of a source are allowed no longer`() throws {
    var inbox = offering(["action": "http", "url": "https://e.org/do"])
    inbox.press("x")
    let label = "Allow the actions of cli no longer"
    #expect(inbox.state.menu?.items.contains { $0.label == label } == false)
    inbox.press("Esc", "a", "1", "y", "x")
    let item = try #require(inbox.state.menu?.items.first { $0.label == label })
    inbox.press(String(try #require(item.key)))
    // The outcome of what waited tells it.
    #expect(
      inbox.state.status?.text == "Do: not done: its source is no longer allowed")
    #expect(try inbox.inbox.allowedActionSources() == [])
    inbox.press("a", "1")
    #expect(inbox.state.overlays.question?.sentence.hasPrefix("Allow all actions of cli") == true)
  }

  @Test func `an action that only phones can do says so`() {
    var inbox = offering(["action": "broadcast"])
    inbox.press("a", "1")
    #expect(inbox.state.status?.text == "“Do” was not sent: it is for phones, or lacks a URL")
  }

  @Test func `an action that copies a text copies it`() {
    var inbox = offering(["action": "copy", "value": "1234"])
    inbox.press("a")
    inbox.press("1")
    #expect(inbox.effects.contains(CopyText(text: "1234", choice: .auto).effect))
    #expect(inbox.state.status?.text.contains("recorded") != true)
  }
}
