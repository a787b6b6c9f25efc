import InboxCore

extension UIState {
  /// How the rows of the terminal are shared.
  var areas: ScreenAreas { ScreenAreas(size: size) }

  /// Rows to read so that every key finds what it needs: two screens on each side of the cursor.
  var windowLimit: Int { max(4 * max(size.rows, 1), 64) }

  /// A stretch of the list; at an end of it the rows of one side are enough.
  func window(_ anchor: MessageWindow.Anchor) -> MessageWindow {
    let isAtEnd = anchor == .top || anchor == .bottom
    return MessageWindow(
      anchor: anchor, limit: isAtEnd ? windowLimit / 2 : windowLimit, kept: list.kept)
  }

  /// Reads the list anew around the cursor.
  func reread() -> [Effect] {
    if list.followsTop, !list.snapshot.hasEarlier { return [.read(list.query, window(.top))] }
    if list.followsEnd, !list.snapshot.hasLater { return [.read(list.query, window(.bottom))] }
    let anchor = list.selected.map(MessageWindow.Anchor.around) ?? .top
    return [.read(list.query, window(anchor))]
  }

  /// Reads more rows when less than a screen of them is left on a side where there are more.
  func readAtMargin() -> [Effect] {
    guard let index = list.selectedIndex, let selected = list.selected else { return [] }
    let page = max(size.rows, 1)
    let rows = list.snapshot.rows.count
    let isShort =
      list.snapshot.hasEarlier && index < page || list.snapshot.hasLater && rows - index <= page
    return isShort ? [.read(list.query, window(.around(selected)))] : []
  }
}
