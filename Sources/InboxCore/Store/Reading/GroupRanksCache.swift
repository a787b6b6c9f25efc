import GRDB
import Synchronization

/// The last ranking of groups on one connection: pages, seeks and searches of a list share it.
///
/// The ranking (state) is behind a lock (guard), as lists are read from several threads (reason).
final class GroupRanksCache: Sendable {
  private struct Entry {
    var key: Key
    /// The time of the ranking, in milliseconds since 1970.
    var now: Int64
    /// Nil for too many groups.
    var ranks: GroupRanks?
  }

  private struct Key: Equatable {
    /// Changes with the commits of other connections; comparable only within the connection.
    var dataVersion: Int?
    /// Number of rows that this connection has changed.
    var changesCount: Int
    var criteria: FilterCriteria
    var order: RowOrder
    var kind: MessageGrouping.Kind
    var kept: Set<MessageNumber>
  }

  private let last = Mutex<Entry?>(nil)

  /// The ranking of the groups of a query; nil for too many, and for groups that need none.
  func ranks(of scan: GroupScan) throws -> GroupRanks? {
    guard scan.kind == .source || scan.kind == .thread else { return nil }
    let now = scan.criteria.now
    let database = scan.database
    let key = Key(
      dataVersion: try database.value("PRAGMA data_version"),
      changesCount: database.totalChangesCount,
      criteria: scan.criteria.timeless ?? scan.criteria, order: scan.order, kind: scan.kind,
      kept: scan.kept)
    // Without a due transition, no row has changed since.
    let known = last.withLock { last in
      last.flatMap { entry in
        let isValid = entry.now == now || entry.now < now && !scan.hasUnsettled
        return entry.key == key && isValid ? entry : nil
      }
    }
    if let known { return known.ranks }
    let ranks = try GroupRanks(of: scan)
    last.withLock { $0 = Entry(key: key, now: now, ranks: ranks) }
    return ranks
  }
}

extension FilterCriteria {
  /// The criteria without their time; nil if rows match by the clock and not by transitions alone.
  fileprivate var timeless: FilterCriteria? {
    guard phases.isEmpty, scopePhases.isEmpty, excludedPhases.isEmpty, alertOnly.only != true else {
      return nil
    }
    var result = self
    result.now = 0
    for list in [\FilterCriteria.alternatives, \.collapsed, \.sought] {
      let inner = self[keyPath: list].compactMap(\.timeless)
      guard inner.count == self[keyPath: list].count else { return nil }
      result[keyPath: list] = inner
    }
    return result
  }
}
