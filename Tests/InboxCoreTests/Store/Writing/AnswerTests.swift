import Foundation
import InboxPayloads
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

@Suite struct AnswerTests {
  private let inbox = Inbox.empty()
  private let question = MessageNumber(1)
  private let plain = MessageNumber(2)
  private let yes = MessageAction(id: "yes", label: "Yes")

  init() throws {
    try inbox.push(.question(), .question("Mail").with { $0.asks = .absent }, from: "cli")
  }

  private func answer(
    _ number: MessageNumber, _ action: String, at now: Date = .testing(1)
  ) throws -> AnswerOutcome {
    try inbox.at(now).answer(number, action: action)
  }

  private func lastEntry() throws -> LogEntry? { try inbox.entries().last }

  private func count(of event: String) throws -> Int? {
    try inbox.value("SELECT sum(count) FROM metric WHERE event = '\(event)'")
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
    let action = MessageAction(id: "do", label: "Do")
    let custom = try JSONValue(json: #"{"actions": [{"label": "Do", \#(fields)}]}"#)
    try inbox.push(
      Payload(title: "Door", actions: [action, yes], custom: custom), from: "ntfy/door")
    let number = MessageNumber(3)
    let before = try lastEntry()
    #expect(try answer(number, "Do") == .notPerformed(action, asked))
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
    try inbox.push(.question(id: "q", choices: ["go", "GO"]), from: "cli")
    #expect(try answer(3, "Go") == .noSuchAction(names: ["go", "GO"]))
    #expect(try answer(3, "GO") == .answered(MessageAction(id: "go 2", label: "GO")))
  }

  @Test func `a label of several actions is refused with the ids that tell them apart`() throws {
    // The last one has the number of the second one as its id.
    let actions = [("a", "X"), ("b", "Y"), ("c", "X"), ("2", "Z")]
      .map { MessageAction(id: $0, label: $1) }
    try inbox.push(Payload(title: "several", actions: actions), from: "cli")
    #expect(try answer(3, "X") == .severalActions(ids: ["a", "c"]))
    #expect(try answer(3, "x") == .noSuchAction(names: ["a", "Y", "c", "Z"]))
    for action in actions { #expect(try answer(3, action.id) == .answered(action)) }
  }

  @Test func `what asks no more takes any action again, as often as one likes`() throws {
    try inbox.push(.question(id: "q"), from: "cli")
    #expect(try answer(3, "Yes") == .answered(yes))
    try inbox.at(2).push(.question(id: "q").with { $0.asks = .set(false) }, from: "cli")
    #expect(try inbox.message(3)?.answer == nil)
    for _ in 0..<2 { #expect(try answer(3, "Yes", at: .testing(3)) == .answered(yes)) }
    try inbox.at(4).push(.question(id: "q"), from: "cli")
    #expect(try inbox.message(3)?.question == .open(choices: ["Yes", "No"]))
  }

  @Test func `what is offered is told to who chooses something else`() throws {
    let before = try inbox.lastSequence()
    #expect(try answer(question, "Maybe") == .noSuchAction(names: ["Yes", "No"]))
    #expect(try answer(77, "Yes") == .unknownMessage)
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
    try inbox.perform(.pin, on: [question])
    _ = try answer(question, "Yes")
    #expect(try inbox.at(2).undo()?.verb == .pinned)
    #expect(try inbox.at(2).undo() == nil)
    #expect(try inbox.message(question)?.answer == "Yes")
  }

  @Test func `a question in the trash takes no answer, and takes it when it is back`() throws {
    try inbox.perform(.delete, on: [question])
    #expect(try answer(question, "Yes") == .gone)
    try inbox.undo()
    #expect(try answer(question, "Yes") == .answered(yes))
  }

  @Test func `a question whose time is up takes no answer`() throws {
    try inbox.push(.question(id: "late").with { $0.expiresAt = .set(.testing(10)) }, from: "cli")
    #expect(try answer(3, "Yes", at: .testing(10)) == .gone)
    #expect(try answer(3, "Yes", at: .testing(9)) == .answered(yes))
    #expect(try inbox.message(3)?.expiresAt == nil)
  }

  @Test func `what is withdrawn expires and stays as read, unless somebody was faster`() throws {
    var before = try inbox.at(1).counts()
    #expect(try inbox.at(1).withdraw(question) == .withdrawn)
    #expect(try answer(question, "Yes") == .gone)
    (before.unread, before.read) = (before.unread - 1, before.read + 1)
    #expect(try inbox.at(1).counts() == before)
    let entry = try lastEntry()
    #expect(entry?.verb == .withdrawn)
    #expect(try inbox.at(2).withdraw(question) == .withdrawn)
    #expect(try lastEntry() == entry)

    try inbox.push(.question(), from: "cli")
    _ = try answer(3, "no")
    #expect(try inbox.at(1).withdraw(3) == .answered("No"))
    #expect(try inbox.at(1).withdraw(plain) == .unknownMessage)
  }

  @Test(arguments: [(true, -5.0, Status.unread), (true, -0.01, .unread), (false, -0.01, .read)])
  func `what is withdrawn as its time is up stays unread, whatever the clocks say`(
    _ isTimeUp: Bool, _ seconds: Double, _ status: Status
  ) throws {
    try inbox.push(.question(id: "late").with { $0.expiresAt = .set(.testing(10)) }, from: "cli")
    let last = Date.testing(10).addingTimeInterval(seconds)
    #expect(try inbox.at(last).withdraw(3, isTimeUp: isTimeUp) == .withdrawn)
    #expect(try inbox.message(3)?.status == status)
  }

  @Test func `what came up anew since is not withdrawn`() throws {
    let number = MessageNumber(3)
    try inbox.push(.question(id: "q"), from: "cli")
    try inbox.at(2).push(.question(id: "q").with { $0.resurfaces = true }, from: "cli")
    #expect(try inbox.at(3).withdraw(number, receivedAt: .testing) == .askedAgain)
    #expect(try inbox.message(number)?.expiresAt == nil)
    #expect(try inbox.at(3).withdraw(number, receivedAt: .testing(2)) == .withdrawn)
  }

  @Test func `a question that is asked again wants another answer`() throws {
    try inbox.push(.question(id: "q"), from: "cli")
    _ = try answer(3, "Yes")
    try inbox.at(2).push(.question(id: "q"), from: "cli")
    #expect(try inbox.message(3)?.answer == "Yes")
    try inbox.at(3).push(.question(id: "q").with { $0.resurfaces = true }, from: "cli")
    #expect(try inbox.message(3)?.question == .open(choices: ["Yes", "No"]))
  }

  @Test func `the list shows what is asked and what was answered`() throws {
    func questions() throws -> [Question?] { try inbox.at(1).rows().map(\.question) }
    #expect(try questions() == [nil, .open(choices: ["Yes", "No"])])
    _ = try answer(question, "No")
    #expect(try questions() == [nil, .answered("No")])
    // Who answered is read with many messages as with one.
    var answerers: [Answerer?] = []
    try inbox.at(1).messages(matching: MessageQuery()) { answerers.append($0.answerer) }
    let one = try #require(try inbox.message(question)?.answerer)
    #expect(answerers == [nil, one])
  }

  @Test func `an export brings questions and answers back`() throws {
    _ = try answer(question, "Yes")
    let other = try Inbox.testing()
    let lines = Array(try inbox.exported().joined(separator: [10]))
    let payloads = try PayloadDecoder().decode(lines).map { try $0.result.get() }
    _ = try other.at(9).importMessages(payloads)
    #expect(try other.message(question)?.question == .answered("Yes"))
    #expect(try other.at(9).answer(question, action: "No") == .alreadyAnswered("Yes"))
  }

  @Test func `a push cannot answer`() throws {
    let json = """
      {"title":"Q","asks":true,"answer":"Yes","actions":[{"id":"y","label":"Yes"}]}
      """
    let payload = try #require(try PayloadDecoder().decode(Array(json.utf8)).first?.result.get())
    #expect(payload.notes == ["answer was ignored: it is the reader's, not the sender's"])
    try inbox.push(payload, from: "cli")
    #expect(try inbox.message(3)?.question == .open(choices: ["Yes"]))
  }
}
