import GRDB

/// A table whose rows are known by their columns alone, wherever in a file they lie.
struct RescuedTable {
  private struct Column {
    var name: String
    var isText: Bool
    var isRequired: Bool
  }

  /// Name of the table.
  let name: String
  /// Whether its rows have numbers of their own, so that they lie in a tree of tables.
  let hasRowID: Bool
  private let columns: [Column]
  /// Fewest values of a row: one from before a later version had fewer columns.
  private let leastCount: Int

  /// Reads the columns of a table of a new inbox.
  init(_ name: String, hasRowID: Bool, leastCount: Int? = nil, in database: Database) throws {
    self.name = name
    self.hasRowID = hasRowID
    columns = try database.columns(in: name).map {
      Column(
        name: $0.name, isText: $0.type == "TEXT",
        isRequired: $0.isNotNull && $0.primaryKeyIndex == 0)
    }
    self.leastCount = leastCount ?? columns.count
  }

  /// The values of a record by column; nil when it is no row of this table.
  ///
  /// What a newer version has added at the end is left out.
  func row(_ record: StoredRecord) -> [String: DatabaseValue]? {
    let values = record.values
    guard (record.rowID != nil) == hasRowID, values.count >= leastCount,
      values.count == columns.count || hasRowID, zip(columns, values).allSatisfy(Self.fits)
    else { return nil }
    return Dictionary(zip(columns.map(\.name), values)) { $1 }
  }

  private static func fits(_ column: Column, _ value: DatabaseValue) -> Bool {
    switch value.storage {
    case .null: !column.isRequired
    case .int64: !column.isText
    case .string: column.isText
    case .double, .blob: false
    }
  }
}
