import Foundation
import InboxCore

extension UIState {
  /// Takes in the result of an effect.
  mutating func receive(_ result: EffectResult, of effect: Effect, at now: Date) -> [Effect] {
    if case .progress(let progress) = result {
      showProgress(of: effect, progress, at: now)
      return []
    }
    release(effect)
    if case .failed(let reason) = result { return fail(effect, reason, at: now) }
    switch effect {
    case .read(let query, _): return receiveRows(result, of: query, at: now)
    case .arrivals(let query):
      guard case .arrived(let arrivals) = result else { return [] }
      return arrived(query, arrivals, at: now)
    case .fetch(let numbers, let purpose):
      guard case .fetched(let messages) = result else { return [] }
      return use(messages, of: numbers, for: purpose, at: now)
    case .find(let lookup): return receive(result, of: lookup, at: now)
    case .perform, .purge:
      guard case .changed(let outcome) = result else { return [] }
      return changed(effect, outcome, at: now)
    case .step(let step):
      guard case .stepped(let outcome) = result else { return [] }
      return stepped(step, outcome, at: now)
    case .settle:
      isSettling = false
      return reread() + reloadReader()
    case .takeLink:
      guard case .link(let link?) = result else { return [] }
      return go(to: link, at: now)
    case .answer(let number, let action):
      guard case .answered(let outcome) = result else { return [] }
      return answered(number, action, outcome, at: now)
    case .pane(let request): return receive(result, of: request, at: now)
    case .host(let request): return receive(result, of: request, at: now)
    }
  }

  private mutating func receiveRows(
    _ result: EffectResult, of query: MessageQuery, at now: Date
  ) -> [Effect] {
    switch result {
    case .snapshot(let snapshot): return receive(snapshot, at: now)
    case .postponed where query == list.query: list.isWaiting = true
    default: break
    }
    return []
  }

  private mutating func receive(
    _ result: EffectResult, of lookup: Lookup, at now: Date
  ) -> [Effect] {
    switch (lookup, result) {
    case (.row(let seek), .found(let number)): found(number, by: seek, at: now)
    case (.count(let filter), .counted(let number)): counted(filter, number, at: now)
    case (.rank(let number, let query), .located(let rank)): locate(number, query, rank)
    default: []
    }
  }

  private mutating func receive(
    _ result: EffectResult, of request: PaneRequest, at now: Date
  ) -> [Effect] {
    switch (request, result) {
    case (.decide(let taps), .remaining(let left)): return run(left, of: taps, at: now)
    case (.copy(let text, _), .copied(let way)): copied(text, by: way, at: now)
    case (.listInboxes, .inboxes(let inboxes)): offer(inboxes, for: request)
    case (.listThemes, .themes(let names)): themeNames = names
    case (.openInbox(let name), .done): return become(name)
    default: break
    }
    return []
  }

  private mutating func receive(
    _ result: EffectResult, of request: HostRequest, at now: Date
  ) -> [Effect] {
    if case .noted(let text) = result { tell(text, at: now) }
    switch request {
    case .launch(let launch): return launched(launch)
    case .copy(let text): copied(text, by: "the terminal", at: now)
    case .quit, .redraw, .ring, .notify: break
    }
    return []
  }

  /// One effect less runs on its messages; the rows stay pending until the next snapshot.
  private mutating func release(_ effect: Effect) {
    guard case .perform(_, .numbers(let numbers)) = effect else { return }
    for place in lists.indices {
      for number in numbers { lists[place].pending[number]?.running -= 1 }
    }
  }

