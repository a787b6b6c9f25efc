import Foundation
import InboxCore

/// What the reader says below a question: the key that answers, or that it is too late.
struct AnswerHint: Sendable, Hashable {
  /// Whether nobody waits, whatever the time.
  let isOver: Bool
  /// When the question's time is up.
  let expiresAt: Date?

  init(of message: Message) {
    isOver = message.status == .deleted
    expiresAt = message.expiresAt
  }

  /// The words of the line, by the keys that the person has.
  func text(at now: Date, _ keymap: Keymap) -> String {
    if isOver || expiresAt.map({ $0 <= now }) ?? false { return "Not answered." }
    let key = keymap.names(of: .actions, in: .reader).first
    return "\(key ?? ":\(Command.actions.rawValue)") answers"
  }
}
