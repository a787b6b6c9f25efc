import struct Foundation.Date

/// The state of the mouse between events: the pressed button and the last click.
struct PointerState: Sendable {
  /// A click, or a press that may become one.
  struct Click: Sendable, Hashable {
    /// The target in the frame that was visible; nil for none.
    var target: ScreenTarget?
    var position: Position
  }

  /// A gesture recognized from mouse events.
  enum Gesture: Sendable, Hashable {
    case click(Click)
    /// The second button was pressed on a target.
    case menu(ScreenTarget?)
    /// The border of the preview was dragged to a cell.
    case drag(Position)
    /// The wheel was turned by notches over a target; negative scrolls up.
    case wheel(ScreenTarget?, Int)
  }

  /// Lines to scroll by a notch of the wheel.
  static let linesPerNotch = 3

  /// Maximum seconds between the clicks of a double click.
  private static let doubleTime = 0.5

  /// The press of the button; nil while it is up.
  private var pressed: Click?
  private var last: (click: Click, time: Date)?

  /// Handles an event in the frame that was visible.
  ///
  /// - Returns: The gesture that it completes; nil for none.
  mutating func handle(_ event: MouseEvent, on frame: Frame, at now: Date) -> Gesture? {
    let position = event.position
    let click = Click(target: frame.target(at: position), position: position)
    switch event.kind {
    case .press:
      pressed = click
      return nil
    case .secondPress: return .menu(click.target)
    case .drag: return pressed?.target == .split ? .drag(position) : nil
    case .release: return release(click, at: now).map(Gesture.click)
    case .wheel(let notches): return .wheel(click.target, notches)
    }
  }

  /// Handles the release of the button.
  ///
  /// The target is that of the press, even if it has moved away since. The second half of a double
  /// click has the target of the first, not of what has appeared in its place.
  ///
  /// - Returns: The click; nil if the pointer has left the target.
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
  /// Whether another cell is the same, or adjacent in its row.
  fileprivate func isNear(_ other: Position) -> Bool {
    row == other.row && abs(column - other.column) <= 1
  }
}
