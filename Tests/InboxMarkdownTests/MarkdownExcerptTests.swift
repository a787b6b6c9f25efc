import InboxMarkdown
import InboxTestSupport
import Testing

struct MarkdownExcerptTests {
  @Test(arguments: [
    ("# Release notes\n\nThanks to **everyone**", "Release notes\nThanks to everyone"),
    ("see [the log](https://example.org/1) now", "see the log now"),
    ("![shot](a.png) of it", "shot of it"),
    ("- [x] done\n* next\n+ last", "• done\n• next\n• last"),
    ("> a `quoted` word", "a quoted word"), ("```swift\nlet a = 1\n```\nend", "let a = 1\nend"),
    ("a\n---\nb", "a\nb"), ("~~old~~ new ~5", "~~old~~ new ~5"), (#"2 \* 3"#, "2 * 3"),
    ("2 * 3 = 6", "2 * 3 = 6"), ("#hash [1] C#", "#hash [1] C#"),
    ("see <https://a.example/x>.", "see https://a.example/x."), ("<a@b.example>", "a@b.example"),
    ("a < b > c", "a < b > c"), ("<b>bold</b>", "<b>bold</b>"), ("<https://x y>", "<https://x y>"),
    ("snake_case_name", "snake_case_name"), ("", ""), ("[a](", "[a]("),
  ]) func `markup is left out, text stays`(markdown: String, text: String) {
    #expect(MarkdownExcerpt.text(markdown) == text)
  }

  @Test func `any text ends, and none grows`() {
    var generator = SeededRandom(seed: 5)
    for round in 0..<60 {
      let text = String.hostile(length: round * 20, &generator)
      #expect(MarkdownExcerpt.text(text).utf8.count <= 2 * text.utf8.count)
    }
    for part in ["[", "*", "> ", "\\", "`", "![a]("] {
      _ = MarkdownExcerpt.text(String(repeating: part, count: 2_000))
    }
  }
}
