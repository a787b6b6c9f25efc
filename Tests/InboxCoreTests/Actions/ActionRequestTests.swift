import Foundation
import GRDB
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// Actions that send a request or run a command: asked for once, with consent, and told in the message.
@Suite struct ActionRequestTests {
  private let inbox = Inbox.folding()
  private let number = MessageNumber(1)

  init() throws { try inbox.push(Self.payload, from: "ci") }

  private static let payload = Payload(
    title: "build failed",
    actions: [.init(id: "again", label: "Retry"), .init(id: "run", label: "Rerun")],
    custom: try? JSONValue(
      json: """
        {"actions":[{"action":"http","id":"again","label":"Retry","url":"https://e.org",
        "method":"put","headers":{"Authorization":"Bearer x"},"body":"{}"},
        {"action":"run","label":"Rerun","run":"retry"}]}
        """))

  /// The message that was pushed first.
  private func message() throws -> Message { try #require(try inbox.message(number)) }

  /// A later push with its id.
  private func later(
    _ custom: String? = nil, title: String? = nil, actions: [MessageAction]? = nil
  ) throws -> Payload {
    let custom = try custom.map { try JSONValue(json: $0) }
    return Payload(title: title, source: "ci", id: "id-1", actions: actions, custom: custom)
  }

  @Test(arguments: [
    (#""#, #""#, "Retry 2"), (#","id":"a""#, #","id":"b""#, "b"),
    (#","id":"a""#, #","id":"a""#, "a 2"),
  ])
  func `each of several actions with one label does what its sender said of it`(
    _ first: String, _ second: String, _ id: String
  ) throws {
    let list = """
      [{"label":"Retry","action":"run","run":"one"\(first)},
      {"label":"Retry","action":"run","run":"two"\(second)}]
      """
    let custom = try JSONValue(json: #"{"actions":\#(list)}"#)
    let actions = [first, second].map {
      MessageAction(id: String($0.dropFirst(7).dropLast()), label: "Retry")
    }
    try inbox.push(Payload(title: "several", actions: actions, custom: custom), from: "ci")
    let message = try #require(try inbox.message(2))
    #expect(message.actions.map(message.clientAction) == [.run("one"), .run("two")])
    #expect(message.actions[1].id == id && message.action(named: id) == message.actions[1])
    #expect(message.action(named: "retry") == nil && message.action(named: "2") == nil)
    #expect(try inbox.ask(for: id, of: 2, consenting: true) == .asked(id: 1))
    let request = try #require(try inbox.takeActionRequest())
    #expect(request.action(in: message) == message.actions[1])
    // And each has its own outcome.
    let first = message.actions[0].id
    #expect(try inbox.ask(for: first, of: 2) == .asked(id: 2))
    func outcomes() throws -> [String: String]? { try inbox.message(2)?.actionOutcomes }
    #expect(try outcomes() == [id: "on its way", first: "waiting for the daemon"])
    try inbox.finish(try #require(try inbox.takeActionRequest()), outcome: "failed")
    try inbox.finish(request, outcome: "done")
    #expect(try outcomes() == [id: "done", first: "failed"])
  }

  @Test func `each action gets an id of its own, also beside one that looks like it`() throws {
    let actions = ["ok", "ok", "ok 2"].map { MessageAction(id: "", label: $0) }
    try inbox.push(Payload(title: "several", actions: actions), from: "ci")
    #expect(try inbox.message(2)?.actions.map(\.id) == ["ok 1", "ok 3", "ok 2"])
  }

  @Test(arguments: [
    (["again": "Retry", "run": "Rerun"], ["again": "Retry", "run": "Rerun"]),
    (["a": "Retry", "b": "Retry", "c": "Log"], ["a": "a", "b": "b", "c": "Log"]),
    // Its label would name the other one.
    (["a": "Retry", "b": "a"], ["a": "Retry", "b": "b"]),
  ])
  func `an action is named by its label where that finds no other`(
    _ labels: [String: String], _ names: [String: String]
  ) {
    var message = Message.make()
    message.actions = labels.map { MessageAction(id: $0, label: $1) }
    for action in message.actions {
      let name = message.name(of: action)
      #expect(name == names[action.id] && message.action(named: name) == action)
    }
  }

  @Test func `headers are kept apart, and in no JSON`() throws {
    let message = try message()
    #expect(message.actionHeaders == ["again": .object(["Authorization": "Bearer x"])])
    #expect(!MessageJSON(message, as: .export).text.contains("Bearer"))
    let request = try #require(message.request(of: message.actions[0]))
    #expect(request.method == "PUT" && request.body == "{}" && request.url == "https://e.org")
    #expect(request.headers == ["Authorization": "Bearer x"])
    #expect(message.clientAction(of: message.actions[1]) == .run("retry"))
    #expect(message.request(of: message.actions[1]) == nil)
    // They go with the message.
    try inbox.delete([number])
    try inbox.purge([number])
    #expect(try inbox.store.read { try $0.actionHeaders(of: number) } == [:])
  }

  @Test func `what was chosen is read whatever other columns there are`() throws {
    for change in ["DROP COLUMN digest", "ADD COLUMN later TEXT", "ADD COLUMN digest TEXT"] {
      try inbox.execute("ALTER TABLE action_request \(change)")
    }
    let message = try message()
    let digest = try #require(message.digest(of: message.actions[0]))
    #expect(try inbox.ask(for: "again", of: number, consenting: true) == .asked(id: 1))
    #expect(try inbox.takeActionRequest()?.digest == digest)
  }

  @Test(arguments: ["", #","id":"a""#])
  func `each of several actions with one name has its headers`(id: String) throws {
    let list = ["x", "y"].map { name in
      let headers = #""headers":{"X":"\#(name)"}"#
      return #"{"action":"http","label":"Retry","url":"https://\#(name).org",\#(headers)\#(id)}"#
    }
    let custom = try JSONValue(json: #"{"actions":[\#(list.joined(separator: ","))]}"#)
    let action = MessageAction(id: id.isEmpty ? "" : "a", label: "Retry")
    try inbox.push(
      Payload(title: "several", actions: [action, action], custom: custom), from: "ci")
    let message = try #require(try inbox.message(2))
    let requests = message.actions.map(message.request)
    #expect(requests.map { $0?.url } == ["https://x.org", "https://y.org"])
    #expect(requests.map { $0?.headers["X"] } == ["x", "y"])
  }

  @Test func `headers are not sent to the URL of a later push`() throws {
    let action = #"{"action":"http","id":"again","label":"Retry","url":"https://o.org"}"#
    let custom = try JSONValue(json: #"{"actions":[\#(action)]}"#)
    try inbox.push(Self.payload.with { ($0.id, $0.custom) = ("id-1", .set(custom)) }, from: "ci")
    let message = try message()
    let request = try #require(message.request(of: message.actions[0]))
    #expect(request.url == "https://o.org" && request.headers == [:])
  }

  @Test func `headers stay with the URL that a later push leaves as it is`() throws {
    try inbox.push(later(actions: [.init(id: "again", label: "Again")]))
    let message = try message()
    let request = try #require(message.request(of: message.actions[0]))
    #expect(request.url == "https://e.org" && request.headers["Authorization"] == "Bearer x")
  }

  @Test(arguments: [#"{"host": "db1"}"#, #"{"host": "db1", "actions": null}"#, #""text""#, "null"])
  func `a request stays with an action that a later push leaves`(_ custom: String) throws {
    try inbox.push(later(custom).with { if custom == "null" { $0.custom = .cleared } })
    let message = try message()
    let isNamed = custom.contains("actions")
    let request = message.request(of: message.actions[0])
    #expect(request?.headers == (isNamed ? nil : ["Authorization": "Bearer x"]))
    #expect(message.clientAction(of: message.actions[1]) == (isNamed ? nil : .run("retry")))
    if custom.contains("host") { #expect(message.custom?.text(at: "/host") == "db1") }
    // With other actions it goes.
    try inbox.push(later(#"{"host": "db2"}"#, actions: [.init(id: "again", label: "Retry")]))
    let changed = try self.message()
    #expect(changed.clientAction(of: changed.actions[0]) == nil)
    #expect(changed.custom == .object(["host": "db2"]) && changed.actionHeaders == [:])
  }

  @Test func `new requests leave the other data as it is`() throws {
    try inbox.push(later(#"{"host": "db1"}"#))
    try inbox.push(Self.payload.with { $0.id = "id-1" }, from: "ci")
    #expect(try inbox.message(number)?.custom?.text(at: "/host") == "db1")
  }

  @Test func `each repeat of one push has its own headers`() throws {
    func repeated(_ url: String, _ headers: String) throws -> Payload {
      let action = #"{"action":"http","id":"again","url":"\#(url)"\#(headers)}"#
      let custom = try JSONValue(json: #"{"actions":[\#(action)]}"#)
      return Self.payload.with { ($0.fold, $0.custom) = (.set("build"), .set(custom)) }
    }
    let headers = #","headers":{"Authorization":"Bearer y"}"#
    let payloads = try [
      repeated("https://a.org", headers), repeated("https://b.org", headers),
      repeated("https://c.org", ""),
    ]
    try inbox.push(payloads, defaultSource: "ci")
    let message = try #require(try inbox.message(2))
    let request = try #require(message.request(of: message.actions[0]))
    #expect(message.occurrences == 3 && request.url == "https://c.org" && request.headers == [:])
  }

  @Test func `an outcome stands beside what the sender said`() throws {
    // As of a rest that is in a file: its name comes first, by which the store knows it.
    var message = Message.make()
    message.rest = .object(["file": "attachment:x", "size": .integer(1)])
    message.keep("done", under: "Retry")
    message.keep("failed", under: "Rerun")
    #expect(message.rest?.json.hasPrefix(#"{"file":"attachment:x","#) == true)
    #expect(message.actionOutcomes == ["Retry": "done", "Rerun": "failed"])
    // What a sender says under the same name is neither lost nor hidden.
    let own = JSONValue.object(["b": .object(["c": .integer(1)])])
    message.rest = .object(["outcomes": own, "a": "b"])
    message.keep("done", under: "Retry")
    #expect(message.actionOutcomes == ["Retry": "done"])
    #expect(message.restOfSender == .object(["outcomes": own, "a": "b"]))
    message.rest = .object(["outcomes": "text"])
    message.keep("done", under: "Retry")
    #expect(message.actionOutcomes == ["Retry": "done", "value": "text"])
  }

  @Test func `nothing is asked before the source is allowed, and once is enough`() throws {
    #expect(try inbox.ask(for: "again", of: number) == .needsConsent(source: "ci"))
    #expect(try inbox.takeActionRequest() == nil)
    #expect(try inbox.message(number)?.status == .unread)
    #expect(try inbox.ask(for: "again", of: number, consenting: true) == .asked(id: 1))
    #expect(try inbox.message(number)?.status == .read)
    #expect(try inbox.ask(for: "Rerun", of: number) == .asked(id: 2))
    #expect(try inbox.ask(for: "none", of: number) == .gone)
    #expect(try inbox.ask(for: "again", of: 9) == .gone)
  }

  @Test func `what waits is told, chosen once, and can be taken back`() throws {
    func outcomes() throws -> [String: String]? { try inbox.message(number)?.actionOutcomes }
    #expect(try inbox.ask(for: "again", of: number, consenting: true) == .asked(id: 1))
    #expect(try inbox.ask(for: "Retry", of: number) == .waits)
    #expect(try outcomes() == ["Retry": "waiting for the daemon"])
    let late = try inbox.at(90_000).message(number)
    #expect(late?.actionOutcomes == ["Retry": "not done: no daemon ran within a day"])
    #expect(!MessageJSON(try #require(late), as: .export).text.contains("not done"))
    let sequence = try inbox.lastSequence()
    #expect(try inbox.takeBack(action: "Retry", of: number))
    #expect(try inbox.lastSequence() == sequence + 1)
    #expect(try outcomes() == [:])
    #expect(try !inbox.takeBack(action: "again", of: number))
    #expect(try inbox.takeActionRequest() == nil)
    _ = try inbox.ask(for: "again", of: number)
    _ = try inbox.takeActionRequest()
    #expect(try outcomes() == ["Retry": "on its way"])
    #expect(try inbox.ask(for: "again", of: number) == .isPerformed)
    #expect(try !inbox.takeBack(action: "again", of: number))
  }

  @Test func `JSON tells how far a repeated action is, in place of the outcome before`() throws {
    func texts() throws -> [String] {
      var texts = [MessageJSON(try #require(try inbox.message(number))).text]
      try inbox.messages(matching: MessageQuery()) { texts.append(MessageJSON($0).text) }
      return texts
    }
    func export() throws -> String {
      try inbox.exported().map { String(decoding: $0, as: UTF8.self) }.joined()
    }
    func outcome(_ text: String) -> String { #""_rest":{"outcomes":{"Retry":"\#(text)"}}"# }
    _ = try inbox.ask(for: "again", of: number, consenting: true)
    #expect(try texts().allSatisfy { $0.contains(outcome("waiting for the daemon")) })
    #expect(try !export().contains("outcomes"))
    try inbox.finish(try #require(try inbox.takeActionRequest()), outcome: "200 OK")
    _ = try inbox.ask(for: "again", of: number)
    #expect(try texts().allSatisfy { $0.contains(outcome("waiting for the daemon")) })
    // What is imported waits for nothing.
    #expect(try !export().contains("outcomes"))
    #expect(try inbox.takeBack(action: "again", of: number))
    #expect(try (texts() + [export()]).allSatisfy { $0.contains(outcome("200 OK")) })
    _ = try inbox.ask(for: "again", of: number)
    _ = try inbox.takeActionRequest()
    #expect(try texts().allSatisfy { $0.contains(outcome("on its way")) })
  }

  @Test func `consent is listed and taken back, with what waits`() throws {
    _ = try inbox.ask(for: "again", of: number, consenting: true)
    _ = try inbox.ask(for: "run", of: number)
    #expect(try inbox.allowedActionSources() == ["ci"])
    #expect(try inbox.sourceCounts().map(\.allowsActions) == [true])
    #expect(try !inbox.disallowActions(of: "c") && !inbox.disallowActions(of: "ci/x"))
    #expect(try inbox.disallowActions(of: "ci"))
    #expect(try inbox.allowedActionSources() == [] && !inbox.disallowActions(of: "ci"))
    #expect(try inbox.sourceCounts().map(\.allowsActions) == [false])
    #expect(try inbox.takeActionRequest() == nil)
    let outcome = "not done: its source is no longer allowed"
    #expect(try inbox.message(number)?.actionOutcomes == ["Retry": outcome, "Rerun": outcome])
    #expect(try inbox.progress(ofAction: 1) == .ended(outcome))
    #expect(try inbox.ask(for: "again", of: number) == .needsConsent(source: "ci"))
    // What was chosen before no longer stands in the way.
    #expect(try inbox.ask(for: "again", of: number, consenting: true) == .asked(id: 3))
  }

  @Test func `consent is taken back for the sources below one, too, and for no other`() throws {
    for (source, number) in zip(["ci/jobs", "cite"], [2, 3]) {
      try inbox.push(Self.payload, from: source)
      _ = try inbox.ask(for: "again", of: .init(Int64(number)), consenting: true)
    }
    #expect(try inbox.disallowActions(of: "ci"))
    #expect(try inbox.allowedActionSources() == ["cite"])
    #expect(try inbox.takeActionRequest()?.number == 3)
    #expect(try inbox.takeActionRequest() == nil)
  }

  @Test func `each is taken once, and its outcome is in the message`() throws {
    _ = try inbox.ask(for: "again", of: number, consenting: true)
    #expect(try inbox.progress(ofAction: 1) == .waiting)
    let request = try #require(try inbox.takeActionRequest())
    #expect(request.number == number && request.action == "again")
    #expect(try inbox.takeActionRequest() == nil)
    #expect(try inbox.progress(ofAction: 1) == .running)
    try inbox.finish(request, outcome: "200 OK, 1.2 s")
    #expect(try inbox.progress(ofAction: 1) == .ended("200 OK, 1.2 s"))
    let message = try message()
    #expect(message.actionOutcomes == ["Retry": "200 OK, 1.2 s"])
    #expect(try inbox.count(matching: MessageFilter([.init(.word("200"))])) == 1)
    // What came of an action makes no other message of a repeat.
    try inbox.push(Self.payload, from: "ci")
    #expect(try inbox.message(number)?.occurrences == 2)
  }

  /// The message as a later push with its id changes it, without headers.
  private func revise(_ action: String, title: String? = nil) throws {
    try inbox.push(later(action.isEmpty ? nil : #"{"actions":[\#(action)]}"#, title: title))
  }

  @Test(
    arguments: [
      ("again", "", nil, true), ("again", "", "other title", true), ("run", "", nil, true),
      ("run", "", "the values of a command", false),
      ("run", #"{"action":"run","label":"Rerun","run":"drop"}"#, nil, false),
      (
        "again", #"{"action":"http","id":"again","label":"Retry","url":"https://o.org"}"#, nil,
        false
      ),
      (
        // Without the headers of the one that was chosen.
        "again",
        #"{"action":"http","id":"again","url":"https://e.org","method":"put","body":"{}"}"#, nil,
        false
      ),
    ] as [(String, String, String?, Bool)])
  func `only what was chosen is performed`(
    _ id: String, _ later: String, _ title: String?, _ isSame: Bool
  ) throws {
    _ = try inbox.ask(for: id, of: number, consenting: true)
    let taken = try #require(try inbox.takeActionRequest())
    let seen = taken.digest
    try inbox.finish(taken, outcome: "200 OK")
    _ = try inbox.ask(for: id, of: number)
    try revise(later, title: title)
    let request = try #require(try inbox.takeActionRequest())
    let message = try message()
    #expect((request.action(in: message) != nil) == isSame)
    // Nor is another one than a menu showed.
    #expect((try inbox.ask(for: id, of: number, seen: seen) == .gone) != isSame)
  }

  @Test(arguments: [
    (["say", "{title}"], "body", true), (["say", "{title}"], "title", false),
    (["say", "{custom.run_id}"], "title", true), (["say", "{custom.run_id}"], "custom", false),
    (["say"], "title", true), (["say"], "command", false),
    (["say", "{custom.none}"], "title", true),
  ])
  func `a command is run if its words are what they were`(
    _ words: [String], _ change: String, _ isSame: Bool
  ) throws {
    var commands = ["retry": try words.map({ try MessageTemplate($0) })]
    inbox.update(
      configuration: inbox.configuration.with { $0.commands = { [commands] in commands } })
    try inbox.push(later(#"{"run_id":1}"#))
    _ = try inbox.ask(for: "run", of: number, consenting: true)
    let custom = #"{"run_id":\#(change == "custom" ? 2 : 1),"step":"two"}"#
    let later = try later(custom, title: change == "title" ? "other" : nil)
    if change == "command" { commands["retry"]?.append(try MessageTemplate("more")) }
    try inbox.push(later.with { if change == "body" { $0.body = .set("other") } })
    let message = try message()
    let request = try #require(try inbox.takeActionRequest())
    #expect((request.action(in: message, running: commands) != nil) == isSame)
  }

  @Test func `an older program does not say what was chosen`() throws {
    let message = try message()
    #expect(ActionRequest(id: 1, number: number, action: "again").action(in: message) != nil)
    #expect(ActionRequest(id: 1, number: number, action: "none").action(in: message) == nil)
  }

  @Test func `one that was taken and not ended is unknown, one a day old is not sent`() throws {
    _ = try inbox.ask(for: "again", of: number, consenting: true)
    _ = try inbox.takeActionRequest()
    try inbox.endInterruptedActions()
    #expect(try message().actionOutcomes == ["Retry": "outcome unknown: the daemon was ended"])
    _ = try inbox.ask(for: "again", of: number)
    #expect(try inbox.at(90_000).takeActionRequest() == nil)
  }
}
