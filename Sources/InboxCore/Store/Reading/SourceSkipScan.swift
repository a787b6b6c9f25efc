import Foundation
import GRDB

/// A skip scan of `message_by_source` for the distinct sources and priorities.
struct SourceSkipScan {
  /// The name groups that a source must all satisfy.
  var groups: [FilterCriteria.NameGroup]
  /// The accepted priorities; nil means any.
  var priorities: Set<Priority>?
  /// The place of the messages.
  var place: Place

  /// Maximum number of ranges that are merged without estimating the density of matches.
  static let unprobedCount = 16

  /// A source with one of its priorities; sources are compared byte by byte.
  struct Sender: Hashable {
    var source: String
    var priority: Priority

    static func == (left: Sender, right: Sender) -> Bool {
      left.priority == right.priority && left.source.utf8.elementsEqual(right.source.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(priority)
      for byte in source.utf8 { hasher.combine(byte) }
    }
  }

  /// Sources with priorities; nil for more than ``RangeScan/maximumCount``.
  func run(in database: Database) throws -> [Sender]? {
    var found: [Sender] = []
    var known: Set<Sender> = []
    for range in ranges {
      let step = try sendersAndPriorities(range, in: database)
      guard step.count <= RangeScan.maximumCount else { return nil }
      found += step.filter { isWanted($0.source, $0.priority) && known.insert($0).inserted }
    }
    return found.count <= RangeScan.maximumCount ? found : nil
  }

  private func sendersAndPriorities(
    _ range: (from: String, to: DatabaseValue), in database: Database
  ) throws -> [Sender] {
    let statement = try database.cachedStatement(sql: Self.skipScan)
    let rows = try Row.fetchCursor(
      statement, arguments: [place.rawValue, range.from, range.to, RangeScan.maximumCount + 1])
    var found: [Sender] = []
    while let row = try rows.next() {
      found.append(
        try Sender(source: row.value(0), priority: Priority(rawValue: row.value(1)) ?? .default))
    }
    return found
  }

  private func isWanted(_ source: String, _ priority: Priority) -> Bool {
    priorities?.contains(priority) ?? true && groups.allSatisfy { $0.fits(source) }
  }

  /// Each step seeks the entry after the last source and priority in the index.
  private static let skipScan = """
    WITH RECURSIVE found (source, priority) AS (
      SELECT source, priority FROM (
        SELECT source, priority FROM message INDEXED BY message_by_source
        WHERE place = ?1 AND pinned = 0 AND source >= ?2 AND source < ?3
        ORDER BY source, priority LIMIT 1)
      UNION ALL
      SELECT m.source, m.priority FROM found CROSS JOIN message AS m ON m.number = ifnull(
        (SELECT number FROM message AS next INDEXED BY message_by_source
          WHERE next.place = ?1 AND next.pinned = 0 AND next.source = found.source
            AND next.priority > found.priority ORDER BY next.priority LIMIT 1),
        (SELECT number FROM message AS next INDEXED BY message_by_source
          WHERE next.place = ?1 AND next.pinned = 0 AND next.source > found.source
            AND next.source < ?3 ORDER BY next.source, next.priority LIMIT 1))
      LIMIT ?4)
    SELECT source, priority FROM found
    """

  /// The index ranges of accepted sources; they may overlap.
  private var ranges: [(from: String, to: DatabaseValue)] {
    guard let group = groups.first(where: { !$0.isNegated }) else {
      // Every text sorts before every blob.
      return [("", Data().databaseValue)]
    }
    return group.names.flatMap { SourcePattern($0).ranges }.map { ($0.from, $0.to.databaseValue) }
  }
}

extension FilterCriteria.NameGroup {
  /// Whether a source is one of the names, or none of them when negated.
  func fits(_ source: String) -> Bool {
    names.contains { SourcePattern($0).matches(source) } != isNegated
  }
}
