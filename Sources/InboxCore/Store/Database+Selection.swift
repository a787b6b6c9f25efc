import Foundation
import GRDB
import InboxText

extension Database {
  /// Reads the rows of a selection, ascending by number.
  ///
  /// Transitions up to `now` must have been settled before. It only reads, so that a verb without
  /// effect writes nothing; `body` must not write either.
  ///
  /// - Parameters:
  ///   - selection: The messages.
  ///   - columns: The columns of the table `m` after the number.
  ///   - now: The time at which the filter is evaluated.
  ///   - body: Receives each row.
  /// - Returns: Numbers of no message, ascending.
  /// - Throws: `DatabaseError`; errors of `body`.
  func forEachRow(
    of selection: MessageSelection, reading columns: String, at now: Date,
    _ body: (Row) throws -> Void
  ) throws -> [MessageNumber] {
    switch selection {
    case .numbers(let numbers):
      return try forEachRow(of: Set(numbers).sorted(), reading: columns, body)
    case .matching(let filter):
      let condition = try filter.condition(at: now, in: self)
      // The plus prevents a scan in rowid order: few may match.
      let rows = try rows(
        "SELECT m.number, \(columns) FROM message AS m WHERE \(condition.sql) ORDER BY +m.number",
        condition.statementArguments)
      while let row = try rows.next() { try body(row) }
      return []
    case .seen(let selection, let sequence, let moment):
      var news = try news(
        after: sequence, or: "received", "imported", "woken", "reopened", "deleted", "restored",
        "unread", "snoozed", "unsnoozed", "undone", "redone")
      if let moment, moment <= now {
        news.formUnion(try moved(after: moment - 0.001, through: now))
      }
      return try forEachRow(of: selection, reading: columns, at: now) { row in
        if try !news.contains(row.messageNumber(0)) { try body(row) }
      }
    }
  }

  /// Reads the rows of ascending numbers; returns the numbers of no message.
  func forEachRow(
    of numbers: [MessageNumber], reading columns: String, _ body: (Row) throws -> Void
  ) throws -> [MessageNumber] {
    let statement = try cachedStatement(
      sql: """
        SELECT m.number, \(columns) FROM json_each(?) AS chosen
        CROSS JOIN message AS m ON m.number = chosen.value
        """)
    var unknown: [MessageNumber] = []
    for chunk in numbers.chunks() {
      let rows = try Row.fetchCursor(statement, arguments: [chunk.json])
      var missing = chunk
      while let row = try rows.next() {
        let number = try row.messageNumber(0)
        while let first = missing.popFirst(), first != number { unknown.append(first) }
        try body(row)
      }
      unknown += missing
    }
    return unknown
  }

  /// Removes messages for good.
  func deleteMessages(
    _ numbers: [MessageNumber], reporting report: BulkProgress.Report = { _ in }
  ) throws {
    for chunk in numbers.chunks(of: BulkProgress.step) {
      try run("DELETE FROM message WHERE number IN (SELECT value FROM json_each(?))", [chunk.json])
      if chunk.count == BulkProgress.step {
        report(.init(done: chunk.endIndex, total: numbers.count))
      }
    }
  }
}

extension [MessageNumber] {
  /// Chunks that fit into one bound value of a statement.
  func chunks(of size: Int = 20_000) -> [ArraySlice<MessageNumber>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

extension Collection<MessageNumber> {
  /// A JSON array, for binding a list to a statement.
  var json: String {
    "[" + map { String($0.rawValue) }.joined(separator: ",") + "]"
  }
}
