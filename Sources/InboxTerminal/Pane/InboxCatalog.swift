import Foundation
package import InboxCore
import InboxUI

/// The inboxes between which a person can switch in a pane.
///
/// Both members are called beside the loop, and may take their time.
///
/// ```swift
/// let catalog = InboxCatalog(
///   names: { ["private", "work"] },
///   open: { name in try Inbox.open(folder: folders + "/" + name) })
/// ```
package struct InboxCatalog: Sendable {
  /// Names of the inboxes, in the order in which they are shown.
  package var names: @Sendable () -> [String]
  /// Opens the inbox of a name, which may be one that a person has typed.
  ///
  /// An error is reported, and the present inbox stays. The pane closes an inbox that it has opened
  /// from a file; one in memory stays the host's.
  package var open: @Sendable (String) throws -> Inbox

  /// Makes a catalog.
  package init(
    names: @escaping @Sendable () -> [String], open: @escaping @Sendable (String) throws -> Inbox
  ) {
    self.names = names
    self.open = open
  }

  /// Lists the inboxes; one that cannot be read does not hide the others.
  func summaries(counting: Bool, at now: Date) -> [InboxSummary] {
    names().map { name in
      InboxSummary(name: name, counts: counting ? try? counts(of: name, at: now) : nil)
    }
  }

  private func counts(of name: String, at now: Date) throws -> InboxCounts {
    let inbox = try open(name)
    defer { inbox.closeUnlessInMemory() }
    return try inbox.at(now).counts()
  }
}

extension Inbox {
  /// Closes an inbox that a catalog has opened; a failure is not reported.
  func closeUnlessInMemory() {
    if path != nil { try? close() }
  }
}

/// Lists, opens and closes the inboxes of a catalog beside the loop.
final class InboxSwitcher {
  /// A result for the loop.
  enum Answer: Sendable {
    /// An inbox is open, and not shown yet.
    case opened(name: String, Inbox)
    /// An event for the screen.
    case event(Event)
  }

  let catalog: InboxCatalog
  private let answers: ResultQueue<Answer>
  private let opening = Worker()
  private let leaving = Worker()
  private let describe: @Sendable (any Error) -> String

  init(catalog: InboxCatalog, describe: @escaping @Sendable (any Error) -> String) throws {
    self.catalog = catalog
    self.describe = describe
    answers = try ResultQueue()
  }

  /// Becomes readable when ``takeAnswers()`` has something.
  var descriptor: Int32 { answers.descriptor }

  /// The results since the last call.
  func takeAnswers() -> [Answer] {
    answers.take()
  }

  /// Lists the inboxes.
  func list(counting: Bool, at now: Date) {
    opening.add { [catalog, answers] in
      let inboxes = catalog.summaries(counting: counting, at: now)
      let effect = Effect.pane(.listInboxes(counting: counting))
      answers.add(.event(.answered(effect, .inboxes(inboxes))))
    }
  }

  /// Opens an inbox, and brings an older one up to date.
  func open(_ name: String) {
    opening.add { [catalog, answers, describe] in
      do {
        answers.add(.opened(name: name, try catalog.open(name)))
      } catch {
        let effect = Effect.pane(.openInbox(name))
        answers.add(.event(.answered(effect, .failed(describe(error)))))
      }
    }
  }

  /// Ends the work on an inbox that is not shown any more.
  func leave(_ ending: @escaping @Sendable () -> Void) {
    leaving.add(ending)
  }

  /// Waits until nothing runs any more; closes inboxes that were opened and not taken.
  func finish() {
    opening.finish()
    leaving.finish()
    for case .opened(_, let inbox) in takeAnswers() { inbox.closeUnlessInMemory() }
  }
}
