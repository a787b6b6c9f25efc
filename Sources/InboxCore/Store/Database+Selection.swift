import Foundation
import GRDB

extension Database {
  /// Collects the numbers of a selection in the temporary table `selected`.
  ///
  /// Transitions up to `now` must have been settled before. Unknown numbers are not collected
  /// but returned, ascending.
  func select(_ selection: MessageSelection, at now: Date) throws -> [MessageNumber] {
    try execute(sql: "CREATE TEMP TABLE IF NOT EXISTS selected (number INTEGER PRIMARY KEY)")
    try execute(sql: "DELETE FROM selected")
    switch selection {
    case .numbers(let numbers): return try select(numbers)
    case .matching(let filter, let newest):
      let condition = filter.condition(at: now)
      try execute(
        sql: """
          INSERT INTO selected SELECT m.number FROM message m
          WHERE (\(condition.sql)) AND m.number <= ?
          """,
        arguments: StatementArguments(
          condition.arguments + [(newest?.rawValue ?? .max).databaseValue]))
      return []
    }
  }

  private func select(_ numbers: [MessageNumber]) throws -> [MessageNumber] {
    let find = try cachedStatement(sql: "SELECT number FROM message WHERE number = ?")
    let keep = try cachedStatement(sql: "INSERT OR IGNORE INTO selected VALUES (?)")
    var unknown: Set<MessageNumber> = []
    for number in numbers {
      if try Int64.fetchOne(find, arguments: [number.rawValue]) == nil {
        unknown.insert(number)
      } else {
        try keep.execute(arguments: [number.rawValue])
      }
    }
    return unknown.sorted()
  }
}
