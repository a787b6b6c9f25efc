extension StateRegister {
  /// The state of the message for its person: a function of both registers and the time.
  ///
  /// A matter that asks for attention makes it unread, unless the person's machine had heard of it when
  /// they set the status; a matter that is over makes it read, and the end of a snooze makes it unread,
  /// each unless the person set the status later. So it does not
  /// matter in which order a machine hears of them. A repeat ends a snooze until that, or until the
  /// next of the source; a resolution ends any. A message that is done is read, until it asks for
  /// attention, is snoozed, or is marked unread.
  ///
  /// - Parameters:
  ///   - content: The content of the same generation.
  ///   - now: The time of the exchange, in milliseconds since 1970.
  /// - Returns: The state that the row of the message must have, with its snooze by that time.
  func effect(on content: ContentRegister, at now: Int64) -> MessageState {
    timedEffect(on: content, at: now).state
  }

  /// The state of ``effect(on:at:)``, and when its status was set.
  ///
  /// That is in milliseconds since 1970, 0 for never; the end of a snooze does not count.
  func timedEffect(
    on content: ContentRegister, at now: Int64
  ) -> (state: MessageState, statusAt: Int64) {
    let own = generation == content.generation ? self : StateRegister(generation: generation)
    var (status, changedAt) = own.status(after: content)
    let doneAt = own.doneAt(content)
    if doneAt != nil, status.status == .unread, let done {
      (status, changedAt) = (Mark(status: .read), done.clock.milliseconds)
    } else if status.status == .read, own.isBack(by: content) {
      let news = content.altered.latest?.milliseconds ?? changedAt
      (status, changedAt) = (Mark(status: .unread), max(news, changedAt))
    }
    var state = MessageState(
      status: status.status, statusBeforeDelete: status.statusBeforeDelete,
      isPinned: own.pin?.value ?? false, doneAt: doneAt)
    if doneAt == nil { (state.snoozedUntil, state.snoozedFor) = own.snooze(on: content) }
    if doneAt == nil, let end = own.awaitedResolution(in: content) {
      (state.snoozedUntil, state.snoozedFor) = (end, nil)
      if state.status == .read, changedAt <= end { (state.status, changedAt) = (.unread, end) }
    }
    if state.status == .read, let end = state.snoozedUntil, end <= now, changedAt < end {
      state.status = .unread
    }
    return (state, changedAt)
  }

  /// The status by person or push, whichever came later, and its time.
  private func status(after content: ContentRegister) -> (Mark, changedAt: Int64) {
    let own = status?.value ?? Mark(status: .unread)
    let ownTime = status?.clock.milliseconds ?? 0
    guard let attention = content.attention else { return (own, ownTime) }
    if let clock = status?.clock {
      let isOlder = attention.value ? isNews(content.raised, since: clock) : clock < attention.clock
      guard isOlder else { return (own, ownTime) }
    }
    if attention.value { return (Mark(status: .unread), attention.clock.milliseconds) }
    guard own.status == .unread else { return (own, ownTime) }
    return (Mark(status: .read), attention.clock.milliseconds)
  }

  /// Whether what asked for attention, or ended snoozes, came after a change of the person: also what
  /// their machine had not heard of then, with an earlier time.
  ///
  /// A program that does not note what was seen is taken to have seen all that is earlier.
  private func isNews(_ clocks: OriginClocks, since change: HybridClock) -> Bool {
    let isNoted = seenAt.map { change <= $0 } ?? false
    return clocks.all.contains { change < $0 || isNoted && !seen.includes($0) }
  }

  /// Whether anything asks for attention to what was done, or waits for news, since then.
  private func isBack(_ content: ContentRegister, since hidden: HybridClock) -> Bool {
    isNews(content.raised, since: hidden) || isNews(content.altered, since: hidden)
  }

  /// Whether a changed text has brought it back, and the person has set no status since, nor its
  /// sender said that it is over.
  private func isBack(by content: ContentRegister) -> Bool {
    if let last = content.attention, !last.value, last.clock > content.altered.latest ?? last.clock
    {
      return false
    }
    let isNews = { (clock: HybridClock) in self.isNews(content.altered, since: clock) }
    let hidden = [done.flatMap { $0.value == nil ? nil : $0.clock }, awaitedNews?.clock]
    return hidden.contains { $0.map(isNews) ?? false } && status.map { isNews($0.clock) } ?? true
  }

  /// The snooze until a repeat, or the next of the source.
  private var awaitedNews: Stamped<String?>? {
    guard let event, isLater(event), let end = event.value.flatMap(SnoozeEnd.init(event:)),
      end == .repetition || end == .next
    else { return nil }
    return event
  }

  private func doneAt(_ content: ContentRegister) -> Int64? {
    guard let done, let time = done.value, !isBack(content, since: done.clock) else { return nil }
    let ends = [
      snooze.flatMap { $0.value == nil ? nil : $0.clock },
      event.flatMap { $0.value == nil ? nil : $0.clock },
      status.flatMap { $0.value.status == .unread ? $0.clock : nil },
    ]
    return ends.contains { $0.map { done.clock < $0 } ?? false } ? nil : time
  }

  /// The later snooze, unless a push has ended it.
  private func snooze(on content: ContentRegister) -> (until: Int64?, for: SnoozeEnd?) {
    let isOn = { (clock: HybridClock) in !isNews(content.awoken, since: clock) }
    let until = snooze.flatMap { isOn($0.clock) ? $0.value : nil }
    guard let event, let value = event.value.flatMap(SnoozeEnd.init(event:)), isOn(event.clock),
      isLater(event)
    else {
      return (until, nil)
    }
    let isRepeated = awaitedNews.map { isBack(content, since: $0.clock) } ?? false
    return isRepeated ? (nil, nil) : (nil, value)
  }

  private func isLater(_ event: Stamped<String?>) -> Bool {
    snooze.map { $0.clock < event.clock } ?? true
  }

  /// When the snooze ended as the matter is over, in milliseconds since 1970; nil for another end.
  ///
  /// One from before the snooze counts as well: the person had not heard of it.
  private func awaitedResolution(in content: ContentRegister) -> Int64? {
    guard let event, event.value == SnoozeEnd.resolution.event, let attention = content.attention,
      !attention.value, isLater(event)
    else { return nil }
    return max(attention.clock, event.clock).milliseconds
  }
}

