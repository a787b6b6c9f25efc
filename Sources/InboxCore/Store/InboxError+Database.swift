import GRDB
import InboxSystem

extension InboxError {
  /// Converts a SQLite error, without statements and their values.
  init(_ error: DatabaseError, path: String, busySeconds: Double) {
    let message = error.message ?? error.resultCode.description
    self =
      switch error.resultCode {
      case .SQLITE_NOTADB: .notADatabase(path: path)
      case .SQLITE_CORRUPT: .damaged(path: path, detail: message)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path, seconds: busySeconds)
      case .SQLITE_INTERRUPT: .overBudget
      case .SQLITE_FULL: .diskFull(path: path)
      case .SQLITE_IOERR where error.isWrite && FileSizeLimit.current != nil:
        .fileSizeLimit(path: path, bytes: FileSizeLimit.current ?? 0)
      case .SQLITE_READONLY: .readOnly(path: path)
      case .SQLITE_ERROR where error.isOfAnotherLayout:
        .cannotAccess(path: path, reason: .unknownLayout(detail: message))
      case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM, .SQLITE_AUTH:
        Self(access: error, path: path, message: message)
      default: .storage(code: Int(error.extendedResultCode.rawValue), message: message)
      }
  }

  /// The reason for which the system refused access, as far as SQLite reports it.
  private init(access error: DatabaseError, path: String, message: String) {
    self =
      switch error.extendedResultCode {
      case _ where DatabaseFiles.isDiskFull(at: path):
        FileSizeLimit.current.map { .fileSizeLimit(path: path, bytes: $0) } ?? .diskFull(path: path)
      case .SQLITE_IOERR_SHORT_READ:
        .cannotAccess(path: path + "-wal", reason: .logRemoved)
      default: .cannotAccess(path: path, reason: .database(message: message))
      }
  }

  /// The error for damaged data; nil for any other error.
  init?(damage error: any Error, path: String) {
    switch error {
    case let error as DamagedValueError: self = .damaged(path: path, detail: error.detail)
    case is RowDecodingError: self = .damaged(path: path, detail: "a value is missing")
    default: return nil
    }
  }
}

extension DatabaseError {
  /// Whether a full disk may be the reason; SQLite's error when it allocates files is not
  /// specific.
  var mayBeFullDisk: Bool {
    [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(resultCode)
  }

  /// Whether a table or a column is missing that this schema version has.
  fileprivate var isOfAnotherLayout: Bool {
    let message = message ?? ""
    return ["no such column: ", "no such table: "].contains(where: message.hasPrefix)
      || message.contains(" has no column named ")
  }

  /// Whether a file could not be written or grown; SQLite only distinguishes a full disk.
  fileprivate var isWrite: Bool {
    [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_SHMSIZE]
      .contains(extendedResultCode)
  }
}

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
