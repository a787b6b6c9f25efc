import Foundation
import InboxTestSupport
import Testing

/// Links of messages as hyperlinks of the terminal, seen in its cells.
@Suite("hyperlinks on the screen", .serialized, .waiting) struct HyperlinkScreenTests {
  let program = Program()

  /// The list on a terminal of the test's own, which is known to have hyperlinks.
  private func screen(
    _ configuration: String = "preview = 'off'\n", _ more: [String: String] = [:],
    showing title: String
  ) throws -> PseudoTerminal {
    try program.configure(configuration)
    let all = ["TERM": "xterm-256color", "VTE_VERSION": "7600"].merging(more) { $1 }
    return try program.emulated(environment: all, showing: title)
  }

  private func awaitLinks(
    _ links: [String], showing text: String, on terminal: PseudoTerminal, columns: Int = 80,
    rows: Int = 24
  ) throws {
    try terminal.awaitCells("the links \(links) with \(text)", columns: columns, rows: rows) {
      $0.links == links && $0.openLink.isEmpty && $0.lines.joined(separator: "\n").contains(text)
    }
    let cells = LinkedCells(terminal.text, columns: columns, rows: rows)
    #expect(cells.unknown.isEmpty)
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    #expect(try terminal.wait(sending: "Q") == 0)
  }

