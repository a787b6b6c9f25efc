import GRDB

extension InboxError {
  /// Says what a SQLite error means for an inbox; statements and their values are left out.
  init(_ error: DatabaseError, path: String, busySeconds: Double) {
    self =
      switch error.resultCode {
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notADatabase(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path, seconds: busySeconds)
      case .SQLITE_INTERRUPT: .overBudget
      case .SQLITE_FULL: .diskFull(path: path)
      case .SQLITE_READONLY: .readOnly(path: path)
      case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM, .SQLITE_AUTH:
        .cannotAccess(path: path, reason: error.message ?? error.resultCode.description)
      default:
        .storage(
          code: Int(error.extendedResultCode.rawValue),
          message: error.message ?? error.resultCode.description)
      }
  }
}
