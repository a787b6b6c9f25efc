import Foundation
import InboxCore

extension UIState {
  /// Tells how far an effect on very many messages has come; of others it shows nothing.
  ///
  /// It runs beside the loop, so that keys are answered meanwhile, and cannot be broken off: what
  /// it did is one step, which undo takes back.
  mutating func showProgress(of effect: Effect, _ progress: BulkProgress, at now: Date) {
    guard progress.total >= BulkProgress.step, let doing = effect.doing else { return }
    let percent = progress.done * 100 / progress.total
    tell("\(doing.start) \(progress.total) messages\(doing.end) … \(percent) %", at: now)
  }
}

extension Effect {
  /// What is being done, in words before and behind the number of messages.
  fileprivate var doing: (start: String, end: String)? {
    switch self {
    case .perform(let verb, _): verb.doing
    case .purge: ("Removing", "")
    case .step(.undo): ("Undo: changing", "")
    case .step(.redo): ("Redo: changing", "")
    default: nil
    }
  }
}

extension Verb {
  fileprivate var doing: (start: String, end: String) {
    switch self {
    case .view, .peek, .open, .read: ("Marking", " read")
    case .unread: ("Marking", " unread")
    case .delete: ("Deleting", "")
    case .restore: ("Restoring", "")
    case .pin: ("Pinning", "")
    case .unpin: ("Unpinning", "")
    case .snooze: ("Snoozing", "")
    case .unsnooze: ("Waking", "")
    }
  }
}
