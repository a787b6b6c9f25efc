import GRDB

/// An error of decoding a value that no program writes: the file is damaged.
///
/// The store converts it to ``InboxError/damaged(path:detail:)``.
struct DamagedValueError: Error {
  /// The description of the damage, without the value.
  var detail: String

  /// An invalid value of a column.
  init(column: String) {
    detail = "a value of '\(column)' cannot be read"
  }
}

extension Row {
  /// The value of a column, by its position.
  ///
  /// GRDB's subscript traps where a damaged file has NULL, or another type, in place of the value.
  ///
  /// - Throws: ``DamagedValueError``.
  @inline(__always)
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) throws -> Value {
    do {
      return try decode(atIndex: index)
    } catch {
      throw damaged(index)
    }
  }

  /// The value of a column with a count, never negative.
  func count(_ index: Int) throws -> Int {
    let count: Int = try value(index)
    guard Self.counts.contains(count) else { throw damaged(index) }
    return count
  }

  /// The number of a message.
  func messageNumber(_ index: Int) throws -> MessageNumber {
    let number: Int64 = try value(index)
    guard Self.numbers.contains(number) else { throw damaged(index) }
    return MessageNumber(number)
  }

  /// Valid counts, whose sums never overflow.
  private static let counts = 0...(1 << 48)

  /// Valid numbers, which can be incremented and negated.
  private static let numbers = 1..<Int64.max

  private func damaged(_ index: Int) -> DamagedValueError {
    DamagedValueError(column: Array(columnNames)[index])
  }
}
