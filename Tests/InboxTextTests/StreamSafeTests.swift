import Testing

@testable import InboxText

/// No run of combining marks is so long that comparing it is costly.
@Suite struct StreamSafeTests {
  /// The longest run of marks.
  private func longestRun(_ text: String) -> Int {
    var (longest, count) = (0, 0)
    for scalar in text.unicodeScalars {
      count = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : count + 1
      longest = max(longest, count)
    }
    return longest
  }

  private func marks(_ count: Int) -> String {
    String(repeating: "\u{301}\u{316}", count: count / 2)
  }

  @Test(arguments: [32, 100, 10_000])
  func `a long run is divided, and loses nothing`(_ count: Int) {
    let text = "a" + marks(count) + "b" + marks(30) + "é 漢字"
    let safe = StreamSafe.text(text)
    #expect(longestRun(text) == count && longestRun(safe) == 30)
    #expect(Array(safe.unicodeScalars).filter { $0 != "\u{34F}" } == Array(text.unicodeScalars))
  }

  @Test(arguments: ["", "x", "a\u{301}", "Zoë, naïve, ซึ่งกันและกัน, עִבְרִית, हिन्दी, 漢字, 👩‍👩‍👧"])
  func `ordinary texts stay as they are`(_ text: String) {
    let long = String(repeating: text, count: 20)
    #expect(Array(StreamSafe.text(long).utf8) == Array(long.utf8))
  }

  @Test func `keys and values of JSON are read so`() throws {
    let (key, value) = ("k" + marks(1_000), "v" + marks(1_000))
    for json in ["{\"\(key)\":\"\(value)\"}", "{\"\\n\(key)\":\"\\n\(value)\"}"] {
      guard case .object(let fields) = try JSONValue(json: json),
        case (let name, .string(let text))? = fields.first
      else {
        Issue.record("no text")
        continue
      }
      #expect(longestRun(name) == 30 && longestRun(text) == 30)
    }
  }
}