/// The moment of a change, for its timestamps.
package struct ExchangeMoment: Sendable, Hashable {
  /// The machine's clock at the change, in milliseconds since 1970.
  package var time: Int64
  /// The machine's clock when the change is taken up.
  package var now: Int64
  /// How far this clock is ahead of the exchange's, in milliseconds.
  package var offset: Int64
  /// The inbox that writes.
  package var origin: ExchangeOrigin

  /// Creates a moment.
  package init(
    time: Int64, now: Int64? = nil, offset: Int64 = 0, origin: ExchangeOrigin
  ) {
    self.time = time
    self.now = now ?? time
    self.offset = offset
    self.origin = origin
  }

  /// How far the times of rows are ahead of those of the registers, in milliseconds: ``offset``,
  /// rounded to ten seconds, as each measurement differs a little; 0 below that.
  var shift: Int64 { Self.shift(of: offset) }

  static func shift(of offset: Int64) -> Int64 {
    let limit = HybridClock.latestMilliseconds
    let offset = min(max(offset, -limit), limit)
    guard abs(offset) >= 10_000 else { return 0 }
    return (offset + (offset < 0 ? -5_000 : 5_000)) / 10_000 * 10_000
  }

  /// The moment with another time of the change; this one for nil.
  func at(_ time: Int64?) -> Self {
    var moment = self
    moment.time = time ?? moment.time
    return moment
  }

  /// The timestamp of a change now.
  ///
  /// - Parameters:
  ///   - seen: The timestamps that it must follow.
  ///   - floor: The earliest allowed milliseconds.
  /// - Returns: A timestamp greater than all of `seen`.
  /// - Throws: ``HybridClockError/exhausted(_:)``.
  package func clock(
    after seen: HybridClock?..., notBefore floor: Int64 = 0
  ) throws(HybridClockError) -> HybridClock {
    let highest = seen.compactMap(\.self).max()
    return try .next(at: time, offset: offset, after: highest, notBefore: floor, by: origin)
  }
}

