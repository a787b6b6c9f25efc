import GRDB
import InboxSystem

extension InboxError {
  /// Says what a SQLite error means for an inbox; statements and their values are left out.
  init(_ error: DatabaseError, path: String, busySeconds: Double) {
    self =
      switch error.resultCode {
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notADatabase(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path, seconds: busySeconds)
      case .SQLITE_INTERRUPT: .overBudget
      case .SQLITE_FULL: .diskFull(path: path)
      case .SQLITE_IOERR where error.isWrite && FileSizeLimit.current != nil:
        .fileSizeLimit(path: path, bytes: FileSizeLimit.current ?? 0)
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

extension DatabaseError {
  /// Whether a file could not be written or grown; SQLite tells only a full disk apart.
  fileprivate var isWrite: Bool {
    [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_SHMSIZE]
      .contains(extendedResultCode)
  }
}
