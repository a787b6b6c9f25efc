import Foundation
import InboxCore

extension UIState {
  /// Takes the answer to the question; every key that does not mean yes means no.
  mutating func answer(_ key: Key, at now: Date) -> [Effect] {
    guard let confirmation else { return [] }
    self.confirmation = nil
    guard keymap.command(for: key, in: .confirm) == .yes else { return [] }
    let effects = effects(of: confirmation)
    for effect in effects {
      showProgress(of: effect, .init(done: 0, total: confirmation.count), at: now)
    }
    return effects
  }

  private mutating func effects(of confirmation: ConfirmState) -> [Effect] {
    switch confirmation.action {
    case .markAllRead:
      keepAllShown()
      return [.perform(.read, confirmation.selection)]
    case .deleteAll: return [.perform(.delete, confirmation.selection)]
    case .purge:
      list.marked = [:]
      return [.purge(confirmation.selection)]
    case .open(let taps): return open(taps)
    case .launch(let taps): return launch(TapLinks(of: taps))
    }
  }

  /// What was just marked read stays in view, as far as it is at hand.
  private mutating func keepAllShown() {
    guard list.query.filter.hidesRead else { return }
    list.kept.formUnion(list.snapshot.rows.map(\.number))
  }

  /// The count of what is to be confirmed has come: ask, or say that there is nothing to ask about.
  mutating func count(_ filter: MessageFilter, _ count: Int) -> Bool {
    guard var counted = uncountedConfirmation, case .matching(let asked, _) = counted.selection,
      asked == filter
    else { return false }
    uncountedConfirmation = nil
    counted.count = count
    if count > 0 { confirmation = counted }
    return true
  }
}

extension ConfirmState {
  /// What the person is asked.
  var sentence: String {
    let messages = UIState.messages(count)
    return switch action {
    case .markAllRead: "Mark \(messages) read?"
    case .deleteAll: "Delete \(messages)?"
    case .purge: "Remove \(messages) for good? This cannot be undone."
    case .open: "Open \(messages)?"
    case .launch(let taps): TapLinks(of: taps).sentence
    }
  }
}
