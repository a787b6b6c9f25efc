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
/// Several inboxes are one list by a source over all of them: ``MessageRow/inbox`` says whose a row is, as
/// numbers, changes and counts stay each inbox's own.
///
/// ```swift
/// let inboxes = [work, home]
/// let source = InboxPageSource(of: inboxes)
/// let row = try source.nextPage()[0]
/// try inboxes[row.inbox].markRead([row.number])
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
  private let inboxes: [Inbox]
  private let state = Mutex(State())

  private struct State {
    var objects: [MessageRow] = []
    var hasNextPage = true
    /// The last row of each inbox that was taken into a page.
    var last: [Int: MessageRow] = [:]
  }

  /// Creates a source, without reading yet.
  ///
  /// - Parameters:
  ///   - inbox: The inbox.
  ///   - query: The filter and order; `.init(filter: .trash)` pages the trash.
  ///   - pageSize: Maximum number of rows in a page, clamped to 1–1 000 000 000.
  public convenience init(_ inbox: Inbox, query: MessageQuery = .init(), pageSize: Int = 50) {
    self.init(of: [inbox], query: query, pageSize: pageSize)
  }

  /// Creates a source over several inboxes, without reading yet.
  ///
  /// - Parameters:
  ///   - inboxes: The inboxes; rows of equal rank are in their order.
  ///   - query: The filter and order, for each of them.
  ///   - pageSize: Maximum number of rows in a page, clamped to 1–1 000 000 000.
  public init(of inboxes: [Inbox], query: MessageQuery = .init(), pageSize: Int = 50) {
    self.inboxes = inboxes
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
    try append { inbox, last in
      try inbox.page(of: query, after: last, count: pageSize)
    }
  }

  /// Reads the next page, without blocking.
  @discardableResult
  public func nextPage() async throws -> [MessageRow] {
    try await reading { try self.nextPage() }
  }

  /// Reads the next page as whole messages; their rows are added to ``objects`` too.
  ///
  /// - Returns: The messages of the page, in the order of its rows.
  /// - Throws: The errors of `nextPage()`.
  public func nextMessages() throws -> [Message] {
    var messages: [[MessageNumber: Message]] = []
    return try append { inbox, last in
      let whole = try inbox.wholePage(of: query, after: last, count: pageSize)
      messages.append(Dictionary(whole.messages.map { ($0.number, $0) }) { first, _ in first })
      return whole.page
    }.compactMap { messages[$0.inbox][$0.number] }
  }

  /// Reads the next page as whole messages, without blocking.
  public func nextMessages() async throws -> [Message] {
    try await reading { try self.nextMessages() }
  }

  private func reading<Value: Sendable>(
    _ read: @Sendable @escaping () throws -> Value
  ) async throws -> Value {
    try await inboxes.first?.reading(read) ?? read()
  }

  /// Reads a page of each inbox, and appends the first rows of all of them.
  private func append(
    _ read: (_ inbox: Inbox, _ last: MessageRow?) throws -> RowPage
  ) throws -> [MessageRow] {
    try state.withLock { state in
      guard state.hasNextPage else { throw InboxError.noMorePages }
      let order = RowOrder(query.order, of: FilterCriteria(query, at: .now))
      var (ranked, hasLater): ([(key: RowKey, row: MessageRow)], Bool) = ([], false)
      for (index, inbox) in inboxes.enumerated() {
        let page = try read(inbox, state.last[index])
        hasLater = hasLater || page.hasLater
        ranked += page.rows.map { row in
          var row = row
          row.inbox = index
          // Numbers of different inboxes say nothing of each other.
          return (RowKey(parts: order.key(of: row).parts.dropLast() + [Int64(index)]), row)
        }
      }
      if inboxes.count > 1 {
        ranked = ranked.enumerated().sorted {
          ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
        }.map(\.element)
      }
      let rows = ranked.prefix(pageSize).map(\.row)
      for row in rows { state.last[row.inbox] = row }
      state.hasNextPage = hasLater || rows.count < ranked.count
      state.objects += rows
      return rows
    }
  }
}

extension Inbox {
  /// The rows after one that was read before, even if that message has moved.
  func page(of query: MessageQuery, after row: MessageRow?, count: Int) throws -> RowPage {
    try read { database, now in
      let criteria = FilterCriteria(query, at: now)
      let reader = try database.rowReader(
        criteria, RowOrder(query.order, of: criteria), window: MessageWindow(limit: count)
      ).reader
      return try reader.page(behind: row, count)
    }
  }
}