extension StateRegister {
  /// The register with the state of a row: what differs was changed on this machine.
  ///
  /// A status that the person sets after a snooze has ended is never earlier than that end, so that
  /// it stays, also where the clock is slow or corrected.
  ///
  /// - Parameters:
  ///   - row: The state of the row; its snooze by the exchange's clock, as in
  ///     ``ExchangedRow/state(at:shift:)``.
  ///   - content: The content of the message.
  ///   - moment: The time of the change; of the status, where the others have times of their own.
  ///   - pinnedAt: The time of the pin, in milliseconds since 1970; nil for that of `moment`.
  ///   - snoozedAt: The time of the snooze.
  ///   - doneAt: The time of the mark as done, or of its end.
  /// - Returns: nil if nothing differs.
  /// - Throws: ``HybridClockError/exhausted(_:)``.
  func taking(
    _ row: MessageState, on content: ContentRegister, at moment: ExchangeMoment,
    pinnedAt: Int64? = nil, snoozedAt: Int64? = nil,
    doneAt: Int64? = nil
  ) throws(HybridClockError) -> StateRegister? {
    // The content that this state belongs to is not here yet; it ends the present one.
    guard generation <= content.generation else { return nil }
    var changed = self
    if generation < content.generation { changed = Self(generation: content.generation) }
    let now = moment.now - moment.shift
    let before = changed.effect(on: content, at: now)
    if row.isPinned != before.isPinned {
      let clock = try moment.at(pinnedAt).clock(after: changed.pin?.clock)
      changed.pin = Stamped(row.isPinned, at: clock)
    }
    var pinned = before
    pinned.isPinned = row.isPinned
    guard pinned != row else { return changed == self ? nil : changed }
    let ended = [before.snoozedUntil, row.snoozedUntil].compactMap(\.self).filter {
      $0 <= moment.time - moment.shift
    }
    // What is done hides an earlier snooze, and news an earlier status, which would be back.
    for pass in 0..<4 where pass == 0 || changed.effect(on: content, at: now) != row {
      try changed.takeSnooze(of: row, on: content, at: moment.at(snoozedAt), now)
      try changed.takeDone(of: row, on: content, at: moment.at(doneAt), now)
      // Another snooze hides that the one before has made the message unread.
      let effect = changed.effect(on: content, at: now)
      if (row.status, row.statusBeforeDelete) != (effect.status, effect.statusBeforeDelete) {
        let mark = Mark(status: row.status, statusBeforeDelete: row.statusBeforeDelete)
        let clock = try moment.clock(
          after: changed.status?.clock, content.newsAt, notBefore: ended.max() ?? 0)
        changed.status = Stamped(mark, at: clock)
      }
      // A status that is no longer unread would bring back an older mark as done.
      try changed.takeDone(of: row, on: content, at: moment.at(doneAt), now)
      changed.see(content)
    }
    return changed
  }

  private mutating func takeSnooze(
    of row: MessageState, on content: ContentRegister, at moment: ExchangeMoment, _ now: Int64
  ) throws(HybridClockError) {
    if row.snoozedFor != effect(on: content, at: now).snoozedFor {
      let clock = try moment.clock(
        after: event?.clock, snooze?.clock, content.newsAt)
      event = Stamped(row.snoozedFor?.event, at: clock)
    }
    if row.snoozedUntil != effect(on: content, at: now).snoozedUntil {
      let clock = try moment.clock(after: snooze?.clock, event?.clock, content.newsAt)
      snooze = Stamped(row.snoozedUntil, at: clock)
    }
  }

  /// Notes what the person has seen, and that their present values count as set after it.
  private mutating func see(_ content: ContentRegister) {
    let changes = [status?.clock, snooze?.clock, event?.clock, done?.clock].compactMap(\.self)
    guard let last = changes.max() else { return }
    seen = seen.joined(with: content.news)
    seenAt = max(last, seenAt ?? last)
  }

  private mutating func takeDone(
    of row: MessageState, on content: ContentRegister, at moment: ExchangeMoment, _ now: Int64
  ) throws(HybridClockError) {
    guard row.doneAt != effect(on: content, at: now).doneAt else { return }
    done = Stamped(
      row.doneAt,
      at: try moment.clock(
        after: done?.clock, snooze?.clock, event?.clock, status?.clock, content.newsAt))
  }
}
