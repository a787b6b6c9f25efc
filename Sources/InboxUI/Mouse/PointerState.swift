import struct Foundation.Date

/// The state of the mouse between its events: a button that is down, and the last click.
struct PointerState: Sendable {
  /// A click, or its first half.
  struct Click: Sendable, Hashable {
    /// What it is on, by the frame that was shown; nil for nothing.
    var target: ScreenTarget?
    /// Where it is.
    var position: Position
  }

  /// Seconds within which two clicks on one place are a double click.
  private static let doubleTime = 0.5

  /// What the button went down on; nil while it is up.
  private var pressed: Click?
  private var last: (click: Click, time: Date)?

  /// Whether the border of the preview is dragged.
  var movesSplit: Bool { pressed?.target == .split }

  /// Notes that the button went down.
  mutating func press(_ click: Click) {
    pressed = click
  }

  /// Notes that the button went up.
  ///
  /// A press counts by what it was on, even if that has moved away since. The second half of a
  /// double click is on what the first one was on: what has come in its place is not meant.
  ///
  /// - Returns: The click; nil where the pointer was moved away from what it was on.
  mutating func release(_ end: Click, at now: Date) -> Click? {
    guard let pressed else { return nil }
    self.pressed = nil
    guard pressed.position.isNear(end.position) || pressed.target == end.target,
      pressed.target != .split
    else { return nil }
    var click = pressed
    if let last, click.position.isNear(last.click.position),
      (0..<Self.doubleTime).contains(now.timeIntervalSince(last.time))
    {
      click.target = last.click.target
    }
    last = (click, now)
    return click
  }
}

extension Position {
  /// Whether another cell is the same one, or beside it in its row.
  fileprivate func isNear(_ other: Position) -> Bool {
    row == other.row && abs(column - other.column) <= 1
  }
}
