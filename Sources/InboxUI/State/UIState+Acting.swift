import Foundation
import InboxCore

extension UIState {
  /// Changes messages as a command says; nil when the command changes none.
  mutating func act(_ command: Command, at now: Date) -> [Effect]? {
    switch command {
    case .toggleRead: return toggleRead(at: now)
    case .togglePin: return togglePin(at: now)
    case .delete: return change(targets.filter { $0.status != .deleted }, by: .delete, at: now)
    case .restore: return change(targets.filter { $0.status == .deleted }, by: .restore, at: now)
    case .open: return open(at: now)
    case .actions: return currentNumber.map { [.fetch([$0], .actions)] } ?? []
    case .copy: return targetNumbers.isEmpty ? [] : [.fetch(targetNumbers, .copyText)]
    case .copyLink: return targetNumbers.isEmpty ? [] : [.fetch(targetNumbers, .copyLink)]
    case .pipe: return askForCommand()
    case .snooze: return askForSnooze(at: now)
    case .markAllRead: return askAboutAll(.markAllRead, list.query.filter.unreadOnly, at: now)
    case .deleteAll: return askAboutAll(.deleteAll, list.query.filter, at: now)
    case .purge: return askToPurge()
    case .purgeAll: return askAboutAll(.purge, list.query.filter, at: now)
    default: return nil
    }
  }

  /// The messages that an action applies to: the marked ones, else the one under the cursor.
  var targets: [ActionTarget] {
    guard screen != .reader, !list.marked.isEmpty else {
      return currentRow.map { [list.target($0)] } ?? []
    }
    return list.markedTargets
  }

  /// Their numbers; the message in the reader counts also before it was read from the store.
  var targetNumbers: [MessageNumber] {
    guard screen != .reader, !list.marked.isEmpty else {
      return currentNumber.map { [$0] } ?? []
    }
    return list.marked.keys.sorted()
  }

  /// The message in the reader, else the one under the cursor, whatever is marked.
  private var currentNumber: MessageNumber? {
    screen == .reader ? reader?.number : list.selected
  }

  private mutating func toggleRead(at now: Date) -> [Effect] {
    let targets = targets
    let verb: Verb = targets.contains { $0.status == .unread } ? .read : .unread
    let aimed: Status = verb == .read ? .read : .unread
    return change(targets.filter { ![aimed, .deleted].contains($0.status) }, by: verb, at: now)
  }

  private mutating func togglePin(at now: Date) -> [Effect] {
    let targets = targets
    return change(targets, by: targets.contains { !$0.isPinned } ? .pin : .unpin, at: now)
  }

  private mutating func change(
    _ targets: [ActionTarget], by verb: Verb, at now: Date
  ) -> [Effect] {
    change(targets.map(\.number), by: verb, at: now)
  }
}

extension UIState {
  private mutating func askToPurge() -> [Effect] {
    let numbers = targetNumbers
    guard !numbers.isEmpty else { return [] }
    confirmation = ConfirmState(
      action: .purge, selection: .numbers(numbers), count: numbers.count)
    return []
  }

  /// Finds out how many a bulk command would touch; the question comes with the count.
  private mutating func askAboutAll(
    _ action: ConfirmState.Action, _ filter: MessageFilter?, at now: Date
  ) -> [Effect] {
    guard let filter else {
      tell("Nothing to do: no unread message is shown.", at: now)
      return []
    }
    uncountedConfirmation = ConfirmState(
      action: action, selection: .matching(filter, upTo: list.snapshot.newestNumber), count: 0)
    return [.find(.count(filter))]
  }
}
