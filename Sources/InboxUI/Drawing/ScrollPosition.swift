/// The scroll position of a text.
struct ScrollPosition: Sendable, Hashable {
  /// The top line, from 0.
  var line = 0

  /// Scrolls by a motion.
  ///
  /// - Parameters:
  ///   - motion: The motion.
  ///   - page: Lines of a page.
  ///   - last: The largest top line.
  mutating func move(_ motion: Command.Motion, page: Int, last: Int) {
    let end = motion == .top ? 0 : last
    line = motion.lines(page: page).map { line + $0 } ?? end
    clamp(to: last)
  }

  /// Scrolls by lines, upward when negative.
  mutating func scroll(_ lines: Int, last: Int) {
    line += lines
    clamp(to: last)
  }

  /// Clamps the position after the text or the screen has changed.
  mutating func clamp(to last: Int) {
    line = min(max(line, 0), last)
  }

  /// Scrolls to a line that is not visible, a third of the screen below the top.
  mutating func show(_ row: Int, rows: Int, last: Int) {
    guard row < line || row >= line + rows else { return }
    line = min(max(row - rows / 3, 0), last)
  }

  /// Scrolls as little as possible to show a range of lines; if it is too high, its start.
  mutating func show(_ lines: Range<Int>, height: Int, last: Int) {
    if lines.upperBound > line + height { line = lines.upperBound - height }
    if lines.lowerBound < line { line = lines.lowerBound }
    clamp(to: last)
  }

  /// The position as `Top`, `42%` or `End`; empty if all is visible.
  func label(last: Int) -> String {
    guard last > 0 else { return "" }
    if line <= 0 { return "Top" }
    return line >= last ? "End" : "\(max(line * 100 / last, 1))%"
  }
}
