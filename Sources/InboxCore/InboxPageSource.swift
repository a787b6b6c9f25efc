import Foundation
import Synchronization

/// Reads a query page by page; what it has read accumulates.
///
/// The query cannot change: a changed filter is a new source. Each page is what follows the
/// last message then, so what arrives in between is neither repeated nor left out below.
///
/// ```swift
/// let source = InboxPageSource(inbox, query: .init(filter: .unread), pageSize: 20)
/// while source.hasNextPage { try source.nextPage() }
/// ```
///
/// The pages read so far (state) are behind a lock (guard), because a list that is scrolled
/// quickly asks for the next page from several tasks at once (reason): each call gets a page of
/// its own.
public final class InboxPageSource: Sendable {
  /// Which messages, in what order.
  public let query: MessageQuery
  /// Most rows of a page.
  public let pageSize: Int
  private let inbox: Inbox
  private let state = Mutex(State())

  private struct State {
    var objects: [MessageRow] = []
    var hasNextPage = true
  }

  /// Makes a source that has read nothing yet.
  ///
  /// - Parameters:
  ///   - inbox: Where the messages are.
  ///   - query: Which messages, in what order; `.init(filter: .trash)` pages the trash.
  ///   - pageSize: Most rows of a page, from 1 to ``MessageWindow/greatestLimit``; what lies
  ///     beyond counts as the nearest.
  public init(_ inbox: Inbox, query: MessageQuery = .init(), pageSize: Int = 50) {
    self.inbox = inbox
    self.query = query
    self.pageSize = MessageWindow(limit: pageSize).effectiveLimit
  }

  /// The rows of all pages that were read.
  public var objects: [MessageRow] { state.withLock { $0.objects } }

  /// Whether there was more behind the last page; true before the first.
  public var hasNextPage: Bool { state.withLock { $0.hasNextPage } }

  /// Reads the next page.
  ///
  /// A call during another one waits for it and gets the page behind that one.
  ///
  /// - Returns: The rows of the page.
  /// - Throws: ``InboxError/noMorePages`` when there is none; after any other error the same
  ///   page can be asked for again.
  @discardableResult
  public func nextPage() throws -> [MessageRow] {
    try state.withLock { state in
      guard state.hasNextPage else { throw InboxError.noMorePages }
      let page = try inbox.store.page(
        of: query, after: state.objects.last, count: pageSize, at: inbox.now)
      state.hasNextPage = page.hasLater
      state.objects += page.rows
      return page.rows
    }
  }
}
