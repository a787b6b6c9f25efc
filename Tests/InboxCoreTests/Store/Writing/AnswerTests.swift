import Foundation
import GRDB
import InboxPayloads
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

@Suite struct AnswerTests {
  private let inbox: Inbox
  private let question = MessageNumber(1)
  private let plain = MessageNumber(2)
  private let yes = MessageAction(id: "yes", label: "Yes")

  init() throws {
    inbox = try .testing()
    var message = Payload.question("Mail")
    message.asks = .absent
    _ = try inbox.push([.question(), message], defaultSource: "cli")
  }

  private func answer(
    _ number: MessageNumber, _ action: String, at now: Date = .testing(1)
  ) throws -> AnswerOutcome {
    try inbox.at(now).answer(number, action: action)
  }

  private func lastEntry() throws -> LogEntry? { try inbox.entries().last }

  private func count(of event: String) throws -> Int? {
    try inbox.store.read {
      try Int.fetchOne(
        $0, sql: "SELECT sum(count) FROM metric WHERE event = ?", arguments: [event])
    }
  }

  @Test func `the first answer is kept on the question, and the second one is told of it`() throws {
    #expect(try answer(question, "Yes") == .answered(yes))
    #expect(try answer(question, "No") == .alreadyAnswered("Yes"))
    let message = try inbox.message(question)
    #expect(message?.question == .answered("Yes"))
    #expect(message?.status == .read)
    #expect(try count(of: "action") == 1)
  }

