/// The scroll position of a text that may be longer than the screen.
struct ScrollPosition: Sendable, Hashable {
  /// The line on top, from 0.
  private(set) var line = 0

  /// Scrolls by a motion.
  ///
  /// - Parameters:
  ///   - motion: Where to.
  ///   - page: Lines of a page.
  ///   - last: The last line that can be on top.
  mutating func move(_ motion: Command.Motion, page: Int, last: Int) {
    switch motion {
    case .moveDown: line += 1
    case .moveUp: line -= 1
    case .pageDown: line += page
    case .pageUp: line -= page
    case .halfPageDown: line += max(page / 2, 1)
    case .halfPageUp: line -= max(page / 2, 1)
    case .top: line = 0
    case .bottom: line = last
    }
    clamp(to: last)
  }

  /// Scrolls by lines, upward when negative.
  mutating func scroll(_ lines: Int, last: Int) {
    line += lines
    clamp(to: last)
  }

  /// Goes to a line.
  mutating func go(to line: Int) {
    self.line = line
  }

  /// Stays within the text after its length or the screen has changed.
  mutating func clamp(to last: Int) {
    line = min(max(line, 0), last)
  }

  /// Brings a line into sight, a third of the screen below the top, unless it is there.
  mutating func show(_ row: Int, rows: Int, last: Int) {
    guard row < line || row >= line + rows else { return }
    line = min(max(row - rows / 3, 0), last)
  }

  /// Brings all of some lines into sight, as far as there is room, by as little as that takes.
  mutating func show(_ lines: Range<Int>, height: Int, last: Int) {
    if lines.upperBound > line + height { line = lines.upperBound - height }
    if lines.lowerBound < line { line = lines.lowerBound }
    clamp(to: last)
  }

  /// Where the text stands: `Top`, `42%` or `End`; empty when all of it is in sight.
  func label(last: Int) -> String {
    guard last > 0 else { return "" }
    if line <= 0 { return "Top" }
    return line >= last ? "End" : "\(max(line * 100 / last, 1))%"
  }
}
