import ArgumentParser
import Testing

@testable import bellboard

struct ManualPageTests {
  @Test func `the examples of the manual page are ten commands that can be run`() throws {
    #expect(ManualPage.examples.count == 10)
    for (line, meaning) in ManualPage.examples {
      // Quoted arguments are every other piece.
      let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .flatMap { index, piece in
          index.isMultiple(of: 2) ? piece.split(separator: " ").map(String.init) : [String(piece)]
        }
      #expect(words.first == "bellboard" && meaning.hasSuffix("."))
      #expect(throws: Never.self, "\(line)") {
        _ = try Bellboard.parseAsRoot(Array(words.dropFirst()))
      }
    }
  }
}
