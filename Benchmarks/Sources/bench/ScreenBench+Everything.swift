import Foundation

extension ScreenBench {
  /// Keys on a screen with tabs, twenty rules of rows, colors of sources and the preview.
  func everything(count: Int) throws -> [Measurement] {
    try withConfiguration(Self.everything) {
      let more: [KeyRow] = [
        ("next tab", ["]"], ["f", "b"]),
        ("group by source, by nothing", ["gs", "gn"], ["f", "b"]),
      ]
      return try keys(
        Self.movements + more, count: count, suffix: ", everything on", limit: .everything)
    }
  }

  /// From a typed character to its paint, in a search and in a filter that follow each key; and from
  /// the last character of a search to the row that it finds halfway down the list.
  func typing() throws -> [Measurement] {
    let (terminal, _) = try open([corpus.program])
    defer { _ = try? terminal.quit(typing: "Q") }
    var samples: [Double] = []
    for line in ["/benchmark 77", "Fsource:http/host7 77"] {
      for character in line {
        terminal.drain(quiet: 2)
        let typed = terminal.type(String(character))
        samples.append(try terminal.nextPaint() - typed)
      }
      _ = terminal.type("\u{7}")
      terminal.drain(quiet: 300)
    }
    let echo = Statistics(samples)
    _ = terminal.type("gg")
    terminal.drain(quiet: 100)
    let number = corpus.count / 2
    let typed = terminal.type("/message \(number) of")
    let found = try terminal.settle(showing: "Message \(number) of", quiet: 30) - typed
    _ = terminal.type("\u{7}")
    terminal.drain(quiet: 100)
    return [
      Measurement(
        name: "typed character to paint, search and filter", messages: corpus.count, unit: "ms",
        program: echo, goal: "longest < 16 ms", isMet: echo.maximum < 16),
      Measurement(
        name: "typed search to a row halfway down", messages: corpus.count, unit: "ms",
        program: Statistics([found]), goal: "< 50 ms", isMet: found < 50),
    ]
  }

  private static let everything: String = {
    let tabs = ["", "is:unread", "priority>=high", "source:cli", "source:http/*"].enumerated()
      .map { "[[tabs]]\nname = \"Tab \($0)\"\n" + ($1.isEmpty ? "" : "filter = \"\($1)\"\n") }
    let colors = ["red", "green", "yellow", "blue", "magenta", "cyan"]
    let rows = (0..<20).map {
      "[[rows]]\nfilter = \"source:http/host\($0)\"\ncolor = \"\(colors[$0 % colors.count])\"\n"
    }
    return "preview = \"right\"\nsource_colors = true\n" + (tabs + rows).joined()
  }()

  /// Measures with more lines in the configuration of the corpus.
  private func withConfiguration<Result>(
    _ lines: String, _ body: () throws -> Result
  ) throws -> Result {
    let path = "\(corpus.home)/config.toml"
    let before = try String(contentsOfFile: path, encoding: .utf8)
    try (before + lines).write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? before.write(toFile: path, atomically: true, encoding: .utf8) }
    return try body()
  }
}
