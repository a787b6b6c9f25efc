import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

@Suite struct ReaderViewingTests {
  private func reading(
    _ body: String, format: BodyFormat = .plain, size: Size = Size(columns: 40, rows: 14)
  ) -> ScreenDriver {
    ScreenDriver(count: 1, size: size) { _, payload in
      payload.body = .set(body)
      payload.format = .set(format)
    }.pressing("Enter")
  }

  @Test func `w leaves long lines whole, and they are scrolled sideways`() {
    let body = "short\n" + (0..<20).map { "word\($0)" }.joined(separator: " ")
    var inbox = reading(body)
    #expect(inbox.texts.contains { $0.hasPrefix(" word6") })
    #expect(inbox.after("w").status == "Long lines not wrapped")
    #expect(inbox.texts.contains { $0.hasPrefix(" word0 word1") && $0.columns == 40 })
    #expect(inbox.after("l").texts.contains { $0.hasPrefix("ord1 ") || $0.hasPrefix("word1") })
    for _ in 0..<40 { inbox.press("Right") }
    #expect(inbox.texts.contains { $0.hasSuffix("word19") })
    #expect(inbox.after("h", "h").screen == .reader)
    for _ in 0..<40 { inbox.press("Left") }
    #expect(inbox.screen == .reader)
    #expect(inbox.after("w", "h").screen == .list)
  }

  @Test func `Markdown as it was written has no numbers of links, which still open by them`() {
    var inbox = reading("see (https://a.org/notes) **now**", format: .markdown)
    #expect(inbox.texts.contains { $0.contains("see (https://a.org/notes [1])") })
    #expect(inbox.after("A-m").texts.contains { $0.contains("see (https://a.org/notes) **now**") })
    #expect(inbox.state.reader?.links == ["https://a.org/notes"])
  }

  @Test func `wrapped lines go on below their own beginning`() {
    let inbox = reading("- one two three four five six seven\n    indented text goes on and on")
    #expect(inbox.texts.contains(" - one two three four five six seven"))
    let narrow = reading(
      "- one two three four\n    indented and on\n12. twelve and more",
      size: Size(columns: 24, rows: 20))
    #expect(
      narrow.texts.drop { !$0.contains("- one") }.prefix(6)
        == [" - one two three four", "     indented and on", " 12. twelve and more", "", "", ""])
    let narrower = reading("- one two three four", size: Size(columns: 20, rows: 20))
    #expect(narrower.texts.contains("- one two three four"))
    let tight = reading("- one two three four five", size: Size(columns: 20, rows: 20))
    #expect(tight.texts.contains("  five"))
  }

  @Test func `a text is no wider than the setting`() {
    let body = (0..<60).map { "word\($0)" }.joined(separator: " ")
    var inbox = reading(body, size: Size(columns: 200, rows: 20))
    #expect(inbox.texts.filter { $0.contains("word") }.allSatisfy { $0.columns <= 101 })
    inbox.state.environment.preferences.readerWidth = 40
    inbox.press("q", "Enter")
    #expect(inbox.texts.filter { $0.contains("word") }.allSatisfy { $0.columns <= 41 })
  }

  @Test func `Markdown is formatted, and shown raw on request`() {
    var inbox = reading("# Head\n\n**bold**", format: .markdown)
    #expect(inbox.texts.contains(" bold"))
    #expect(inbox.after("A-m").texts.contains(" **bold**"))
    #expect(inbox.status == "Markdown as written")
    #expect(inbox.after("A-m").texts.contains(" bold"))
    var plain = reading("**no**")
    #expect(plain.texts.contains(" **no**"))
    #expect(plain.after("A-m").status == "The text is not in Markdown")
  }

  @Test func `of a long text the beginning is shown at once, and the rest when it is ready`() {
    let body = (0..<6_000).map { "- item \($0)" }.joined(separator: "\n")
    var inbox = ScreenDriver(count: 1, size: Size(columns: 40, rows: 14)) { _, payload in
      payload.body = .set(body)
      payload.format = .set(.markdown)
    }.holdingEffects()
    #expect(inbox.after("Enter").texts.contains(" • item 0"))
    #expect(!inbox.after("G").texts.contains(" • item 5999"))
    #expect(inbox.release().texts.contains(" • item 5999"))
    let place = inbox.state.reader?.scroll
    inbox.holdsEffects = false
    #expect(inbox.after("m").state.reader?.scroll == place)
    #expect(inbox.texts.contains(" • item 5999"))
    #expect(inbox.after(.resized(Size(columns: 50, rows: 14))).state.reader?.scroll == place)
    #expect(inbox.after("g", "g").texts.contains { $0.contains("unread") })
  }

  @Test func `a search goes on in the rest of a long text`() {
    let body = (0..<6_000).map { "line \($0)" }.joined(separator: "\n")
    let inbox = reading(body).pressing("/", typing: "line 5999", then: "Enter")
    #expect(inbox.status == "Match 1 of 1")
  }

  @Test func `a search finds what the lines of a quote have parted`() {
    var inbox = reading("> one two three four five six seven eight nine", format: .markdown)
    inbox.press("/", typing: "six seven eight nine", then: "Enter")
    #expect(inbox.status == "Match 1 of 1")
  }

  @Test func `logs, traces and differences stand out`() {
    var layout = BodyLayout(columns: 80, wraps: true, numbers: LinkNumbers())
    layout.add(
      plain: """
        12:01 ERROR disk full
        12:02 WARN at 91 %, errors: none
          File "app/handler.py", line 341, in run
            at com.acme.Run(Main.java:12)
        ValueError: bad
        see https://a.org/x.py:3
        """)
    let lines = layout.lines.map { Line($0) }
    #expect(lines.texts(of: .error) == ["ERROR", "ValueError"])
    #expect(lines.texts(of: .warning) == ["WARN"])
    #expect(lines.texts(of: .code) == ["app/handler.py\", line 341", "Main.java:12"])
    #expect(lines.texts(of: .link) == ["https://a.org/x.py:3"])
    var other = BodyLayout(columns: 80, wraps: true, numbers: LinkNumbers())
    other.add(plain: "diff --git a/x b/x\n@@ -1 +1 @@\n-old\n+new\n same")
    let roles = other.lines.map { $0.first?.roles.top }
    #expect(roles == [.strong, .code, .removed, .added, .reader])
  }
}
