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

  @Test func `the menu of an open question has its choices and nothing else`() {
    let inbox = asking().pressing("a")
    #expect(inbox.menu?.items.map(\.label) == ["Yes", "No"])
    #expect(inbox.menu?.items.map(\.key) == ["1", "2"])
    #expect(inbox.menu?.items.map(\.letter) == ["y", "n"])
  }

  @Test func `keys that move the cursor of a menu are no keys of choices`() {
    let inbox = asking(["Keep", "Kill", "Later"]).pressing("a")
    #expect(inbox.menu?.items.map(\.key) == ["1", "2", "3"])
    #expect(inbox.menu?.items.map(\.letter) == [nil, nil, nil])
  }

  @Test func `digits are in order, and a letter that begins two choices means neither`() {
    var inbox = asking(["Now", "Tonight", "Never"]).pressing("a")
    #expect(inbox.menu?.items.map(\.key) == ["1", "2", "3"])
    #expect(inbox.menu?.items.map(\.letter) == [nil, "t", nil])
    #expect(inbox.after("n").menu != nil)
    #expect(inbox.after("1").rows[0].question == .answered("Now"))
  }

  @Test func `a choice answers, is reported, and shows in the row`() {
    var inbox = asking().pressing("a")
    let action = MessageAction(id: "yes", label: "Yes")
    #expect(inbox.press("y") == [ChooseAction(number: 3, action: action).effect])
    #expect(inbox.status == "Answered “Yes”")
    #expect(inbox.rows[0].question == .answered("Yes"))
    #expect(inbox.menu == nil)
  }

  @Test func `an answered question stays in a list of unread ones`() {
    let inbox = asking(query: MessageQuery(filter: .unread)).pressing("a", "y")
    #expect(inbox.rows[0].question == .answered("Yes"))
    #expect(inbox.selected == 3)
  }

  @Test func `who answers in the reader sees the answer there`() {
    let inbox = asking().pressing("Enter", "a", "n")
    #expect(inbox.screen == .reader)
    #expect(inbox.state.reader?.message?.answer == "No")
    #expect(inbox.status == "Answered “No”")
  }

  @Test(arguments: [
    ("answered", "Already answered: “No”"), ("expired", "Too late: the question is closed"),
    ("deleted", "Too late: the question is closed"), ("purged", "@3 is no longer in the inbox"),
  ])
  func `an answer that comes too late is reported`(what: String, told: String) {
    var inbox = asking().pressing("a")
    change(&inbox, what)
    #expect(inbox.after("y").status == told)
    #expect(inbox.state.status?.isError == true)
    #expect(
      inbox.rows.first?.question != .open(choices: ["Yes", "No"])
        || inbox.rows.first?.isExpired == true)
  }

  private func change(_ inbox: inout ScreenDriver, _ what: String) {
    switch what {
    case "answered":
      inbox.elsewhere { inbox in
        _ = try inbox.answer(3, action: "no")
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
    #expect(inbox.after("a").menu == nil)
    #expect(inbox.status == "Too late: the question is closed")
  }

  @Test func `an action of a message that asks nothing is chosen`() {
    var inbox = ScreenDriver(count: 1)
    let action = MessageAction(id: "a", label: "Restart")
    inbox.send(.answered(ChooseAction(number: 1, action: action), .answered(action)))
    #expect(inbox.status == "“Restart” recorded")
  }

  @Test func `the key that answers is shown only while somebody waits`() {
    var inbox = asking()
    #expect(inbox.bottomBar.hasPrefix(" a answer  Enter read"))
    #expect(inbox.after("Enter").bottomBar.contains("a answer"))
    #expect(!inbox.after("q", "j").bottomBar.contains("a answer"))
    inbox.press("k")
    change(&inbox, "answered")
    #expect(!inbox.bottomBar.contains("a answer"))
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
    var inbox = offering(["action": "http", "url": "https://e.org/do"]).pressing("a")
    #expect(inbox.menu?.items[0].detail == "sends a request to https://e.org/do")
    #expect(inbox.after("1").question == "Allow all actions of cli, and do “Do”?")
    #expect(inbox.after("n").rows[0].status == .unread)
    #expect(inbox.after("a", "1", "y").status == "“Do” is on its way")
    inbox.now += 2
    inbox.send(.tick)
    #expect(
      inbox.status
        == "“Do” waits until the daemon runs; it is done within a day, or not at all")
    let request = try #require(try inbox.inbox.takeActionRequest())
    try inbox.inbox.finish(request, outcome: "200 OK, 0.1 s")
    #expect(inbox.after(.tick).status == "Do: 200 OK, 0.1 s")
    #expect(inbox.after("a", "1").question == nil)
  }

  @Test(arguments: [(80, "Restart the web service now"), (40, "Restart…"), (20, "R…")])
  func `the host of a request stays, and the label is shortened`(columns: Int, label: String) {
    let url = "https://deploy.example.org/services/web/restart?reason=from-the-inbox"
    var inbox = offering(
      ["action": "http", "url": .string(url)], label: "Restart the web service now",
      columns: columns)
    inbox.press("a")
    let host = columns == 20 ? "…e.org" : "deploy.example.org"
    let line = inbox.text.split(separator: "\n").first { $0.contains(" 1 r ") }
    #expect(line?.contains(label + " ") == true && line?.contains(" \(host) │") == true)
  }

  @Test func `what waits is shown, and is taken back by choosing it again`() throws {
    var inbox = offering(["action": "http", "url": "https://e.org/do"])
    #expect(inbox.after("a", "1", "y", "Enter").text.contains("Do: waiting for the daemon"))
    #expect(inbox.after("a").menu?.items[0].detail == "waiting for the daemon")
    #expect(inbox.after("1").question == "Take back what waits for the daemon, “Do”?")
    #expect(inbox.after("n").status == "Nothing changed")
    #expect(inbox.after("a", "1", "y").status == "“Do” is taken back")
    #expect(!inbox.text.contains("waiting for the daemon"))
    #expect(try inbox.inbox.takeActionRequest() == nil)
  }

  @Test func `what the daemon took under the question is not taken back`() throws {
    var inbox = offering(["action": "http", "url": "https://e.org/do"])
    inbox.press("a", "1", "y", "a", "1")
    #expect(inbox.question == "Take back what waits for the daemon, “Do”?")
    _ = try #require(try inbox.inbox.takeActionRequest())
    #expect(inbox.after("y").status == "“Do” is on its way")
  }

  @Test(arguments: [20, 40, 80])
  func `the menu marks what waits, also where there is no room to say so`(columns: Int) {
    var inbox = offering(
      ["action": "http", "url": "https://e.org/do"], label: "Restart the web server",
      columns: columns)
    inbox.press("a")
    let label = columns == 20 ? "R" : "Restart"
    #expect(inbox.text.contains("   " + label))
    #expect(inbox.after("1", "y", "a").text.contains(" … " + label), "\(inbox.text)")
    #expect(inbox.text.contains("waiting for the daemon") == (columns == 80))
  }

  @Test func `a daemon is offered at a choice where none runs`() {
    var inbox = offering(["action": "http", "url": "https://e.org/do"])
    inbox.daemonScript = "start it"
    inbox.press("a", "1", "y")
    #expect(inbox.question == "Start the daemon, now and at each login? None runs, and “Do” waits.")
    let launch = Launch.run(script: "start it", name: "daemon", input: "", variables: [:])
    #expect(inbox.press("y").contains(launch.effect))
    inbox.press("a", "1", "y", "a", "1", "n")
    #expect(inbox.status?.hasPrefix("“Do” waits until the daemon runs") == true)
  }

  @Test func `another action than the menu showed is not asked for`() {
    var inbox = offering(["action": "http", "url": "https://e.org/do"]).pressing("a")
    inbox.revise(1) { payload in
      let other: [String: JSONValue] = [
        "action": "http", "label": "Do", "url": "https://e.org/other",
      ]
      payload.custom = .set(.object(["actions": .array([.object(other)])]))
    }
    #expect(inbox.after("1").status == "The message no longer offers “Do”")
    #expect(inbox.question == nil)
  }

  @Test func `the actions of a source are allowed no longer`() throws {
    var inbox = offering(["action": "http", "url": "https://e.org/do"]).pressing("x")
    let label = "Allow the actions of cli no longer"
    #expect(inbox.menu?.items.contains { $0.label == label } == false)
    inbox.press("Esc", "a", "1", "y", "x")
    let item = try #require(inbox.menu?.items.first { $0.label == label })
    inbox.press(String(try #require(item.key)))
    // The outcome of what waited tells it.
    #expect(inbox.status == "Do: not done: its source is no longer allowed")
    #expect(try inbox.inbox.allowedActionSources() == [])
    #expect(inbox.after("a", "1").question?.hasPrefix("Allow all actions of cli") == true)
  }

  @Test func `an action that only phones can do says so`() {
    let inbox = offering(["action": "broadcast"]).pressing("a", "1")
    #expect(inbox.status == "“Do” was not sent: it is for phones, or lacks a URL")
  }

  @Test func `an action that copies a text copies it`() {
    let inbox = offering(["action": "copy", "value": "1234"]).pressing("a", "1")
    #expect(inbox.effects.contains(CopyText(text: "1234", choice: .auto).effect))
    #expect(inbox.status?.contains("recorded") != true)
  }
}
