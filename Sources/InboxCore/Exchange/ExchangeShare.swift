import GRDB
import InboxText

/// Which sources an inbox shares with other machines.
package struct ExchangeShare: Sendable, Hashable {
  /// Whether a source is shared, with those below it; sources without a name here are.
  package var sources: [String: Bool]

  /// Creates a choice; without names everything is shared.
  package init(_ sources: [String: Bool] = [:]) {
    self.sources = sources
  }

  /// Whether messages of a source are shared; the longest path decides.
  package func includes(_ source: String) -> Bool {
    guard !sources.isEmpty else { return true }
    return ([source] + source.parentPaths.reversed()).compactMap { sources[$0] }.first ?? true
  }
}

extension ExchangeShare {
  /// The choice as a JSON object.
  var json: String { JSONValue.object(sources.mapValues(JSONValue.bool)).json }

  /// Parses the format of ``json``; everything is shared for anything else.
  init(json: String?) {
    let fields = RecordColumn.fields(json)
    self.init(
      fields.compactMapValues { if case .bool(let isShared) = $0 { isShared } else { nil } })
  }
}

extension ExchangeInbox {
  /// The number of messages of each source.
  ///
  /// The index of the unique source and id has the sources in order, so that SQLite reads no
  /// messages and sorts nothing.
  static let countsBySource = "SELECT source, count(*) FROM message GROUP BY source"

  /// The number of stored messages of sources that are shared.
  ///
  /// - Parameter share: The choice of sources.
  /// - Returns: The number, with messages of the trash and hidden ones.
  /// - Throws: ``InboxError``.
  package func messageCount(sharing share: ExchangeShare) throws -> Int {
    try inbox.store.read { database in
      let rows = try database.rows(Self.countsBySource)
      var sum = 0
      while let row = try rows.next() {
        let (source, count): (String, Int) = (try row.value(0), try row.value(1))
        if share.includes(source) { sum += count }
      }
      return sum
    }
  }
}
