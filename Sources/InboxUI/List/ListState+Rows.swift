import Foundation
import InboxCore
import InboxText

extension ListState {
  /// Reads a window of rows; an end of the list needs only half of the limit.
  func read(_ anchor: MessageWindow.Anchor, in layout: ListLayout) -> Effect {
    let isAtEnd = anchor == .top || anchor == .bottom
    let limit = isAtEnd ? layout.windowLimit / 2 : layout.windowLimit
    return ReadRows(query, MessageWindow(anchor: anchor, limit: limit, kept: kept)).effect
  }

  /// Reads the rows again around the pending jump, a followed end or the cursor.
  func reread(in layout: ListLayout) -> [Effect] {
    if let jump = wait.jump { return [read(jump.anchor, in: layout)] }
    if followsTop, !snapshot.hasEarlier { return [read(.top, in: layout)] }
    if followsEnd, !snapshot.hasLater { return [read(.bottom, in: layout)] }
    return [read(selected.map(MessageWindow.Anchor.around) ?? .top, in: layout)]
  }

  /// Prefetches rows if less than a screen of them is loaded before or after the cursor.
  func readAtMargin(in layout: ListLayout) -> [Effect] {
    guard let index = selectedIndex, let selected else { return [] }
    let page = max(layout.size.rows, 1)
    let isShort =
      snapshot.hasEarlier && index < page
      || snapshot.hasLater && snapshot.rows.count - index <= page
    return isShort ? [read(.around(selected), in: layout)] : []
  }

  /// Handles a window of rows; cursor and scroll position stay on their messages.
  mutating func receive(
    _ snapshot: InboxSnapshot, of window: MessageWindow, in layout: ListLayout
  ) -> Reply {
    switch wait.receive(snapshot, of: window, kept: kept) {
    case .shown: return Reply(effects: show(snapshot, landing: nil, in: layout))
    case .abandoned: return Reply(effects: reread(in: layout))
    case .landed(let jump):
      if let group = group(openedBy: jump, in: snapshot) {
        return Reply(effects: unfold(group, landing: jump, in: layout))
      }
      let isMissing = jump.isMissing(in: snapshot)
      // If the message is missing, read around the cursor instead of its place.
      let isShown = !isMissing || !(isLoaded || jump.isOptional)
      // Delay keys until these rows arrive: the row under the cursor may be gone.
      if !isShown { wait.beginRefresh() }
      return Reply(
        effects: isShown ? show(snapshot, landing: jump, in: layout) : reread(in: layout),
        isMiss: isMissing && !jump.isOptional, unlisted: isMissing ? jump.opened : nil)
    }
  }

  /// The folded group to open for a jump: it hides the message, or the message represents it.
  private func group(openedBy jump: ListJump, in snapshot: InboxSnapshot) -> MessageGroup? {
    if jump.opensFolds, jump.isMissing(in: snapshot) { return snapshot.hidingGroup }
    guard let number = jump.shown, let row = snapshot.rows.first(where: { $0.number == number })
    else { return nil }
    return snapshot.foldedGroup(of: row)
  }

  private mutating func show(
    _ snapshot: InboxSnapshot, landing jump: ListJump?, in layout: ListLayout
  ) -> [Effect] {
    let isAtTop = isAtTop
    let old = replaceRows(by: snapshot)
    followMessages(from: old.rows, landing: jump)
    if isAtTop { keepTop(over: old) }
    countNewRows(since: old)
    reveal(in: layout)
    followTop(in: layout)
    followEnd(in: layout)
    forgetSeenArrivals()
    // More rows of this read follow.
    guard snapshot.isComplete else { return [] }
    // Do not repeat a prefetch that returned the same rows: it would loop.
    let isUnchanged =
      old.rows == snapshot.rows && old.hasEarlier == snapshot.hasEarlier
      && old.hasLater == snapshot.hasLater
    return (isUnchanged ? [] : readAtMargin(in: layout)) + rankEffects()
  }

  /// Records arrivals above the loaded rows of the unfiltered list, newest first.
  mutating func noteArrivals(of entries: [LogEntry]) {
    var usual = MessageQuery()
    usual.isLed = true
    guard snapshot.hasEarlier, query == usual else { return }
    for entry in entries where entry.verb == .received || entry.verb == .resurfaced {
      arrivals.formUnion(entry.numbers)
    }
  }

  /// Restores the cursor and the scroll anchor, or moves them to replacements.
  private mutating func followMessages(from old: [MessageRow], landing jump: ListJump?) {
    let rows = snapshot.rows
    let present = Set(rows.map(\.number))
    if let jump {
      land(jump, present, from: old)
    } else if let selected, !present.contains(selected) {
      self.selected = replacement(of: selected, from: old, present) ?? rows.first?.number
    } else if selected == nil {
      selected = rows.first?.number
    }
    if let anchor = scroll, !present.contains(anchor.number) {
      scroll = replacement(of: anchor.number, from: old, present).map { ScrollAnchor($0) }
    }
    if isAtEnd { followsEnd = true }
    if selectedIndex == 0, !snapshot.hasEarlier { followsTop = !followsEnd }
  }

  private mutating func land(
    _ jump: ListJump, _ present: Set<MessageNumber>, from old: [MessageRow]
  ) {
    let rows = snapshot.rows
    switch jump {
    case .top: selected = rows.first?.number
    case .bottom: selected = rows.last?.number
    case .to(let number, _) where present.contains(number): selected = number
    case .to(let number, .visible):
      let header = snapshot.hidingGroup.flatMap(self.header)
      selected = header ?? replacement(of: number, from: old, present) ?? rows.first?.number
    case .to: selected = rows.first?.number
    }
    noteEnds()
  }

  /// The header that hides a message, else the next message that is still loaded, else the previous
  /// one.
  private func replacement(
    of number: MessageNumber, from old: [MessageRow], _ present: Set<MessageNumber>
  ) -> MessageNumber? {
    if let header = header(hiding: number, from: old) { return header }
    guard let index = old.firstIndex(where: { $0.number == number }) else { return nil }
    return old[index...].first { present.contains($0.number) }?.number
      ?? old[..<index].last { present.contains($0.number) }?.number
  }

  /// Records new rows above the viewport as arrivals.
  private mutating func countNewRows(since old: InboxSnapshot) {
    guard isLoaded, old.sequence > 0 || !old.rows.isEmpty, old.query == query,
      let anchor = scroll.flatMap({ index(of: $0.number) })
    else { return }
    for row in snapshot.rows[..<anchor] where row.number > old.newestNumber {
      arrivals.insert(row.number)
    }
  }
}

extension ListState: ScreenPart {
  /// The changes of the times of rows, and of the lines between days.
  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    guard state.screen.isList else { return [] }
    let (list, layout, zone) = (state.list, state.listLayout, state.zone)
    let format = state.preferences.rows.timeFormat
    let times = list.visibleRows(in: layout).map {
      RowTime.nextChange(of: $0.sortDate, at: now, as: format, in: zone)
    }
    let hasDays = layout.headers != nil && !list.snapshot.rows.isEmpty
    return times + (hasDays ? [LocalTime.midnight(after: now, in: zone)] : [])
  }
}
