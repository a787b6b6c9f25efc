import Foundation
import InboxCore
import InboxUI

/// Lists and opens the inboxes of a shelf beside the loop, and lets go of those that were left.
final class InboxSwitcher {
  /// What the loop hears of it.
  enum Answer: Sendable {
    /// An inbox is open, and nobody looks at it yet.
    case opened(name: String, Inbox)
    /// Anything else.
    case told(Event)
  }

  let shelf: InboxCatalog
  private let answers: ResultQueue<Answer>
  private let opening = Worker()
  private let leaving = Worker()
  private let describe: @Sendable (any Error) -> String

  init(shelf: InboxCatalog, describe: @escaping @Sendable (any Error) -> String) throws {
    self.shelf = shelf
    self.describe = describe
    answers = try ResultQueue()
  }

  /// Becomes readable when ``takeAnswers()`` has something.
  var descriptor: Int32 { answers.descriptor }

  /// What has been done since the last time.
  func takeAnswers() -> [Answer] {
    answers.take()
  }

  /// Finds out which inboxes there are.
  func list(counting: Bool, at now: Date) {
    opening.add { [shelf, answers] in
      let inboxes = shelf.summaries(counting: counting, at: now)
      let effect = Effect.pane(.listInboxes(counting: counting))
      answers.add(.told(.answered(effect, .inboxes(inboxes))))
    }
  }

  /// Opens an inbox, and brings an older one up to date.
  func open(_ name: String) {
    opening.add { [shelf, answers, describe] in
      do {
        answers.add(.opened(name: name, try shelf.open(name)))
      } catch {
        let effect = Effect.pane(.openInbox(name))
        answers.add(.told(.answered(effect, .failed(describe(error)))))
      }
    }
  }

  /// Ends what still runs on an inbox that was left.
  func leave(_ ending: @escaping @Sendable () -> Void) {
    leaving.add(ending)
  }

  /// Waits until nothing runs any more; closes what was opened and not taken.
  func finish() {
    opening.finish()
    leaving.finish()
    for case .opened(_, let inbox) in takeAnswers() { inbox.closeUnlessInMemory() }
  }
}
