import Foundation
import InboxCore

extension UIState {
  /// Takes in how an effect ended.
  mutating func finish(_ effect: Effect, _ result: EffectResult, at now: Date) -> [Effect] {
    release(effect)
    switch (effect, result) {
    case (_, .failed(let reason)): return fail(effect, reason, at: now)
    case (.load(let number), .loaded(let message)): return load(number, message, at: now)
    case (.arrivals(let question), .arrived(let arrivals)):
      return arrived(question, arrivals, at: now)
    case (.seek(let seek), .found(let number)): return found(number, by: seek, at: now)
    case (.locate(let number, let query), .located(let rank)): return locate(number, query, rank)
    case (.count(let filter), .counted(let number)): return counted(filter, number, at: now)
    case (_, .changed(let outcome)): return changed(effect, outcome, at: now)
    case (.undo, .undone(let outcome)): return stepped("undo", "Undid", outcome, at: now)
    case (.redo, .undone(let outcome)): return stepped("redo", "Redid", outcome, at: now)
    case (.takeLink, .link(let link?)): return go(to: link, at: now)
    case (.tap(let taps), .remaining(let left)): return run(left, of: taps, at: now)
    case (.launch(let launch), .done): return launched(launch)
    case (.launch(let launch), .noted(let text)): return launched(launch) + note(text, at: now)
    case (.fetch(_, let purpose), .fetched(let messages)):
      return use(messages, for: purpose, at: now)
    case (.answer(let number, let action), .answered(let outcome)):
      return answered(number, action, outcome, at: now)
    case (.copy(let text, _), .copied(let way)): return copied(text, by: way, at: now)
    case (_, .noted(let text)): return note(text, at: now)
    case (.program(let request), .inboxes(let inboxes)): return offer(inboxes, for: request)
    case (.program(.listThemes), .themes(let names)):
      themeNames = names
      return []
    case (.program(.openInbox(let name)), .done): return become(name)
    case (.read(let query, _), .postponed) where query == list.query:
      list.isWaiting = true
      return []
    case (.settle, _):
      isSettling = false
      return reread() + reloadReader()
    default: return []
    }
  }

  /// One effect less runs on its messages; the rows stay pending until the next snapshot.
  private mutating func release(_ effect: Effect) {
    guard case .perform(_, .numbers(let numbers)) = effect else { return }
    for place in lists.indices {
      for number in numbers { lists[place].pending[number]?.running -= 1 }
    }
  }

  private mutating func fail(_ effect: Effect, _ reason: String, at now: Date) -> [Effect] {
    if case .launch(let launch) = effect { abandon(launch) }
    for place in lists.indices { lists[place].dropSettledChanges() }
    tell(reason, isError: true, at: now)
    switch effect {
    case .seek(let seek): endSeek(seek)
    case .settle: return settleLater(at: now)
    case .program(let request) where request == awaited: awaited = nil
    case .load(let number) where reader?.number == number && reader?.message == nil:
      dropReader()
    case .locate(_, let query): updateLists(of: query) { $0.isLocating = false }
    case .count(let filter):
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
    _ name: String, _ done: String, _ outcome: UndoOutcome?, at now: Date
  ) -> [Effect] {
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
