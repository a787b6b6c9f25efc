import InboxCore

extension ListState {
  /// Reads rows of the list; at an end of it the rows of one side are enough.
  func read(_ anchor: MessageWindow.Anchor, in layout: ListLayout) -> Effect {
    let isAtEnd = anchor == .top || anchor == .bottom
    let limit = isAtEnd ? layout.windowLimit / 2 : layout.windowLimit
    return .read(query, MessageWindow(anchor: anchor, limit: limit, kept: kept))
  }

  /// Reads the list again around the cursor.
  func reread(in layout: ListLayout) -> [Effect] {
    if let jump = wait.jump { return [read(jump.anchor, in: layout)] }
    if followsTop, !snapshot.hasEarlier { return [read(.top, in: layout)] }
    if followsEnd, !snapshot.hasLater { return [read(.bottom, in: layout)] }
    return [read(selected.map(MessageWindow.Anchor.around) ?? .top, in: layout)]
  }

  /// Reads more rows when less than a screen of them is left on a side where there are more.
  func readAtMargin(in layout: ListLayout) -> [Effect] {
    guard let index = selectedIndex, let selected else { return [] }
    let page = max(layout.size.rows, 1)
    let isShort =
      snapshot.hasEarlier && index < page
      || snapshot.hasLater && snapshot.rows.count - index <= page
    return isShort ? [read(.around(selected), in: layout)] : []
  }

  /// Takes the rows of a window in: the cursor and the scroll follow their messages.
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
      // The rows around a place where the message does not stand are not those of the cursor.
      let isShown = !isMissing || !(isLoaded || jump.isOptional)
      // Keys wait for the rows around the cursor too: one of them may be gone by now.
      if !isShown { wait.beginRefresh() }
      return Reply(
        effects: isShown ? show(snapshot, landing: jump, in: layout) : reread(in: layout),
        isMiss: isMissing && !jump.isOptional, unlisted: isMissing ? jump.opened : nil)
    }
  }

  /// The folded group that hides the message to which a jump leads, or for which it stands.
  private func group(openedBy jump: ListJump, in snapshot: InboxSnapshot) -> MessageGroup? {
    if jump.opensFolds, jump.isMissing(in: snapshot) { return snapshot.hidingGroup }
    guard let number = jump.shown, let row = snapshot.rows.first(where: { $0.number == number })
    else { return nil }
    return snapshot.foldedGroup(of: row)
  }

  private mutating func show(
    _ snapshot: InboxSnapshot, landing jump: ListJump?, in layout: ListLayout
  ) -> [Effect] {
    let old = replaceRows(by: snapshot)
    followMessages(from: old.rows, landing: jump)
    countNewRows(since: old)
    reveal(in: layout)
    followTop(in: layout)
    followEnd(in: layout)
    forgetSeenArrivals()
    // The rest of the rows is on its way.
    guard snapshot.isComplete else { return [] }
    // A margin read that would only give the same rows again must not go round for ever.
    let isUnchanged =
      old.rows == snapshot.rows && old.hasEarlier == snapshot.hasEarlier
      && old.hasLater == snapshot.hasLater
    return (isUnchanged ? [] : readAtMargin(in: layout)) + rankEffects()
  }

  /// Notes messages that arrive above the whole list, newest first, though not among its rows.
  mutating func noteArrivals(of entries: [LogEntry]) {
    guard snapshot.hasEarlier, query == MessageQuery() else { return }
    for entry in entries where entry.verb == .received || entry.verb == .resurfaced {
      arrivals.formUnion(entry.numbers)
    }
  }
}

extension ListState {
  /// Finds the cursor and the scroll anchor again, or the rows that take their places.
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
    case .to(let number), .ifListed(let number), .listedOrOpened(let number):
      selected = present.contains(number) ? number : rows.first?.number
    case .visible(let number):
      let header = snapshot.hidingGroup.flatMap(self.header)
      selected =
        present.contains(number)
        ? number : header ?? replacement(of: number, from: old, present) ?? rows.first?.number
    }
    noteEnds()
  }

  /// The header of the group that hides a message, else the next message that is still there, else
  /// the previous one.
  private func replacement(
    of number: MessageNumber, from old: [MessageRow], _ present: Set<MessageNumber>
  ) -> MessageNumber? {
    if let header = header(hiding: number, from: old) { return header }
    guard let index = old.firstIndex(where: { $0.number == number }) else { return nil }
    return old[index...].first { present.contains($0.number) }?.number
      ?? old[..<index].last { present.contains($0.number) }?.number
  }

  /// Counts the rows that have arrived above the first line of the content.
  private mutating func countNewRows(since old: InboxSnapshot) {
    guard isLoaded, old.sequence > 0 || !old.rows.isEmpty, old.query == query,
      let anchor = scroll.flatMap({ index(of: $0.number) })
    else { return }
    for row in snapshot.rows[..<anchor] where row.number > old.newestNumber {
      arrivals.insert(row.number)
    }
  }
}
