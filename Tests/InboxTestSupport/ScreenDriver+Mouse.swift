import InboxText
package import InboxUI

/// The mouse on the screen that the driver shows.
extension ScreenDriver {
  /// The picture of this moment.
  package var frame: Frame { state.frame(at: now, in: state.zone) }

  /// Hands in mouse events on one cell, of this picture or of an earlier one.
  @discardableResult
  package mutating func mouse(
    _ kinds: MouseEvent.Kind..., at position: Position, on shown: Frame? = nil
  ) -> [Effect] {
    kinds.flatMap { send(.mouse(MouseEvent($0, at: position), on: shown ?? frame)) }
  }

  /// Clicks on a cell.
  @discardableResult
  package mutating func click(_ position: Position, on shown: Frame? = nil) -> [Effect] {
    mouse(.press, .release, at: position, on: shown)
  }

  /// Clicks on a text that the screen shows; where it stands more than once, on the last one.
  @discardableResult
  package mutating func click(_ text: String) -> [Effect] {
    click(position(of: text))
  }

  /// Turns the wheel over a text that the screen shows.
  @discardableResult
  package mutating func turn(_ notches: Int, over text: String) -> [Effect] {
    mouse(.wheel(notches), at: position(of: text))
  }

  /// The cell in which a text begins; one that is not shown ends the tests.
  package func position(of text: String) -> Position {
    for (row, line) in frame.lines.enumerated().reversed() {
      let shown = line.spans.map(\.text).joined()
      if let range = shown.ranges(of: text).last {
        return Position(column: String(shown[..<range.lowerBound]).columns, row: row)
      }
    }
    preconditionFailure("“\(text)” is not shown")
  }
}
