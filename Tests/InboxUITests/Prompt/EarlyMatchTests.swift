import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Matches of what is being typed, by the rows or by the words of the full-text index.
struct EarlyMatchTests {
  private let inbox: Inbox

  init() throws {
    inbox = try .testing(maximumCount: 0)
    let titles = ["Zebra, the first", "prezebra", "job 41 of many"]
    let others = (1...3_000).map { "common \($0)" }
    _ = try inbox.push((titles + others).map { Payload.make($0) }, defaultSource: "test")
  }

  private func seek(_ text: String) -> Seek {
    Seek(query: MessageQuery(), filter: SearchState(text: text).filter, origin: nil)
  }

  private func early(_ text: String, scanningFor budget: Duration) throws -> EarlyMatch {
    try inbox.at(.testing(60)).earlyMatch(of: seek(text), scanningFor: budget)
  }

  @Test(arguments: ["zebra", "zeb", "zebra, the", "Zebra"])
  func `a rare word is found without looking through the rows`(_ text: String) throws {
    // The nearest has it in the middle of a word.
    let isPart = !text.hasPrefix("Z") && !text.contains(",")
    #expect(try early(text, scanningFor: .zero) == .any(1))
    #expect(try early(text, scanningFor: .seconds(60)) == .next(MessageNumber(isPart ? 2 : 1)))
  }

  @Test(arguments: ["ze", "re:zeb.a", "rezebra", "zebra of", ", ", "bra, the"])
  func `what the index does not know is left to the search of all rows`(_ text: String) throws {
    #expect(try early(text, scanningFor: .zero) == .any(nil))
  }

  @Test func `a search that nobody waits for any more ends`() throws {
    let result = try inbox.at(.testing(60)).earlyMatch(of: seek("zebra")) { false }
    #expect(result == .any(nil))
  }
}
