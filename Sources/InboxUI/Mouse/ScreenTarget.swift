import InboxCore

/// The target of the mouse at a cell of the screen.
///
/// Spans and lines carry it from where they are laid out: the painted frame is the map of what a
/// click finds, boxes that cover other things included.
enum ScreenTarget: Sendable, Hashable {
  /// A list beside its rows: headers, and what is below the last one.
  case list
  /// The row of a message.
  case row(MessageNumber)
  /// The header of a group: its first message, and whether a click folds it or unfolds it.
  case header(MessageNumber, folds: Bool)
  /// The number of new messages above the list.
  case news
  /// The text of the preview.
  case preview
  /// The border between list and preview.
  case split
  /// The text of the reader.
  case reader
  /// The text of help.
  case help
  /// A tab, by its place.
  case tab(Int)
  /// The banner of a message.
  case banner(MessageNumber)
  /// A hint: the keys that it names, and where they mean what it says.
  indirect case keys([Key], in: InputContext)
  /// A menu beside its items.
  case menu
  /// An item of a menu.
  indirect case item(MenuChoice)
  /// An answer to a question.
  indirect case answer(isYes: Bool, to: ConfirmState)
}

extension Frame {
  /// The target at a cell; nil where there is none, as outside of the screen.
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
  /// Gives a target to the cells that have none.
  mutating func aim(at target: ScreenTarget) {
    for place in spans.indices where spans[place].target == nil { spans[place].target = target }
    self.target = self.target ?? target
  }

  /// The line with a target for the cells that have none.
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
