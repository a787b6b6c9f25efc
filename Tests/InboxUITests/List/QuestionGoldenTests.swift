import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// Questions in the list and in the reader, as a person sees them.
struct QuestionGoldenTests {
  private func message(_ number: Int64, _ title: String, answer: String? = nil) -> Message {
    var message = Message.make(
      number, source: "ci/deploy", title: title, body: "main@4f2c1a9 to the whole of production",
      status: answer == nil ? .unread : .read)
    message.isQuestion = true
    message.answer = answer
    message.actions = ["Yes, deploy", "明日まで待つ", "Ask somebody else", "Never"].map {
      MessageAction(id: $0, label: $0)
    }
    return message
  }

  private func row(_ message: Message) -> MessageRow {
    MessageRow(
      number: message.number, source: message.source, title: message.title,
      excerpt: message.body, status: message.status, actionCount: message.actions.count,
      question: message.question, sortDate: message.receivedAt)
  }

  @Test(arguments: Size.recorded) func `questions among other messages`(size: Size) throws {
    var expired = row(message(1, "Deploy build 1839?"))
    expired.isExpired = true
    let others = [
      message(3, "Deploy build 1841?"), message(2, "Deploy build 1840?", answer: "Never"),
    ]
    try UIState.listing(others.map(row) + [expired], size: size).checkGolden("questions")
  }

  @Test(arguments: Size.recorded) func `an open question`(size: Size) throws {
    try reading(message(3, "Deploy build 1841?"), size: size).checkGolden("question")
  }

  @Test(arguments: Size.recorded) func `an answered question`(size: Size) throws {
    let message = message(2, "Deploy build 1840?", answer: "明日まで待つ")
    try reading(message, size: size).checkGolden("question-answered")
  }

  @Test func `the hint names the key that the person has, and the end of the waiting`() {
    var message = message(3, "Deploy?")
    message.expiresAt = .testing(60)
    var state = reading(message, size: Size(columns: 80, rows: 24))
    func texts(_ seconds: Double) -> String {
      state.frame(at: .testing(seconds), in: .gmt).lines.map(\.text).joined(separator: "\n")
    }
    #expect(texts(59).contains("Press a to answer"))
    #expect(texts(60).contains("⊘ not answered"))
    _ = state.environment.keymap.unbind([.character("a")], in: .reader)
    state.environment.keymap.bind([.character("w")], to: .command(.acting(.actions)), in: .reader)
    #expect(texts(59).contains("Press w to answer"))
  }

  private func reading(_ message: Message, size: Size) -> UIState {
    var state = UIState.listing([row(message)], size: size).pressing("Enter")
    state.receive(message)
    return state
  }
}
