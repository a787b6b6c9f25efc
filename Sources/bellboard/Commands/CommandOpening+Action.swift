import Foundation
import InboxCore
import InboxUI

extension CommandOpening {
  /// Chooses an action of each message; returns the taps of those that had it.
  ///
  /// - Throws: `InboxError`; those before it are chosen.
  mutating func choose(
    _ name: String, of messages: [Message], in inbox: Inbox, at now: Date
  ) throws -> [Tap] {
    try messages.compactMap { message in
      let number = message.number
      switch try inbox.answer(number, action: name, at: now) {
      case .answered(let action):
        let behavior = action.url.map(TapBehavior.url) ?? .app
        return Tap(number: number, behavior: behavior, action: action)
      case .alreadyAnswered(let label):
        problems.append("\(number) was answered before: \(label.printable())")
      case .noSuchAction(let labels):
        let shown = labels.map { $0.printable() }.joined(separator: ", ")
        let offered = shown.isEmpty ? "none" : shown
        problems.append("\(number) has no action '\(name.printable())'; it offers \(offered)")
      case .gone: problems.append("nobody waits for an answer to \(number) any more")
      case .unknownMessage: problems.append(ErrorText.unknown(reference: "\(number)"))
      }
      return nil
    }
  }
}
