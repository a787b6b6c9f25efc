import Foundation
package import InboxCore
import InboxUI

/// The inboxes between which the user can switch in a pane.
///
/// Both members are called in the background and may be slow.
///
/// ```swift
/// let catalog = InboxCatalog(
///   names: { ["private", "work"] },
///   open: { name in try Inbox.open(folder: folders + "/" + name) })
/// ```
package struct InboxCatalog: Sendable {
  /// Names of the inboxes, in display order.
  package var names: @Sendable () -> [String]
  /// Opens the inbox of a name, which the user may have typed.
  ///
  /// An error is reported, and the current inbox stays. The pane closes an inbox that it has
  /// opened from a file; one in memory stays the host's.
  package var open: @Sendable (String) throws -> Inbox
  /// The folder that contains the inboxes, watched for new ones; nil for none.
  package var folder: String?

  /// Creates a catalog.
  package init(
    names: @escaping @Sendable () -> [String], open: @escaping @Sendable (String) throws -> Inbox,
    folder: String? = nil
  ) {
    self.names = names
    self.open = open
    self.folder = folder
  }

  /// Summarizes the inboxes; one that cannot be read does not hide the others.
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
  /// Closes an inbox that a catalog has opened; errors are ignored.
  func closeUnlessInMemory() {
    if path != nil { try? close() }
  }
}

/// A worker that lists, opens and closes the inboxes of a catalog in the background.
final class InboxSwitcher {
  /// A response to the pane.
  enum Answer: Sendable {
    /// The requested inbox, not shown yet.
    case opened(OpenInbox, Inbox)
    /// An event for the screen.
    case event(Event)
  }

  let catalog: InboxCatalog
  /// The responses since they were last taken.
  let results: ResultQueue<Answer>
  private let opening = Worker()
  /// Finishes the work on inboxes that are no longer shown.
  let leaving = Worker()
  private var others: OtherInboxes?
  /// Whether other inboxes are watched, as they are after the first paint.
  private(set) var hasWatchedOthers = false
  private let describe: @Sendable (any Error) -> String

  init(catalog: InboxCatalog, describe: @escaping @Sendable (any Error) -> String) throws {
    self.catalog = catalog
    self.describe = describe
    results = try ResultQueue()
  }

  /// Lists the inboxes.
  func list(_ request: ListInboxes, at now: Date) {
    opening.add { [catalog, results] in
      let inboxes = catalog.summaries(counting: request.isCounting, at: now)
      results.add(.event(.answered(request, inboxes)))
    }
  }

  /// Opens an inbox and migrates an older one.
  func open(_ request: OpenInbox) {
    opening.add { [catalog, results, describe] in
      do {
        results.add(.opened(request, try catalog.open(request.name)))
      } catch {
        results.add(.event(.failed(request, describe(error))))
      }
    }
  }

  /// Watches the inboxes that are not shown.
  func watchOthers(than shown: String) {
    hasWatchedOthers = true
    if let others { leaving.add { others.finish() } }
    let results = results
    others = try? OtherInboxes(of: catalog, except: shown) { results.add(.event($0)) }
  }

  /// Waits for all work; closes inboxes that were opened but never taken.
  func finish() {
    opening.finish()
    others?.finish()
    leaving.finish()
    for case .opened(_, let inbox) in results.take() { inbox.closeUnlessInMemory() }
  }
}
