import Foundation
import InboxCore

extension UIState {
  /// Takes rows in: the cursor and the scroll follow their messages.
  mutating func receive(_ snapshot: InboxSnapshot, at now: Date) -> [Effect] {
    guard snapshot.query == list.query, !isMissed(snapshot, at: now) else { return [] }
    let alerts = askForDueAlerts(snapshot, at: now)
    let old = list.snapshot
    let oldFirstRank = list.firstRank
    list.snapshot = snapshot
    list.isLoaded = true
    list.isWaiting = false
    list.dropSettledChanges()
    list.refreshMarks()
    rank(after: old, oldFirstRank)
    followMessages(from: old.rows)
    noteArrivals(since: old)
    reveal()
    followTop()
    followEnd()
    forgetSeenArrivals()
    return readAtMargin().filter { !isAnswered($0, by: old) } + askForCounts() + alerts
  }

  /// A margin read that would only give the same rows again must not go round for ever.
  private func isAnswered(_ effect: Effect, by old: InboxSnapshot) -> Bool {
    old.rows == list.snapshot.rows && old.hasEarlier == list.snapshot.hasEarlier
      && old.hasLater == list.snapshot.hasLater
  }

  /// Finds the cursor and the scroll anchor again, or the neighbours that took their places.
  private mutating func followMessages(from old: [MessageRow]) {
    let rows = list.snapshot.rows
    let present = Set(rows.map(\.number))
    if let jump = list.jump {
      list.jump = nil
      land(jump, present)
    } else if let selected = list.selected, !present.contains(selected) {
      list.selected = Self.heir(of: selected, from: old, present) ?? rows.first?.number
    } else if list.selected == nil {
      list.selected = rows.first?.number
    }
    if let anchor = list.scroll, !present.contains(anchor.number) {
      list.scroll = Self.heir(of: anchor.number, from: old, present).map { ScrollAnchor($0) }
    }
    if isAtEnd { list.followsEnd = true }
    if list.selectedIndex == 0, !list.snapshot.hasEarlier { list.followsTop = !list.followsEnd }
  }

  private mutating func land(_ jump: Jump, _ present: Set<MessageNumber>) {
    let rows = list.snapshot.rows
    switch jump {
    case .top: list.selected = rows.first?.number
    case .bottom: list.selected = rows.last?.number
    case .to(let number), .link(let number):
      list.selected = present.contains(number) ? number : rows.first?.number
    }
    noteEnds()
  }

  /// The next message that is still there, else the previous one.
  static func heir(
    of number: MessageNumber, from old: [MessageRow], _ present: Set<MessageNumber>
  ) -> MessageNumber? {
    guard let index = old.firstIndex(where: { $0.number == number }) else { return nil }
    return old[index...].first { present.contains($0.number) }?.number
      ?? old[..<index].last { present.contains($0.number) }?.number
  }

  /// Keeps the newest in sight while the cursor was on top.
  ///
  /// The cursor stays on its message as long as that is in sight, so that a key pressed just
  /// when something arrives does not hit what came in; then it takes the top row.
  private mutating func followTop() {
    guard list.followsTop, !list.snapshot.hasEarlier, let index = list.selectedIndex,
      let first = list.snapshot.rows.first
    else { return }
    let top = ScrollAnchor(first.number)
    if !geometry.isVisible(index, from: 0, top), index > 0 { list.selected = first.number }
    list.scroll = top
  }
}

extension UIState {
  /// Counts what came in above the first line of the content.
  private mutating func noteArrivals(since old: InboxSnapshot) {
    guard list.isLoaded, old.sequence > 0 || !old.rows.isEmpty,
      old.query == list.query, let anchor = list.scroll.flatMap({ list.index(of: $0.number) })
    else { return }
    for row in list.snapshot.rows[..<anchor] where row.number > old.newestNumber {
      list.arrivals.insert(row.number)
    }
  }

  /// Forgets arrivals that are in sight now, or gone.
  mutating func forgetSeenArrivals() {
    guard !list.arrivals.isEmpty, let scroll = list.scroll,
      let anchor = list.index(of: scroll.number)
    else { return }
    let rows = list.snapshot.rows
    list.arrivals.subtract(rows[anchor...].map(\.number))
    if !list.snapshot.hasEarlier {
      list.arrivals.formIntersection(rows[..<anchor].map(\.number))
    }
  }
}
