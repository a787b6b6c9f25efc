import Foundation
import InboxCore

extension UIState {
  /// Takes the answer to the question; every key that does not mean yes means no.
  mutating func answer(_ key: Key, at now: Date) -> [Effect] {
    guard let confirmation else { return [] }
    self.confirmation = nil
    guard keymap.command(for: key, in: .confirm) == .typing(.yes) else { return [] }
    let effects = effects(of: confirmation)
    for effect in effects {
      showProgress(of: effect, .init(done: 0, total: confirmation.count), at: now)
    }
    return effects
  }

  private mutating func effects(of confirmation: ConfirmState) -> [Effect] {
    switch confirmation.action {
    case .markAllRead:
      list.keep(list.snapshot.rows.map(\.number))
      return [.perform(.read, confirmation.selection)]
    case .deleteAll: return [.perform(.delete, confirmation.selection)]
    case .purge:
      list.marks.clear()
      return [.purge(confirmation.selection)]
    case .open(let taps): return open(taps)
    case .launch(let taps): return launch(TapLinks(of: taps))
    }
  }

  /// Asks the pending question once its messages are counted; false when the count is of others.
  mutating func confirm(_ filter: MessageFilter, _ count: Int) -> Bool {
    guard var counted = pendingConfirmation, case .matching(let asked, _) = counted.selection,
      asked == filter
    else { return false }
    pendingConfirmation = nil
    counted.count = count
    if count > 0 { confirmation = counted }
    return true
  }
}

extension ConfirmState {
  /// What the person is asked.
  var sentence: String {
    let messages = MessageCount.text(count)
    return switch action {
    case .markAllRead: "Mark \(messages) read?"
    case .deleteAll: "Delete \(messages)?"
    case .purge: "Remove \(messages) for good? This cannot be undone."
    case .open: "Open \(messages)?"
    case .launch(let taps): TapLinks(of: taps).sentence
    }
  }
}
