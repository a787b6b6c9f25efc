import InboxCore

extension UIState {
  /// Moves the cursor as a command says; nil when the command is no motion.
  mutating func move(_ command: Command) -> [Effect]? {
    let page = max(areas.contentRows - 1, 1)
    switch command {
    case .moveDown: return step(1)
    case .moveUp: return step(-1)
    case .pageDown: return select(index(linesAway: page))
    case .pageUp: return select(index(linesAway: -page))
    case .halfPageDown: return select(index(linesAway: max(page / 2, 1)))
    case .halfPageUp: return select(index(linesAway: -max(page / 2, 1)))
    case .top: return jumpToTop()
    case .bottom: return jumpToBottom()
    default: return nil
    }
  }

  /// Moves the cursor by whole messages.
  mutating func step(_ count: Int) -> [Effect] {
    guard let index = list.selectedIndex else { return [] }
    return select(min(max(index + count, 0), list.snapshot.rows.count - 1))
  }

  /// Puts the cursor on the row at `index` and keeps enough rows around it.
  mutating func select(_ index: Int?) -> [Effect] {
    guard let index, list.snapshot.rows.indices.contains(index) else { return [] }
    list.selected = list.snapshot.rows[index].number
    cursorMoved()
    return readAtMargin()
  }

  /// What follows from every motion of the cursor that a person asked for.
  mutating func cursorMoved() {
    list.seek = nil
    list.queuedSeeks = []
    noteEnds()
    reveal()
    forgetSeenArrivals()
  }

  private mutating func jumpToTop() -> [Effect] {
    guard list.snapshot.hasEarlier else { return select(0) }
    list.jump = .top
    return [.read(list.query, window(.top))]
  }

  private mutating func jumpToBottom() -> [Effect] {
    guard list.snapshot.hasLater else { return select(list.snapshot.rows.count - 1) }
    list.jump = .bottom
    return [.read(list.query, window(.bottom))]
  }
}
