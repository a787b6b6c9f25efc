import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

struct PictureParserTests {
  private typealias Run = CharacterPicture.Run

  private static let size = Size(columns: 10, rows: 3)

  private func rows(_ output: String) -> [[CharacterPicture.Run]]? { rows(Array(output.utf8)) }

  private func rows(_ output: [UInt8]) -> [[CharacterPicture.Run]]? {
    CharacterPicture(parsing: output, within: Self.size)?.rows
  }

  @Test func `what chafa prints becomes cells with their colors`() throws {
    let picture = try RecordedPicture.picture
    #expect(picture.rows.count == 5 && picture.columns == 10)
    #expect(
      picture.rows[0].prefix(3) == [
        Run("  "), Run("▃", colors: .init(foreground: .indexed(160))),
        Run("▅▆▆▅", colors: .init(foreground: .indexed(196))),
      ])
    #expect(
      picture.rows[4][1]
        == Run("▅", colors: .init(foreground: .indexed(160), isReversed: true)))
  }

  @Test(arguments: [
    ("31;104", SpanColors(foreground: .indexed(1), background: .indexed(12))),
    ("97;40", SpanColors(foreground: .indexed(15), background: .indexed(0))),
    ("38;2;1;2;255;48;5;17", SpanColors(foreground: .rgb(1, 2, 255), background: .indexed(17))),
    ("31;42;39;7", SpanColors(background: .indexed(2), isReversed: true)),
    ("31;42;49;7;27", SpanColors(foreground: .indexed(1))),
    ("31;0;32", SpanColors(foreground: .indexed(2))),
    ("31;;32", SpanColors(foreground: .indexed(2))),
  ])
  func `colors of every kind are understood`(_ numbers: String, _ colors: SpanColors) {
    #expect(rows("\u{1B}[\(numbers)mx\u{1B}[m▀") == [[Run("x", colors: colors), Run("▀")]])
  }

  @Test func `rows end at line ends, of which the last one may be missing`() {
    #expect(rows("ab\n\n▟") == [[Run("ab")], [], [Run("▟")]])
    #expect(rows("ab\n") == [[Run("ab")]])
  }

  @Test(arguments: [
    "", "\n", "\u{1B}[31m", "\u{1B}[0m\n\n", "a\u{1B}", "a\u{1B}[", "a\u{1B}[31", "a\u{1B}[38;5m",
    "a\u{1B}[38;2;1;2m", "a\u{1B}[38;9;1m", "a\u{1B}[256mb", "a\u{1B}[38;5;256mb", "a\u{1B}[4mb",
    "a\u{1B}[2Jb", "a\u{1B}[?25lb", "a\u{1B}[31 mb", "a\u{1B}]52;c;YQ==\u{7}b",
    "a\u{1B}Pq\u{1B}\\b", "a\u{1B}_Gf=32;AAAA\u{1B}\\b", "a\u{1B}cb", "a\u{7}", "a\r\n", "a\tb",
    "a\u{8}b", "a\0", "a\u{7F}", "a\u{9B}31mb", "a\u{85}b", "日本", "e\u{301}", "👍", "a\u{202E}b",
    "é", "a\u{200B}", "01234567890", "a\nb\nc\nd", "a\n\n\n\n", "█████ █████",
  ])
  func `other output is no picture`(_ output: String) {
    #expect(rows(output) == nil)
  }

  @Test(
    arguments: [
      [0x61, 0xE2], [0x61, 0xE2, 0x96], [0x61, 0xFF], [0x61, 0x9B, 0x6D], [0xC3, 0x28],
    ])
  func `broken UTF-8 is no picture`(_ output: [UInt8]) {
    #expect(rows(output) == nil)
  }

  @Test func `endless lines, numbers and sequences are given up`() {
    let count = 10 << 20
    #expect(rows([UInt8](repeating: 0x61, count: count)) == nil)
    #expect(rows([0x61, 0x1B, 0x5B] + [UInt8](repeating: 0x31, count: count)) == nil)
    #expect(rows([0x61, 0x1B, 0x5B] + [UInt8](repeating: 0x3B, count: count)) == nil)
    #expect(rows([0x61] + [UInt8](repeating: 0x0A, count: count)) == nil)
  }

  @Test func `whatever is printed, no cell holds more than one column of plain signs`() {
    var random = SeededRandom(seed: 7)
    let pieces: [String] = [
      "\u{1B}[", "\u{1B}", "m", "38;5;", "48;2;", "7", "0;", "▀", "█", "\n", "x", "\u{7}", "日", "é",
    ]
    for _ in 0..<2_000 {
      let output = (0..<Int.random(in: 1...12, using: &random)).map { _ in random.pick(pieces) }
      guard let rows = rows(output.joined()) else { continue }
      #expect(rows.count <= Self.size.rows)
      for row in rows {
        #expect(row.reduce(0) { $0 + $1.columns } <= Self.size.columns)
        for run in row {
          #expect(run.text.columns == run.columns && run.text == run.text.printable())
        }
      }
    }
  }
}
