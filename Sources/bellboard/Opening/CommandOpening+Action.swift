import Foundation
import InboxCore
import InboxUI

extension CommandOpening {
  /// Chooses an action of each message; returns the taps of those that had it.
  ///
  /// What goes wrong with one is a problem of that one: the others are chosen for good, so their
  /// links have to be opened.
  mutating func choose(
    _ name: String, of numbers: [MessageNumber], in inbox: Inbox
  ) -> [Tap] {
    numbers.compactMap { number in
      do {
        let outcome = try inbox.answer(number, action: name)
        if case .answered(let action) = outcome {
          let behavior = action.url.map(TapBehavior.url) ?? .app
          return Tap(number: number, behavior: behavior, action: action)
        }
        problems += [ErrorText.complaint(of: outcome, to: name, about: number)].compactMap(\.self)
      } catch {
        problems.append("\(number): \(ErrorText.text(forAny: error))")
      }
      return nil
    }
  }
}
