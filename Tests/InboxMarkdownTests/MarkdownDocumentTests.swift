import InboxMarkdown
import InboxTestSupport
import Testing

@Suite struct MarkdownDocumentTests {
  private func blocks(_ text: String) -> [MarkdownBlock] {
    MarkdownDocument(parsing: text).blocks
  }

  private func text(_ content: MarkdownBlock.Content) -> String {
    switch content {
    case .paragraph(let text), .heading(_, let text): text.runs.map(\.text).joined()
    case .code(let code): code
    case .table(let table):
      table.rows.map { $0.map { $0.runs.map(\.text).joined() }.joined(separator: "|") }
        .joined(separator: "\n")
    case .rule: "---"
    }
  }

  @Test func `blocks come with what is around them`() {
    let blocks = blocks("# T\n\n> 1. a\n>\n>    b\n\n- [x] done\n- [ ] open\n")
    #expect(blocks.map { text($0.content) } == ["T", "a", "b", "done", "open"])
    #expect(blocks[1].containers == [.quote, .item(marker: .number(1), isFirst: true)])
    #expect(blocks[2].containers == [.quote, .item(marker: .number(1), isFirst: false)])
    #expect(blocks[3].containers == [.item(marker: .task(isDone: true), isFirst: true)])
    #expect(blocks[4].containers == [.item(marker: .task(isDone: false), isFirst: true)])
    #expect(blocks.map(\.isTight) == [false, false, false, false, true])
  }

  @Test func `marks, links and breaks are runs of the text`() {
    let document = MarkdownDocument(
      parsing: "a *b **c*** `d` ~~e~~ [f](u:1) ![](u:2/x.png)\\\ng\nh<br>i")
    guard case .paragraph(let text)? = document.blocks.first?.content else {
      Issue.record("no paragraph")
      return
    }
    #expect(
      text.runs.map(\.text) == [
        "a ", "b ", "c", " ", "d", " ", "e", " ", "f", " ", "x.png", "\ng h\ni",
      ])
    #expect(text.runs[2].style == [.emphasis, .strong])
    #expect(text.runs[4].style == .code)
    #expect(text.runs[6].style == .strike)
    #expect(text.runs[8].link == 0)
    #expect(text.runs[10].link == 1)
    #expect(document.links == ["u:1", "u:2/x.png"])
    #expect(document.images == [1])
  }

  @Test func `tables have their cells and the sides of their columns`() {
    guard case .table(let table)? = blocks("a|b|c\n-:|:-:|-\n1|2|3\n4\n").first?.content else {
      Issue.record("no table")
      return
    }
    #expect(table.alignments == [.right, .center, .left])
    #expect(text(.table(table)) == "a|b|c\n1|2|3\n4||")
  }

  @Test(arguments: [
    ("> ", "x"), ("- ", "x"), ("1. ", "x"), ("*", "x"), ("[", "x"), ("![", "](u:1)"), ("**a ", ""),
    ("`", ""), ("<a ", ""), ("~~", "x"), ("\\", ""), ("&#0;", ""), ("|", "\n|-|"), ("a|", "\n-|"),
    ("- a\n", ""), ("> - ", "x"), ("[a]: /u\n", "[a]"), ("#", " x"), ("  - a\n", ""),
  ])
  func `what is repeated without end is read in the end`(repeated: String, end: String) {
    let count = 100_000 / repeated.utf8.count
    let document = MarkdownDocument(
      parsing: String(repeating: repeated, count: count) + end)
    #expect(document.blocks.allSatisfy { $0.containers.count <= 8 })
  }

  @Test func `a table that would take too long is a paragraph`() {
    let wide = ["a|", "-|"].map { String(repeating: $0, count: 10_000) }.joined(separator: "\n")
    #expect(blocks(wide).allSatisfy { if case .table = $0.content { false } else { true } })
    let cells = String(repeating: "a|", count: 90) + "\n" + String(repeating: "-|", count: 90)
    let long = cells + String(repeating: "\nx", count: 10_000)
    #expect(blocks(long).allSatisfy { if case .table = $0.content { false } else { true } })
  }

  @Test func `threads may parse at the same time`() async {
    let text = String(repeating: "a ~~b~~ **c** \n\n- [x] d\n\n", count: 200)
    let expected = MarkdownDocument(parsing: text)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { MarkdownDocument(parsing: text) == expected } }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test func `any text is read`() {
    var generator = SeededRandom(seed: 11)
    let pieces = [
      "# ", "> ", "- ", "1. ", "```\n", "\n", "\n\n", "| a | b |\n", "|-|-|\n", "*", "**", "`",
      "[x](y)", "<b>", "~~", "\u{0}", "\u{1B}[31m", "日本", "\t", "    ", "\\",
    ]
    for _ in 0..<200 {
      let text = (0..<60).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      _ = MarkdownDocument(parsing: text)
    }
  }
}
