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

  @Test func `a word behind a minus is told the way to exclude`() {
    let usage = "\nUsage: bellboard list [--filter <filter> ...]"
    let more = "\n   or: Missing value for '-l <limit>' in '-build'"
    #expect(
      ParserMessage.excluding("Error: Unknown option '-build'" + more + usage)
        == "Error: Unknown option '-build'; to exclude: --filter '… -build'" + usage)
    for text in ["-q'" + usage, "--nope'" + usage, "-build'\nUsage: bellboard push"] {
      let message = "Error: Unknown option '" + text
      #expect(ParserMessage.excluding(message) == message)
    }
  }

  @Test func `an error of the parser has the form of the other errors`() {
    let message = "Error: Unknown option '--nope'.\nUsage: bellboard list\n  See 'x'."
    #expect(
      ParserMessage.named(message, by: "bellboard")
        == "bellboard: unknown option '--nope'\nUsage: bellboard list\n  See 'x'.")
    #expect(ParserMessage.named("Error: URL expected", by: "b") == "b: URL expected")
    #expect(ParserMessage.named("USAGE: bellboard", by: "b") == "USAGE: bellboard")
  }
}
