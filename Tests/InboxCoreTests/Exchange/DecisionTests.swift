import InboxText
import Testing

@testable import InboxCore

/// The machine that asks decides; each machine's answer is its own.
@Suite struct DecisionTests {
  private let here = ExchangeOrigin(rawValue: 1)
  private let there = ExchangeOrigin(rawValue: 2)

  private func question(askedBy origin: ExchangeOrigin, at time: Int64) -> ContentRegister {
    let clock = HybridClock(milliseconds: time, origin: origin)
    let push = ContentPush(["title": .string("Deploy?")])
    return ContentRegister(push, of: MessageIdentity(source: "ask", id: "1"), at: clock)
      .asked(at: clock)
  }

  private func answer(
    _ label: String, to content: ContentRegister, at time: Int64
  ) throws -> AnswerRegister {
    AnswerRegister(
      generation: content.generation, askedAt: try #require(content.askedAt), label: label,
      time: time)
  }

  @Test func `the first answer that the asking machine has seen is decided, once`() throws {
    let content = question(askedBy: here, at: 10)
    let answers = [
      here: try answer("no", to: content, at: 30), there: try answer("yes", to: content, at: 20),
    ]
    let decided = AnswerRegister.decided(content, among: answers, unless: nil, by: here)
    #expect(decided?.label == "yes")
    #expect(AnswerRegister.decided(content, among: answers, unless: nil, by: there) == nil)
    #expect(AnswerRegister.decided(content, among: answers, unless: decided, by: here) == nil)
    #expect(try AnswerRegister.shown(content, decisions: [here: #require(decided)]) == decided)
    #expect(try AnswerRegister.shown(content, decisions: [there: #require(decided)]) == nil)
  }

  @Test func `a question that is asked again is open again`() throws {
    let first = question(askedBy: here, at: 10)
    let again = first.asked(at: HybridClock(milliseconds: 50, origin: here))
    let old = try answer("yes", to: first, at: 20)
    #expect(AnswerRegister.shown(again, decisions: [here: old]) == nil)
    #expect(AnswerRegister.decided(again, among: [here: old], unless: old, by: here) == nil)
    let new = try answer("no", to: again, at: 5)
    #expect(old.joined(with: new) == new && new.joined(with: old) == new)
  }
}
