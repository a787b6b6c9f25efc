/// A mouse event at a cell of the screen.
package struct MouseEvent: Sendable, Hashable {
  /// The kind of a mouse event; drags and releases are those of the first button.
  package enum Kind: Sendable, Hashable {
    /// The first button was pressed.
    case press
    /// The second button, at the right, was pressed.
    case secondPress
    /// The pointer moved with the button pressed.
    case drag
    /// The button was released.
    case release
    /// The wheel was turned by notches; negative scrolls up.
    case wheel(Int)
  }

  /// Maximum notches of a coalesced event.
  private static let mostNotches = 10_000

  package var kind: Kind
  /// The cell, which may be outside of the screen.
  package var position: Position

  package init(_ kind: Kind, at position: Position) {
    self.kind = kind
    self.position = position
  }

  /// Coalesces two consecutive drags or wheel turns; nil for other events.
  ///
  /// A burst of events then costs as much as one.
  package func joined(with next: MouseEvent) -> MouseEvent? {
    switch (kind, next.kind) {
    case (.drag, .drag): return next
    case (.wheel(let first), .wheel(let second)) where position == next.position:
      let notches = min(max(first + second, -Self.mostNotches), Self.mostNotches)
      return MouseEvent(.wheel(notches), at: position)
    default: return nil
    }
  }
}
