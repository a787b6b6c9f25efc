import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

/// Frames in the measure of the terminal.
@Suite struct MeasuredFrameTests {
  private static let joining = TextMeasure(joinsGraphemes: true)
  private static let text = "🚀 Deploy 👩‍💻🇩🇪 1️⃣ का finished"

  private func screen(_ keys: String..., columns: Int = 60) -> ScreenDriver {
    ScreenDriver(count: 3, size: Size(columns: columns, rows: 16)) { _, payload in
      payload.title = .set(Self.text)
      payload.body = .set(String(repeating: Self.text + " ", count: 9))
      payload.glyph = .set("1️⃣")
    }.pressing(keys)
  }

  @Test(arguments: [[], ["Enter"]])
  func `what is shown changes once the terminal is known to join graphemes`(keys: [String]) {
    var inbox = screen().pressing(keys)
    #expect(inbox.text.contains("🚀 Deploy 👩DE 1 का finished"))
    #expect(inbox.after(.measured(Self.joining)).text.contains(Self.text))
    #expect(!inbox.text.contains("👩DE"))
    #expect(!inbox.after(.measured(TextMeasure())).text.contains("👩‍💻"))
  }

  @Test(arguments: [
    TextMeasure(), joining, TextMeasure(spacingMarkColumns: 0),
    TextMeasure(joinsGraphemes: true, joinsSequences: false, spacingMarkColumns: 0),
  ])
  func `each span is as wide as its text, at any width and under a menu`(measure: TextMeasure) {
    for columns in stride(from: 20, to: 70, by: 7) {
      for keys in [[], ["Enter"], ["Space", "x"], ["/", "1", "Enter"], ["?"]] {
        var inbox = screen(columns: columns)
        inbox.send(.measured(measure))
        inbox.press(keys)
        for line in inbox.frame.lines {
          #expect(line.spans.columns <= columns)
          for span in line.spans {
            #expect(span.columns == span.text.columns(in: measure), "\(keys) \(span.text)")
          }
        }
      }
    }
  }

  @Test func `a match within a grapheme marks all of it`() {
    TextMeasure.$current.withValue(Self.joining) {
      let line = Line([Span("a1️⃣b", roles: [])])
      let marked = line.marking([(bytes: 1..<2, roles: RoleSet(.match))])
      #expect(marked.spans.map(\.text) == ["a", "1️⃣", "b"])
      #expect(marked.spans.map(\.columns) == [1, 2, 1])
    }
  }
}