  @Test(arguments: [
    (
      #""action": "http", "url": "https://e.org/do""#, ClientAction.request(url: "https://e.org/do")
    ),
    (#""action": "http""#, .request(url: nil)), (#""action": "broadcast""#, .broadcast),
    (#""action": "copy", "value": "1234""#, .copy("1234")),
  ])
  func `an action for ntfy's clients is not taken for done`(
    fields: String, asked: ClientAction
  ) throws {
    var message = Payload(title: "Door")
    message.actions = .set([MessageAction(id: "do", label: "Do"), yes])
    message.custom = .set(try JSONValue(json: #"{"actions": [{"label": "Do", \#(fields)}]}"#))
    _ = try inbox.push([message], defaultSource: "ntfy/door")
    let number = MessageNumber(3)
    let before = try lastEntry()
    #expect(
      try answer(number, "Do") == .notPerformed(MessageAction(id: "do", label: "Do"), asked))
    #expect(try lastEntry() == before)
    #expect(try inbox.message(number)?.status == .unread)
    #expect(try count(of: "action") == nil)
    // Another action of the message is one of the sender's own.
    #expect(try answer(number, "Yes") == .answered(yes))
  }

  @Test func `an answer is an entry of the log that says which`() throws {
    _ = try answer(question, "Yes")
    let entry = try #require(try lastEntry())
    #expect(entry.verb == .acted)
    #expect(entry.numbers == [question])
    #expect(entry.detail == "Yes")
  }

  @Test(arguments: ["yes", "Yes", "YES"])
  func `an action is found by id, by label, and without regard to case`(name: String) throws {
    #expect(try answer(question, name) == .answered(yes))
  }

  @Test func `letter case decides between labels that differ in nothing else`() throws {
    _ = try inbox.push(
      [.question(id: "q", choices: ["go", "GO"])], defaultSource: "cli")
    let number = MessageNumber(3)
    #expect(try answer(number, "Go") == .noSuchAction(names: ["go", "GO"]))
    #expect(try answer(number, "GO") == .answered(MessageAction(id: "go 2", label: "GO")))
  }

  @Test func `a label of several actions is refused with the ids that tell them apart`() throws {
    // The last one has the number of the second one as its id.
    let actions = [("a", "X"), ("b", "Y"), ("c", "X"), ("2", "Z")]
      .map { MessageAction(id: $0, label: $1) }
    var several = Payload.make("several")
    several.actions = .set(actions)
    _ = try inbox.push([several], defaultSource: "cli")
    let number = MessageNumber(3)
    #expect(try answer(number, "X") == .severalActions(ids: ["a", "c"]))
    #expect(try answer(number, "x") == .noSuchAction(names: ["a", "Y", "c", "Z"]))
    for action in actions { #expect(try answer(number, action.id) == .answered(action)) }
  }

  @Test func `what asks no more takes any action again, as often as one likes`() throws {
    _ = try inbox.push([.question(id: "q")], defaultSource: "cli")
    let number = MessageNumber(3)
    #expect(try answer(number, "Yes") == .answered(yes))
    var plain = Payload.question(id: "q")
    plain.asks = .set(false)
    _ = try inbox.at(.testing(2)).push([plain], defaultSource: "cli")
    #expect(try inbox.message(number)?.answer == nil)
    for _ in 0..<2 { #expect(try answer(number, "Yes", at: .testing(3)) == .answered(yes)) }
    plain.asks = .set(true)
    _ = try inbox.at(.testing(4)).push([plain], defaultSource: "cli")
    #expect(try inbox.message(number)?.question == .open(choices: ["Yes", "No"]))
  }

  @Test func `what is offered is told to who chooses something else`() throws {
    let before = try inbox.lastSequence()
    #expect(try answer(question, "Maybe") == .noSuchAction(names: ["Yes", "No"]))
    #expect(try answer(.init(77), "Yes") == .unknownMessage)
    #expect(try inbox.lastSequence() == before)
  }

  @Test func `an action of a message that asks nothing can be chosen again`() throws {
    #expect(try answer(plain, "Yes") == .answered(yes))
    #expect(try answer(plain, "Yes") == .answered(yes))
    #expect(try inbox.message(plain)?.answer == nil)
    #expect(try count(of: "action") == 2)
    #expect(try count(of: "read") == 1)
  }

  @Test func `undo takes an earlier step back, never an answer`() throws {
    _ = try inbox.perform(.pin, on: .numbers([question]))
    _ = try answer(question, "Yes")
    #expect(try inbox.at(.testing(2)).undo()?.verb == .pinned)
    #expect(try inbox.at(.testing(2)).undo() == nil)
    #expect(try inbox.message(question)?.answer == "Yes")
  }

  @Test func `a question in the trash takes no answer, and takes it when it is back`() throws {
    _ = try inbox.perform(.delete, on: .numbers([question]))
    #expect(try answer(question, "Yes") == .gone)
    _ = try inbox.undo()
    #expect(try answer(question, "Yes") == .answered(yes))
  }

  @Test func `a question whose time is up takes no answer`() throws {
    var late = Payload.question(id: "late")
    late.expiresAt = .set(.testing(10))
    _ = try inbox.push([late], defaultSource: "cli")
    #expect(try answer(.init(3), "Yes", at: .testing(10)) == .gone)
    #expect(try answer(.init(3), "Yes", at: .testing(9)) == .answered(yes))
    #expect(try inbox.message(.init(3))?.expiresAt == nil)
  }

  @Test func `what is withdrawn has expired and stays listed as read, unless somebody was faster`()
    throws
  {
    var before = try inbox.at(.testing(1)).counts()
    #expect(try inbox.at(.testing(1)).withdraw(question) == .withdrawn)
    #expect(try answer(question, "Yes") == .gone)
    (before.unread, before.read) = (before.unread - 1, before.read + 1)
    #expect(try inbox.at(.testing(1)).counts() == before)
    let entry = try lastEntry()
    #expect(entry?.verb == .withdrawn)
    #expect(try inbox.at(.testing(2)).withdraw(question) == .withdrawn)
    #expect(try lastEntry() == entry)

    _ = try inbox.push([.question()], defaultSource: "cli")
    _ = try answer(.init(3), "no")
    #expect(try inbox.at(.testing(1)).withdraw(.init(3)) == .answered("No"))
    #expect(try inbox.at(.testing(1)).withdraw(plain) == .unknownMessage)
  }

  @Test(arguments: [(true, -5.0, Status.unread), (true, -0.01, .unread), (false, -0.01, .read)])
  func `what is withdrawn as its time is up stays unread, whatever the clocks say`(
    _ isTimeUp: Bool, _ seconds: Double, _ status: Status
  ) throws {
    var late = Payload.question(id: "late")
    late.expiresAt = .set(.testing(10))
    _ = try inbox.push([late], defaultSource: "cli")
    let last = Date.testing(10).addingTimeInterval(seconds)
    #expect(try inbox.at(last).withdraw(.init(3), isTimeUp: isTimeUp) == .withdrawn)
    #expect(try inbox.message(.init(3))?.status == status)
  }

  @Test func `what came up anew since is not withdrawn`() throws {
    var again = Payload.question(id: "q")
    again.resurfaces = true
    let number = MessageNumber(3)
    _ = try inbox.push([.question(id: "q")], defaultSource: "cli")
    _ = try inbox.at(.testing(2)).push([again], defaultSource: "cli")
    #expect(
      try inbox.at(.testing(3)).withdraw(number, receivedAt: .testing) == .askedAgain)
    #expect(try inbox.message(number)?.expiresAt == nil)
    #expect(
      try inbox.at(.testing(3)).withdraw(number, receivedAt: .testing(2)) == .withdrawn)
  }

  @Test func `a question that is asked again wants another answer`() throws {
    _ = try inbox.push([.question(id: "q")], defaultSource: "cli")
    _ = try answer(.init(3), "Yes")
    var again = Payload.question(id: "q")
    _ = try inbox.at(.testing(2)).push([again], defaultSource: "cli")
    #expect(try inbox.message(.init(3))?.answer == "Yes")
    again.resurfaces = true
    _ = try inbox.at(.testing(3)).push([again], defaultSource: "cli")
    #expect(try inbox.message(.init(3))?.question == .open(choices: ["Yes", "No"]))
  }

  @Test func `the list shows what is asked and what was answered`() throws {
    func questions() throws -> [Question?] {
      try inbox.at(.testing(1)).snapshot(of: .init(), in: .init(limit: 9)).rows.map(\.question)
    }
    #expect(try questions() == [nil, .open(choices: ["Yes", "No"])])
    _ = try answer(question, "No")
    #expect(try questions() == [nil, .answered("No")])
  }

  @Test func `an export brings questions and answers back`() throws {
    _ = try answer(question, "Yes")
    var lines = ""
    try inbox.exportMessages { lines += MessageJSON($0, as: .export).text + "\n" }
    let other = try Inbox.testing()
    let payloads = try PayloadDecoder().decode(Array(lines.utf8)).map { try $0.result.get() }
    _ = try other.at(.testing(9)).importMessages(payloads)
    #expect(try other.message(question)?.question == .answered("Yes"))
    #expect(try other.at(.testing(9)).answer(question, action: "No") == .alreadyAnswered("Yes"))
  }

  @Test func `a push cannot answer`() throws {
    let json = """
      {"title":"Q","asks":true,"answer":"Yes","actions":[{"id":"y","label":"Yes"}]}
      """
    let payload = try #require(try PayloadDecoder().decode(Array(json.utf8)).first?.result.get())
    #expect(payload.notes == ["answer was ignored: it is the reader's, not the sender's"])
    _ = try inbox.push([payload], defaultSource: "cli")
    #expect(try inbox.message(.init(3))?.question == .open(choices: ["Yes"]))
  }
}
