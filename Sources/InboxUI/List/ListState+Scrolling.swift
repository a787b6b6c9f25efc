import InboxCore

extension ListState {
  /// Scrolls as little as possible to make the row under the cursor fully visible.
  mutating func reveal(in layout: ListLayout) {
    guard let selectedIndex else {
      scroll = snapshot.rows.first.map { ScrollAnchor($0.number) }
      return
    }
    let first = scroll.flatMap { index(of: $0.number) }
    let hidden = scroll?.line ?? 0
    let isWhole = !snapshot.hasLater
    scroll = withGeometry(in: layout) { geometry in
      let anchor =
        first.map { geometry.anchor(showing: selectedIndex, from: $0, hiding: hidden) }
        ?? geometry.anchor(endingAt: selectedIndex)
      return isWhole ? geometry.filling(anchor) : anchor
    }
  }

  /// Scrolls by lines, up if negative; the cursor moves only if its row leaves the viewport.
  mutating func scroll(_ lines: Int, in layout: ListLayout) -> [Effect] {
    guard let selectedIndex, let scroll, let first = index(of: scroll.number) else { return [] }
    let (anchor, cursor) = withGeometry(in: layout) { geometry in
      let anchor = geometry.anchor(lines, below: scroll, of: first)
      let cursor = geometry.wholeRow(nearest: selectedIndex, below: anchor, isDown: lines > 0)
      return (anchor, cursor)
    }
    guard anchor != scroll else { return readAtMargin(in: layout) }
    self.scroll = anchor
    return select(cursor, in: layout)
  }

  /// Forgets arrivals that are visible or gone.
  mutating func forgetSeenArrivals() {
    guard !arrivals.isEmpty, let scroll, let anchor = index(of: scroll.number) else { return }
    let rows = snapshot.rows
    arrivals.subtract(rows[anchor...].map(\.number))
    if !snapshot.hasEarlier { arrivals.formIntersection(rows[..<anchor].map(\.number)) }
  }

  /// Whether the cursor is on the last row of a list with the oldest first.
  var isAtEnd: Bool {
    query.order == .oldest && !snapshot.hasLater && selected != nil
      && selected == snapshot.rows.last?.number
  }

  /// Updates which end of the list to follow, from the position of the cursor.
  mutating func noteEnds() {
    followsEnd = isAtEnd
    followsTop = !isAtEnd && selectedIndex == 0 && !snapshot.hasEarlier
  }

  /// Whether the viewport begins with the first row of the list.
  var isAtTop: Bool {
    !snapshot.hasEarlier && scroll != nil
      && scroll == snapshot.rows.first.map { ScrollAnchor($0.number) }
  }

  /// Keeps the top of the list in the viewport as rows begin or end to lead it, wherever the cursor is.
  ///
  /// Otherwise a message that is pinned, or needs the person, would leave the screen: its group is
  /// above the row that was on top.
  mutating func keepTop(over old: InboxSnapshot) {
    guard old.query == snapshot.query, !snapshot.hasEarlier, let first = snapshot.rows.first,
      let top = old.rows.first
    else { return }
    let hasLeft =
      top.isLeading && snapshot.rows.first { $0.number == top.number }?.isLeading == false
    if first.isLeading || hasLeft { scroll = ScrollAnchor(first.number) }
  }

  /// Keeps the top visible if the cursor was there.
  ///
  /// The cursor stays on its message while that is visible, so that a key pressed as a message
  /// arrives does not act on the new one. In follow mode it moves to the newest message.
  mutating func followTop(in layout: ListLayout) {
    guard followsTop || isFollowing && query.order != .oldest, !snapshot.hasEarlier,
      let index = selectedIndex, let first = snapshot.rows.first
    else { return }
    let top = ScrollAnchor(first.number)
    let isInSight = withGeometry(in: layout) { $0.isVisible(index, from: 0, top) }
    if isFollowing {
      // What leads the list is above the newest.
      selected = (snapshot.rows.first { !$0.isLeading } ?? first).number
    } else if !isInSight && index > 0 {
      selected = first.number
    }
    scroll = top
  }

  /// Keeps the end visible if the cursor was there, in a list with the oldest first.
  ///
  /// The cursor stays on its message while that is visible, except in follow mode.
  mutating func followEnd(in layout: ListLayout) {
    guard followsEnd, !snapshot.hasLater, let index = selectedIndex else { return }
    let last = snapshot.rows.count - 1
    let end = withGeometry(in: layout) { $0.anchor(endingAt: last) }
    let first = self.index(of: end.number)
    let isInSight = withGeometry(in: layout) { geometry in
      first.map { geometry.isVisible(index, from: $0, end) }
    }
    if isFollowing || isInSight != true { selected = snapshot.rows[last].number }
    scroll = end
  }

  /// Whether the row of a message is fully visible.
  func isInSight(_ number: MessageNumber, in layout: ListLayout) -> Bool {
    guard let index = index(of: number), let scroll, let first = self.index(of: scroll.number),
      foldedGroup(of: snapshot.rows[index]) == nil
    else { return false }
    var geometry = geometry(in: layout)
    return geometry.isVisible(index, from: first, scroll)
  }

  /// The lines of the cursor's row in the viewport, without its header; nil if it is above the top
  /// row.
  func cursorLines(in layout: ListLayout) -> Range<Int>? {
    guard let selectedIndex, let scroll, let first = index(of: scroll.number),
      selectedIndex >= first
    else { return nil }
    var geometry = geometry(in: layout)
    let header = geometry.headerLines(above: selectedIndex)
    let start = (first..<selectedIndex).reduce(-scroll.line) { $0 + geometry.height($1) }
    return (start + header)..<(start + max(geometry.height(selectedIndex), header))
  }

  /// The rows that may be visible, as each has at least one line.
  func visibleRows(in layout: ListLayout) -> ArraySlice<MessageRow> {
    guard let first = scroll.flatMap({ index(of: $0.number) }) else { return [] }
    return snapshot.rows[first...].prefix(layout.areas.contentRows)
  }
}
