import GRDB
import InboxPayloads

@testable import InboxCore

extension Inbox {
  /// The first value of a statement.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ sql: String
  ) throws -> Value? {
    try store.read { try $0.value(sql) }
  }

  /// The first value of each row of a statement.
  func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ sql: String
  ) throws -> [Value] {
    try store.read { try $0.values(sql) }
  }

  /// The rows of a statement.
  func fetch(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try store.read { try Row.fetchAll($0, sql: sql, arguments: arguments) }
  }

  /// How SQLite would run a statement.
  func plan(of sql: String, _ arguments: StatementArguments = []) throws -> [String] {
    try fetch("EXPLAIN QUERY PLAN " + sql, arguments).map { $0["detail"] }
  }

  /// Runs statements by the side of the verbs.
  func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try store.write { try $0.execute(sql: sql, arguments: arguments) }
  }

  /// The verbs of its log behind a place.
  func verbs(after sequence: Int64 = 0) throws -> [LogEntry.Verb] {
    guard case .entries(let entries) = try log(after: sequence, limit: 9_999) else { return [] }
    return entries.map(\.verb)
  }

  /// The lines of an export.
  func exported() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try exportMessages { lines.append(MessageJSON($0, as: .export).bytes) }
    return lines
  }

  /// Imports what another inbox exports.
  @discardableResult
  func importExport(of other: Inbox, replacing: Bool = false) throws -> PushOutcome {
    let records = try other.exported().flatMap { PayloadDecoder(purpose: .import).decode($0) }
    return try importMessages(records.map { try $0.result.get() }, replacing: replacing)
  }
}
