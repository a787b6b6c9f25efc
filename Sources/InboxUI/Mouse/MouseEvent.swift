/// A mouse event at a cell of the screen.
package struct MouseEvent: Sendable, Hashable {
  /// The kind of a mouse event; buttons other than the first one have none.
  package enum Kind: Sendable, Hashable {
    /// The button went down.
    case press
    /// The pointer moved while the button was down.
    case drag
    /// The button went up.
    case release
    /// The wheel was turned by so many notches, upward when negative.
    case wheel(Int)
  }

  /// Most notches that events are joined to.
  private static let mostNotches = 10_000

  /// What happened.
  package var kind: Kind
  /// The cell; it may be outside of the screen.
  package var position: Position

  /// Makes an event.
  package init(_ kind: Kind, at position: Position) {
    self.kind = kind
    self.position = position
  }

  /// The one event that stands for this one and the next; nil where each has to be taken.
  ///
  /// A flood of them costs as much as one.
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