  @Test func `links of a message and their numbers are linked, and nothing of them stays`() throws {
    try program.run(
      "push", "first", "see https://a.example/x;y?b=1 there", "--url", "https://t.example/")
    try program.run("push", "second", "see https://a.example/x;y?b=1 where nothing leads")
    let terminal = try screen(showing: "second")
    terminal.send("j\r")
    let links = [
      "https://t.example/ → id=1;https://t.example/", "[1] → id=1;https://t.example/",
      "https://a.example/x;y?b=1 → id=2;https://a.example/x;y?b=1",
      "[2] → id=2;https://a.example/x;y?b=1",
    ]
    try awaitLinks(links, showing: "there", on: terminal)
    #expect(
      terminal.text.contains(
        "\u{1B}]8;id=2;https://a.example/x;y?b=1\u{1B}\\\u{1B}(B\u{1B}[m\u{1B}[4m\u{1B}[94m"
          + "https://a.example/x;y?b=1\u{1B}(B\u{1B}[m\u{1B}]8;;\u{1B}\\"))
    // The same text in the same cells without its links, and with them again.
    terminal.send(":set hyperlinks=never\r")
    try awaitLinks([], showing: "there", on: terminal)
    terminal.send(":set hyperlinks=auto\r")
    try awaitLinks(links, showing: "there", on: terminal)
    terminal.send("q")
    try awaitLinks([], showing: "second — see", on: terminal)
    try quit(terminal)
  }

  @Test func `a menu over links hides them, and a mark of the search leaves them whole`() throws {
    try program.run("push", "first", "https://a.example/1\nhttps://b.example/2")
    let terminal = try screen(showing: "first")
    let links = [
      "https://a.example/1 → id=1;https://a.example/1", "[1] → id=1;https://a.example/1",
      "https://b.example/2 → id=2;https://b.example/2", "[2] → id=2;https://b.example/2",
    ]
    terminal.send("\r")
    try awaitLinks(links, showing: "[2]", on: terminal)
    terminal.send("/example\r")
    try awaitLinks(links, showing: "1 of 2", on: terminal)
    terminal.resize(columns: 40, rows: 10)
    terminal.send("o")
    try terminal.awaitCells("a menu over links", columns: 40, rows: 10) { cells in
      cells.lines.contains { $0.contains("Open") } && cells.links != links
        && cells.links.allSatisfy(links.contains)
    }
    terminal.send("\u{1B}")
    try awaitLinks(links, showing: "[2]", on: terminal, columns: 40, rows: 10)
    try quit(terminal)
  }

  @Test func `links follow a text that is scrolled, and a terminal of another size`() throws {
    let lines = (1...60).map { "line \($0) https://a.example/\($0)" }
    try program.run("push", "first", lines.joined(separator: "\n"))
    let terminal = try screen(showing: "first")
    terminal.send("\r")
    try terminal.awaitCells("the first lines") {
      $0.links.first == "https://a.example/1 → id=1;https://a.example/1"
    }
    terminal.send("G")
    try terminal.awaitCells("the last lines") {
      $0.links.last == "[60] → id=60;https://a.example/60"
    }
    terminal.send("k")
    try terminal.awaitCells("the line before") {
      $0.links.last == "[59] → id=59;https://a.example/59" && $0.eachLinkIsItsText
    }
    terminal.resize(columns: 60, rows: 14)
    try terminal.awaitCells("links in a smaller terminal", columns: 60, rows: 14) {
      $0.lines[13].contains("q back") && !$0.links.isEmpty && $0.eachLinkIsItsText
    }
    try quit(terminal)
  }

  @Test func `the preview has them too, and its next message has its own`() throws {
    try program.run("push", "first", "https://a.example/1")
    try program.run("push", "second", "https://b.example/22")
    let terminal = try screen("preview = 'below'\n", showing: "second")
    try awaitLinks(
      ["https://b.example/22 → id=1;https://b.example/22", "[1] → id=1;https://b.example/22"],
      showing: "first", on: terminal)
    terminal.send("j")
    try awaitLinks(
      ["https://a.example/1 → id=1;https://a.example/1", "[1] → id=1;https://a.example/1"],
      showing: "first", on: terminal)
    try quit(terminal)
  }

  @Test func `what opens only after a question is no hyperlink, nor what could end it`() throws {
    let text = "[a](javascript:alert) [b](https://b.example/\u{9C}) [c](https://c.example/é)"
    try program.run("push", "first", "--markdown", text)
    let terminal = try screen(showing: "first")
    terminal.send("\r")
    try awaitLinks(
      ["c → id=2;https://c.example/%C3%A9", "[2] → id=2;https://c.example/%C3%A9"],
      showing: "q back", on: terminal)
    try quit(terminal)
  }

  @Test(arguments: [
    ("hyperlinks = 'never'\n", ["TERM": "xterm-kitty"], false),
    ("hyperlinks = 'auto'\n", ["TMUX": "/tmp/tmux,1,0"], false),
    ("hyperlinks = 'always'\n", ["VTE_VERSION": ""], true),
    ("", ["VTE_VERSION": ""], false), ("", [:], true),
  ])
  func `the setting and the terminal decide`(
    _ setting: String, _ variables: [String: String], _ areThere: Bool
  ) throws {
    try program.run("push", "first", "https://a.example/1")
    let terminal = try screen(setting + "preview = 'off'\n", variables, showing: "first")
    try terminal.send("\r", showing: "[1]")
    try quit(terminal)
    #expect(terminal.text.contains("\u{1B}]8;") == areThere)
  }
}

extension LinkedCells {
  /// Whether each link is that of the text that carries it.
  fileprivate var eachLinkIsItsText: Bool {
    links.allSatisfy { link in
      let parts = link.split(separator: " → ", maxSplits: 1).map(String.init)
      let number = parts[0].hasPrefix("[") ? String(parts[0].dropFirst().dropLast()) : nil
      let end = number ?? parts[0].split(separator: "/").last.map(String.init) ?? ""
      return parts[1] == "id=\(end);https://a.example/\(end)"
    }
  }
}

extension PseudoTerminal {
  /// Waits until the cells of the terminal and their links are as wanted.
  fileprivate func awaitCells(
    _ what: String, columns: Int = 80, rows: Int = 24, _ condition: (LinkedCells) -> Bool
  ) throws { try until(what) { condition(LinkedCells($0.text, columns: columns, rows: rows)) } }
}
