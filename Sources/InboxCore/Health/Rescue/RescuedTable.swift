import GRDB

/// A table whose rows are recognized by their columns, wherever they are in a file.
struct RescuedTable {
  private struct Column {
    var name: String
    var isText: Bool
    var isRequired: Bool
  }

  /// Name of the table.
  let name: String
  /// Whether it is a rowid table, stored in a table b-tree.
  let hasRowID: Bool
  private let columns: [Column]
  /// Minimum number of values of a row: older schema versions had fewer columns.
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
  /// Columns that a newer version has appended are ignored.
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
