import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

@Suite struct MarkdownReaderTests {
  private func lines(_ text: String, width: Int = 40, wraps: Bool = true) -> [[Span]] {
    var layout = BodyLayout(columns: width, wraps: wraps, numbers: LinkNumbers())
    layout.add(markdown: text)
    return layout.lines
  }

  private func texts(_ text: String, width: Int = 40) -> [String] {
    lines(text, width: width).map { $0.map(\.text).joined().trimmingEnd }
  }

  private func texts(of role: Role, _ text: String) -> [String] {
    lines(text).flatMap(\.self).filter { $0.roles.contains(RoleSet(role)) }.map(\.text)
  }

  @Test func `marks become styles`() {
    let text = "# Head\n\n*it* **bold** `code` ~~gone~~ <https://a.org>"
    #expect(texts(text) == ["Head", "", "it bold code ~gone~ https://a.org [1]"])
    #expect(texts(of: .heading, text) == ["Head"])
    #expect(texts(of: .emphasis, text) == ["it"])
    #expect(texts(of: .strong, text) == ["bold"])
    #expect(texts(of: .code, text) == ["code"])
    #expect(texts(of: .strike, text) == ["~gone~"])
    #expect(texts(of: .link, text) == ["https://a.org"])
  }

  @Test func `lists hang below their marks`() {
    let text = "- one two three\n  - deeper and deeper\n- [x] done\n- [ ] open\n\n9. nine\n10. ten"
    #expect(
      texts(text, width: 14) == [
        "• one two", "  three", "  • deeper and", "    deeper", "☑ done", "☐ open", "", "9. nine",
        "10. ten",
      ])
  }

  @Test func `quotes have a bar on every line, also between their blocks`() {
    #expect(
      texts("> one two three\n>\n> four\n\nfive", width: 11) == [
        "▎ one two", "▎ three", "▎", "▎ four", "", "five",
      ])
  }

  @Test func `code stands on its own ground, line by line`() {
    let text = "```\nlet a = 1\n  b\n```"
    #expect(texts(text) == ["  let a = 1", "    b"])
    for line in lines(text) {
      #expect(line.reduce(0) { $0 + $1.columns } == 40)
      #expect(line.allSatisfy { $0.roles.contains(RoleSet(.codeBlock)) })
    }
  }

  @Test func `tables stand in columns, and wrap within them`() {
    let text = "| name | count |\n|:-|-:|\n| apples and pears | 3 |\n| x | 1200 |"
    #expect(
      texts(text, width: 40) == [
        "name             │ count", "─────────────────┼──────",
        "apples and pears │     3", "x                │  1200",
      ])
    #expect(
      texts(text, width: 18) == [
        "name       │ count", "───────────┼──────", "apples and │     3", "pears      │",
        "x          │  1200",
      ])
    #expect(texts("a|b|c\n-|-|-\n1|2|3", width: 8) == ["a │ b │", "c", "1 │ 2 │", "3"])
  }

  @Test func `links have numbers, each target one`() {
    var layout = BodyLayout(columns: 60, wraps: true, numbers: LinkNumbers())
    layout.add(markdown: "[a](https://a.org) [b](https://b.org) [c](https://a.org) [d](/docs)")
    #expect(layout.lines[0].map(\.text).joined() == "a [1] b [2] c [1] d")
    #expect(layout.numbers.links == ["https://a.org", "https://b.org"])
  }

  @Test func `no text reaches the terminal as it came`() {
    let text = "# \u{1B}[31m\n\n`\u{7}` [\u{202E}x](https://a.org) \u{9B}2J\n\n```\n\u{1B}]0;x\n```"
    for span in lines(text).flatMap(\.self) {
      #expect(span.text.unicodeScalars.allSatisfy { !$0.isHarmful })
      #expect(span.columns == span.text.columns)
    }
  }

  @Test func `lines fit any width, whatever is nested`() {
    let nested = String(repeating: "> - 1. ", count: 40) + "deep text that goes on"
    let wide = "|" + String(repeating: "a|", count: 60) + "\n|" + String(repeating: "-|", count: 60)
    for width in [1, 2, 3, 7, 20, 78] {
      for text in [nested, wide, "日本語のテキスト **日本**", "```\n日本語 code\n```", "---"] {
        for line in lines(text, width: width) where width > 4 {
          #expect(line.reduce(0) { $0 + $1.columns } <= width)
        }
      }
    }
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
