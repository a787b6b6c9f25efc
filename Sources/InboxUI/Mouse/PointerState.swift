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

  /// A gesture that events of the mouse make.
  enum Gesture: Sendable, Hashable {
    /// A click.
    case click(Click)
    /// The border of the preview was dragged to a cell.
    case drag(Position)
    /// The wheel was turned by notches over a target, upward when negative.
    case wheel(ScreenTarget?, Int)
  }

  /// Lines by which a notch of the wheel scrolls.
  static let linesPerNotch = 3

  /// Seconds within which two clicks on one place are a double click.
  private static let doubleTime = 0.5

  /// What the button went down on; nil while it is up.
  private var pressed: Click?
  private var last: (click: Click, time: Date)?

  /// Handles an event on the frame that was shown.
  ///
  /// - Returns: The gesture that it completes; nil for none.
  mutating func handle(_ event: MouseEvent, on frame: Frame, at now: Date) -> Gesture? {
    let position = event.position
    let click = Click(target: frame.target(at: position), position: position)
    switch event.kind {
    case .press:
      pressed = click
      return nil
    case .drag: return pressed?.target == .split ? .drag(position) : nil
    case .release: return release(click, at: now).map(Gesture.click)
    case .wheel(let notches): return .wheel(click.target, notches)
    }
  }

  /// Notes that the button went up.
  ///
  /// A press counts by what it was on, even if that has moved away since. The second half of a
  /// double click is on what the first one was on: what has come in its place is not meant.
  ///
  /// - Returns: The click; nil where the pointer was moved away from what it was on.
  private mutating func release(_ end: Click, at now: Date) -> Click? {
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
