import Testing

@testable import BellboardSupport

@Suite("messages of the parser")
struct ParserMessageTests {
  @Test func `a guess that is near what was typed stays`() {
    let message = "Error: Unknown option '--fitler'. Did you mean '--filter'?"
    #expect(ParserMessage.likely(message) == message)
  }

  @Test func `a guess that is far from what was typed is left out`() {
    #expect(
      ParserMessage.likely("Error: Unknown option '--colour'. Did you mean '--all'?\nUsage: x")
        == "Error: Unknown option '--colour'.\nUsage: x")
  }
}
