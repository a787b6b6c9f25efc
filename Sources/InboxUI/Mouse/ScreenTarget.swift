import InboxCore

/// The target of a mouse event at a cell of the screen.
///
/// The layout attaches targets to spans and lines, so that a click hits what the frame shows,
/// including boxes over other content.
enum ScreenTarget: Sendable, Hashable {
  /// The area of a list outside of its rows.
  case list
  /// The row of a message.
  case row(MessageNumber)
  /// The header of a group: its first message, and whether a click folds or unfolds it.
  case header(MessageNumber, folds: Bool)
  /// The number of new messages above the list.
  case news
  /// The area of the list of sources outside of its rows.
  case sources
  /// A row of the list of sources, or its fold mark.
  indirect case source(SourceTree.Row, folds: Bool)
  case preview
  /// The border between list and preview.
  case split
  case reader
  case help
  /// A tab, by index.
  case tab(Int)
  /// The banner of a message.
  case banner(MessageNumber)
  /// A hint: the keys that it names, and the context that they are bound in.
  indirect case keys([Key], in: InputContext)
  /// The area of a menu outside of its items.
  case menu
  indirect case item(ParentMessage)
  indirect case answer(isYes: Bool, to: ConfirmState)
}

extension Frame {
  /// The target at a cell; nil for none, or outside of the screen.
  func target(at position: Position) -> ScreenTarget? {
    guard lines.indices.contains(position.row), (0..<size.columns).contains(position.column) else {
      return nil
    }
    let line = lines[position.row]
    var end = 0
    for span in line.spans {
      end += span.columns
      if position.column < end { return span.target }
    }
    return line.target
  }
}

extension Line {
  /// Sets the target of cells without one.
  mutating func aim(at target: ScreenTarget) {
    for place in spans.indices where spans[place].target == nil { spans[place].target = target }
    self.target = self.target ?? target
  }

  /// The line with a target for cells without one.
  func aimed(at target: ScreenTarget) -> Line {
    var line = self
    line.aim(at: target)
    return line
  }
}

extension Span {
  /// The span with another target.
  func aimed(at target: ScreenTarget?) -> Span {
    var span = self
    span.target = target
    return span
  }
}
