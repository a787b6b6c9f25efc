import InboxCore

extension ListState {
  /// Scrolls as little as possible until the row under the cursor is whole in sight.
  mutating func reveal(in layout: ListLayout) {
    let geometry = layout.geometry(of: snapshot.rows)
    guard let selectedIndex else {
      scroll = snapshot.rows.first.map { ScrollAnchor($0.number) }
      return
    }
    guard let anchor = scroll, let first = index(of: anchor.number) else {
      scroll = geometry.anchor(endingAt: selectedIndex)
      return fillContent(geometry)
    }
    let clamped = ScrollAnchor(
      anchor.number, line: min(max(anchor.line, 0), geometry.height(first) - 1))
    if selectedIndex <= first, clamped.line > 0 || selectedIndex < first {
      scroll = ScrollAnchor(snapshot.rows[selectedIndex].number)
    } else if !geometry.isVisible(selectedIndex, from: first, clamped) {
      scroll = geometry.anchor(endingAt: selectedIndex)
    } else {
      scroll = clamped
    }
    fillContent(geometry)
  }

  /// Scrolls back when the list ends above the end of the content though rows are above.
  private mutating func fillContent(_ geometry: ListGeometry) {
    guard let anchor = scroll, let first = index(of: anchor.number),
      first > 0 || anchor.line > 0, !snapshot.hasLater, !geometry.fills(from: first, anchor)
    else { return }
    scroll = geometry.anchor(endingAt: snapshot.rows.count - 1)
  }

  /// Forgets arrivals that are in sight now, or gone.
  mutating func forgetSeenArrivals() {
    guard !arrivals.isEmpty, let scroll, let anchor = index(of: scroll.number) else { return }
    let rows = snapshot.rows
    arrivals.subtract(rows[anchor...].map(\.number))
    if !snapshot.hasEarlier { arrivals.formIntersection(rows[..<anchor].map(\.number)) }
  }

  /// Whether the cursor is on the last row of a list to whose end new messages come.
  var isAtEnd: Bool {
    query.order == .oldest && !snapshot.hasLater && selected != nil
      && selected == snapshot.rows.last?.number
  }

  /// Notes at which end of the list the cursor is, so that arrivals there stay in sight.
  mutating func noteEnds() {
    followsEnd = isAtEnd
    followsTop = !isAtEnd && selectedIndex == 0 && !snapshot.hasEarlier
  }

  /// Keeps the newest in sight while the cursor was on top.
  ///
  /// The cursor stays on its message as long as that is in sight, so that a key pressed just
  /// when a message arrives does not hit the new one; then it takes the top row.
  mutating func followTop(in layout: ListLayout) {
    guard followsTop, !snapshot.hasEarlier, let index = selectedIndex,
      let first = snapshot.rows.first
    else { return }
    let top = ScrollAnchor(first.number)
    let geometry = layout.geometry(of: snapshot.rows)
    if !geometry.isVisible(index, from: 0, top), index > 0 { selected = first.number }
    scroll = top
  }

  /// Keeps the newest in sight while the cursor was at the end of a thread.
  ///
  /// The cursor stays on its message as long as that is in sight.
  mutating func followEnd(in layout: ListLayout) {
    guard followsEnd, !snapshot.hasLater, let index = selectedIndex else { return }
    let geometry = layout.geometry(of: snapshot.rows)
    let last = snapshot.rows.count - 1
    let end = geometry.anchor(endingAt: last)
    let isInSight = self.index(of: end.number).map { geometry.isVisible(index, from: $0, end) }
    if isInSight != true { selected = snapshot.rows[last].number }
    scroll = end
  }
}
