import Foundation
import InboxCore

extension UIState {
  /// Shows the thread of the message that is looked at, or leaves it.
  mutating func toggleThread(at now: Date) -> [Effect] {
    let row = screen == .reader ? readerRow : list.selectedRow
    guard lists.count == 1 || list.thread == nil || row?.thread != list.thread else {
      return leave()
    }
    guard let row else { return screen == .thread ? leave() : [] }
    guard let thread = row.thread else {
      tell("This message belongs to no thread.", at: now)
      return []
    }
    return showThread(thread, from: list.status(of: row) == .deleted ? nil : row.number)
  }

  /// Puts a thread on top, oldest first; the cursor is on a message of it or the newest.
  ///
  /// - Parameters:
  ///   - thread: Which one.
  ///   - number: The message that one comes from; nil goes to the newest.
  /// - Returns: The effects that fill it.
  mutating func showThread(_ thread: String, from number: MessageNumber? = nil) -> [Effect] {
    let filter = MessageFilter([.init(.thread(thread))])
    var next = ListState(query: MessageQuery(filter: filter, order: .oldest))
    next.thread = thread
    next.jump = number.map(Jump.to) ?? .bottom
    next.followsTop = false
    lists.append(next)
    screens.append(.thread)
    return [.read(list.query, window(number.map(MessageWindow.Anchor.around) ?? .bottom))]
  }
}

extension UIState {
  /// Whether the cursor is on the last row of a list to whose end new messages come.
  var isAtEnd: Bool {
    list.query.order == .oldest && !list.snapshot.hasLater && list.selected != nil
      && list.selected == list.snapshot.rows.last?.number
  }

  /// Notes at which end of the list the cursor is, so that what comes in there stays in sight.
  mutating func noteEnds() {
    list.followsEnd = isAtEnd
    list.followsTop = !isAtEnd && list.selectedIndex == 0 && !list.snapshot.hasEarlier
  }

  /// Keeps the newest in sight while the cursor was at the end of a thread.
  ///
  /// The cursor stays on its message as long as that is in sight.
  mutating func followEnd() {
    guard list.followsEnd, !list.snapshot.hasLater, let index = list.selectedIndex else { return }
    let last = list.snapshot.rows.count - 1
    let end = geometry.anchor(endingAt: last)
    let isInSight = list.index(of: end.number).map { geometry.isVisible(index, from: $0, end) }
    if isInSight != true { list.selected = list.snapshot.rows[last].number }
    list.scroll = end
  }
}
