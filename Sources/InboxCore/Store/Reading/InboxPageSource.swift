import Foundation
import Synchronization

/// Reads a query page by page, by keyset; the rows accumulate.
///
/// The query cannot change: a changed filter is a new source. A page holds the rows behind the
/// last one read, so messages that arrive between two pages repeat and hide none.
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
      let page = try inbox.page(of: query, after: state.objects.last, count: pageSize)
      state.hasNextPage = page.hasLater
      state.objects += page.rows
      return page.rows
    }
  }
}

extension Inbox {
  /// The rows behind one that was read before, wherever that message is now.
  fileprivate func page(
    of query: MessageQuery, after row: MessageRow?, count: Int
  ) throws -> RowReader.Page {
    let now = now
    return try store.read { database in
      let criteria = FilterCriteria(query.filter, at: now)
      let order = RowOrder(query.order, of: criteria)
      let reader = try database.rowReader(
        criteria, order, window: MessageWindow(limit: count)
      ).reader
      let bound = row.map { RowStream.Bound(key: order.key(of: $0), isInclusive: false) }
      let rows = try reader.rows(behind: bound, direction: .forward, count: count + 1)
      return .init(rows: Array(rows.prefix(count)), hasLater: rows.count > count)
    }
  }
}
