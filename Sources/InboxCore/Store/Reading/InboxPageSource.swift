import Foundation
import Synchronization

/// A source of a query's pages by keyset pagination; the rows accumulate.
///
/// The query is fixed: use a new source for another filter. A page has the rows after the last one
/// read, so that messages that arrive between two pages cause neither duplicates nor gaps.
///
/// ```swift
/// let source = InboxPageSource(inbox, query: .init(filter: .unread), pageSize: 20)
/// while source.hasNextPage { try source.nextPage() }
/// ```
///
/// A row has a message's id, categories, tags and attachments. `nextMessages()` returns the whole
/// messages of a page, with the full body, the actions and the custom value.
///
/// The pages read so far (state) are behind a lock (guard), because a list that is scrolled
/// quickly requests the next page from several tasks at once (reason): each call gets a page of
/// its own.
public final class InboxPageSource: Sendable {
  /// The filter and order.
  package let query: MessageQuery
  /// Maximum number of rows in a page.
  package let pageSize: Int
  private let inbox: Inbox
  private let state = Mutex(State())

  private struct State {
    var objects: [MessageRow] = []
    var hasNextPage = true

    /// Reads the next page and appends its rows.
    @discardableResult
    mutating func append(
      _ read: (_ last: MessageRow?) throws -> RowPage
    ) throws -> [MessageRow] {
      guard hasNextPage else { throw InboxError.noMorePages }
      let page = try read(objects.last)
      hasNextPage = page.hasLater
      objects += page.rows
      return page.rows
    }
  }

  /// Creates a source, without reading yet.
  ///
  /// - Parameters:
  ///   - inbox: The inbox.
  ///   - query: The filter and order; `.init(filter: .trash)` pages the trash.
  ///   - pageSize: Maximum number of rows in a page, clamped to 1–1 000 000 000.
  public init(_ inbox: Inbox, query: MessageQuery = .init(), pageSize: Int = 50) {
    self.inbox = inbox
    self.query = query
    self.pageSize = MessageWindow(limit: pageSize).effectiveLimit
  }

  /// The rows of all pages that were read.
  public var objects: [MessageRow] { state.withLock { $0.objects } }

  /// Whether rows follow the last page; true before the first.
  public var hasNextPage: Bool { state.withLock { $0.hasNextPage } }

  /// Reads the next page.
  ///
  /// A call during another one waits for it and gets the following page.
  ///
  /// - Returns: The rows of the page.
  /// - Throws: ``InboxError/noMorePages`` when there is none; after any other error the same page
  ///   can be requested again.
  @discardableResult
  public func nextPage() throws -> [MessageRow] {
    try state.withLock { state in
      try state.append { try inbox.page(of: query, after: $0, count: pageSize) }
    }
  }

  /// Reads the next page, without blocking.
  @discardableResult
  public func nextPage() async throws -> [MessageRow] {
    try await inbox.reading { try self.nextPage() }
  }

  /// Reads the next page as whole messages; their rows are added to ``objects`` too.
  ///
  /// - Returns: The messages of the page.
  /// - Throws: The errors of `nextPage()`.
  public func nextMessages() throws -> [Message] {
    try state.withLock { state in
      var messages: [Message] = []
      try state.append { last in
        let whole = try inbox.wholePage(of: query, after: last, count: pageSize)
        messages = whole.messages
        return whole.page
      }
      return messages
    }
  }

  /// Reads the next page as whole messages, without blocking.
  public func nextMessages() async throws -> [Message] {
    try await inbox.reading { try self.nextMessages() }
  }
}

extension Inbox {
  /// The rows after one that was read before, even if that message has moved.
  func page(
    of query: MessageQuery, after row: MessageRow?, count: Int
  ) throws -> RowPage {
    let now = now
    return try store.read { database in
      let criteria = FilterCriteria(query, at: now)
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
