public import Foundation

/// Reads a query page by page; what it has read accumulates.
///
/// The query cannot change: a changed filter is a new source. Each page is what follows the
/// last message then, so what arrives in between is neither repeated nor left out below.
public struct InboxPageSource: Sendable {
  /// Which messages, in what order.
  public let query: MessageQuery
  /// Most rows of a page.
  public let pageSize: Int
  /// The rows of all pages that were read.
  public private(set) var objects: [MessageRow] = []
  /// Whether there was more behind the last page; true before the first.
  public private(set) var hasNextPage = true
  private let inbox: Inbox

  /// Makes a source that has read nothing yet.
  public init(_ inbox: Inbox, query: MessageQuery = .init(), pageSize: Int = 50) {
    self.inbox = inbox
    self.query = query
    self.pageSize = max(1, pageSize)
  }

  /// Reads the next page.
  ///
  /// - Parameter now: The moment that decides what is in the list.
  /// - Returns: The rows of the page.
  /// - Throws: ``InboxError/noMorePages`` when there is none.
  @discardableResult
  public mutating func nextPage(at now: Date) throws -> [MessageRow] {
    guard hasNextPage else { throw InboxError.noMorePages }
    let page = try inbox.store.page(of: query, after: objects.last, count: pageSize, at: now)
    hasNextPage = page.hasLater
    objects += page.rows
    return page.rows
  }
}

extension InboxStore {
  /// The rows behind one that was read before, wherever that message is now.
  fileprivate func page(
    of query: MessageQuery, after row: MessageRow?, count: Int, at now: Date
  ) throws -> RowReader.Stretch {
    try read { database in
      let criteria = FilterCriteria(query.filter, at: now)
      let hasDue = try Self.hasDue(at: criteria.now, in: database)
      let order = RowOrder(query.order, of: criteria)
      let reader = try Self.rowReader(
        criteria, order, window: MessageWindow(limit: count), hasDue: hasDue,
        counts: try Self.counts(at: criteria.now, hasDue: hasDue, in: database), in: database)
      let bound = row.map { RowStream.Bound(key: order.key(of: $0), isInclusive: false) }
      let rows = try reader.rows(behind: bound, direction: .forward, count: count + 1)
      return .init(rows: Array(rows.prefix(count)), hasLater: rows.count > count)
    }
  }
}