  private mutating func fail(_ effect: Effect, _ reason: String, at now: Date) -> [Effect] {
    if case .host(.launch(let launch)) = effect { abandon(launch) }
    for place in lists.indices { lists[place].dropSettledChanges() }
    tell(reason, isError: true, at: now)
    switch effect {
    case .find(.row(let seek)): endSeek(seek)
    case .settle: return settleLater(at: now)
    case .pane(let request) where request == awaited: awaited = nil
    case .fetch(let numbers, .reader)
    where numbers == reader.map { [$0.number] } && reader?.message == nil:
      dropReader()
    case .find(.rank(_, let query)): updateLists(of: query) { $0.isLocating = false }
    case .find(.count(let filter)):
      updateLists(filteredBy: filter) { $0.isLocating = false }
      uncountedConfirmation = nil
    default: break
    }
    return []
  }

  private mutating func counted(_ filter: MessageFilter, _ number: Int, at now: Date) -> [Effect] {
    if count(filter, number) {
      if number == 0 { tell("Nothing to do: no such message is shown.", at: now) }
      return []
    }
    updateLists(filteredBy: filter) { list in
      list.isLocating = false
      list.total = number
    }
    return []
  }

  /// Takes an answer in wherever it was asked: another list may lie on top by now.
  mutating func updateLists(of query: MessageQuery, _ body: (inout ListState) -> Void) {
    for place in lists.indices where lists[place].query == query { body(&lists[place]) }
  }

  private mutating func updateLists(
    filteredBy filter: MessageFilter, _ body: (inout ListState) -> Void
  ) {
    for place in lists.indices where lists[place].query.filter == filter { body(&lists[place]) }
  }

  private mutating func changed(
    _ effect: Effect, _ outcome: ChangeOutcome, at now: Date
  ) -> [Effect] {
    if let missing = outcome.unknown.first {
      tell("\(missing) is no longer in the inbox.", isError: true, at: now)
    } else if let told = snoozeText(effect, outcome, at: now) {
      tell(told, at: now)
    } else if case .perform(let verb, .matching) = effect {
      tell("\(Self.messages(outcome.changedCount)) \(verb.result).", at: now)
    } else if case .purge = effect {
      tell("\(Self.messages(outcome.changedCount)) removed for good.", at: now)
    }
    // A change of messages that were named shows in their rows.
    return reread() + reloadReader()
  }

  private mutating func stepped(
    _ step: HistoryStep, _ outcome: UndoOutcome?, at now: Date
  ) -> [Effect] {
    let (name, done) = step == .undo ? ("undo", "Undid") : ("redo", "Redid")
    guard let outcome else {
      tell("Nothing to \(name).", at: now)
      return []
    }
    let left = outcome.changedSince.count
    let count = Self.messages(outcome.changedCount)
    var text = "\(done): \(outcome.verb.step) of \(count)."
    if left > 0, outcome.changedCount == 0 {
      let reason = left == 1 ? "it is" : "they are"
      text =
        "Cannot \(name) the \(outcome.verb.step) of \(Self.messages(left)): "
        + "\(reason) gone or changed since."
    } else if left > 0 {
      text += " Gone or changed since: \(Self.messages(left))."
    }
    tell(text, at: now)
    return reread() + reloadReader()
  }

  static func messages(_ count: Int) -> String {
    count == 1 ? "1 message" : "\(count) messages"
  }
}

extension Verb {
  /// What it has made of messages, behind their number.
  fileprivate var result: String {
    switch self {
    case .view, .open, .read: "marked read"
    case .unread: "marked unread"
    case .delete: "deleted"
    case .restore: "restored"
    case .pin: "pinned"
    case .unpin: "unpinned"
    case .snooze: "snoozed"
    case .unsnooze: "no longer snoozed"
    case .peek: "looked at"
    }
  }
}

extension LogEntry.Verb {
  /// The step as a noun, for what undo says.
  var step: String {
    switch self {
    case .read: "marking read"
    case .unread: "marking unread"
    case .deleted: "delete"
    case .restored: "restore"
    case .pinned: "pin"
    case .unpinned: "unpin"
    case .snoozed: "snooze"
    case .unsnoozed: "end of snooze"
    default: rawValue
    }
  }
}
