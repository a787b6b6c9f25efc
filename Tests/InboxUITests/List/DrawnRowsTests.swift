import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Rows that are taken over from the last frame.
struct DrawnRowsTests {
  private static let keys = [
    "j", "k", "C-d", "C-u", "G", "g g", "Space", "m", "d", "u", "p", "v", "g s", "g d", "g n",
    "z a",
    "]", "Esc", "S", "s Enter", "T", "/", "d", "i", "s", "k", "Enter", "n", "Enter", "q", "V", "t",
  ]

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a frame is the same whether rows are taken over or not`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var inbox = ScreenDriver(
      Payload.showcase(at: .testing), size: Size(columns: 120, rows: 40), now: .testing)
    inbox.state.environment.preferences.preview = .right
    inbox.state.environment.preferences.group = .day
    inbox.state.environment.preferences.rows.colorsSources = true
    inbox.state.environment.preferences.rows.rules = [
      RowRule(filter: .unread, color: RowColor(.indexed(1)), glyph: "!")
    ]
    var drawn = DrawnRows()
    for step in 0..<150 {
      change(&inbox, &random)
      let frame = inbox.state.frame(at: inbox.now, in: .gmt, reusing: &drawn)
      let isSame = frame == inbox.frame
      #expect(isSame, "step \(step)")
      if !isSame { break }
    }
  }

  /// Presses a key, lets time pass, or changes the look.
  private func change(_ inbox: inout ScreenDriver, _ random: inout SeededRandom) {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: inbox.now += Double.random(in: 1...90, using: &random)
    case 1: inbox.now += Double.random(in: 1_000...90_000, using: &random)
    case 2:
      inbox.state.environment.theme = random.pick(
        ThemeLoader.builtInNames.compactMap(Theme.builtIn))
    case 3:
      inbox.state.environment.preferences.rows.density = random.pick([.compact, .comfortable])
    case 4: inbox.state.environment.preferences.rows.timeFormat = random.pick([.relative, .clock])
    case 5:
      inbox.send(.resized(Size(columns: .random(in: 40...150, using: &random), rows: 30)))
    case 6: inbox.push(.make("New", id: "new", source: "ci", body: "\(random.next())"))
    default: inbox.press(random.pick(Self.keys))
    }
  }

  @Test func `a row that looks as before is not laid out again`() {
    var inbox = ScreenDriver(count: 5)
    var drawn = DrawnRows()
    let before = inbox.state.frame(at: inbox.now, in: .gmt, reusing: &drawn)
    inbox.press("j")
    let after = inbox.state.frame(at: inbox.now, in: .gmt, reusing: &drawn)
    let isSame = zip(before.lines, after.lines).map { $0.shares($1) }
    // The bars, borders and the rows that the cursor left and came to are drawn anew.
    #expect(
      isSame == [false, false, false, false] + [true, true, true]
        + Array(repeating: false, count: 17))
  }
}

extension Line {
  /// Whether the spans of both are the very same, and were not made twice.
  fileprivate func shares(_ other: Line) -> Bool {
    spans.withUnsafeBufferPointer { mine in
      !mine.isEmpty
        && other.spans.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }
}
