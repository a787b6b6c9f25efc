import Foundation
public import InboxCore
import InboxUI

/// The inboxes between which a person can switch in a pane.
///
/// Both members are called beside the loop, and may take their time.
///
/// ```swift
/// let shelf = InboxCatalog(
///   names: { ["private", "work"] },
///   open: { name in try Inbox.open(folder: folders + "/" + name) })
/// ```
public struct InboxCatalog: Sendable {
  /// Names of the inboxes that there are, in the order in which they are shown.
  public var names: @Sendable () -> [String]
  /// Opens the inbox of a name, which may also be one that a person has typed.
  ///
  /// What it throws is reported, and the inbox before stays. The pane closes what it opened from a
  /// file; an inbox in memory stays the host's.
  public var open: @Sendable (String) throws -> Inbox

  /// Makes a shelf.
  public init(
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
  /// Closes what a shelf has opened; nobody is left to tell of a failure.
  func closeUnlessInMemory() {
    if path != nil { try? close() }
  }
}
