import Foundation
import GRDB

/// Rows that stand for several messages.
package enum JoinedRows: Sendable, Hashable {
  /// Those of threads.
  case threads([SourceThread])
  /// Those of a group, in the query's order; some may be of one message.
  case group(MessageGroup)
}

extension Inbox {
  /// Reads the messages that rows stand for, in one transaction.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - query: The query of their list.
  ///   - body: Makes a member of the row of each message.
  /// - Returns: The members of each row, newest first; none for a thread without a match.
  /// - Throws: ``InboxError``.
  package func members<Member>(
    of rows: JoinedRows, in query: MessageQuery, as body: (MessageRow) -> Member
  ) throws -> [[Member]] {
    try read { database, now in
      switch rows {
      case .threads(let threads):
        return try threads.map { try database.members(of: $0, query.filter, at: now, body) }
      case .group(let group):
        let reader = try database.groupScan(of: query, at: now)?.reader(of: group)
        let rows = try reader?.rows(
          behind: nil, direction: .forward, count: MessageWindow.greatestLimit)
        return try (rows ?? []).map { row in
          guard let thread = row.sourceThread, row.threadSummary != nil else { return [body(row)] }
          return try database.members(of: thread, query.filter, at: now, body)
        }
      }
    }
  }
}

extension MessageQuery {
  /// The messages that the row of a thread stands for, newest first.
  package func members(of thread: SourceThread) -> MessageQuery {
    let source = MessageFilter([.init(.source(SourcePattern(exactly: thread.source).text))])
    let scope = MessageFilter([
      .init(.thread(thread.name)), .init(.pinned, isNegated: true), .init(.needed, isNegated: true),
    ])
    return MessageQuery(filter: filter.within(source).within(scope))
  }
}

extension Database {
  fileprivate func members<Member>(
    of thread: SourceThread, _ filter: MessageFilter, at now: Date, _ body: (MessageRow) -> Member
  ) throws -> [Member] {
    var members: [Member] = []
    let pages = try pages(of: MessageQuery(filter: filter).members(of: thread), at: now)
    while let page = try pages.next() { members += page.map(body) }
    return members
  }
}
