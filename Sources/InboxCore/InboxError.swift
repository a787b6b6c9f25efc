package import InboxSystem

/// An error of an inbox; programs choose the wording.
public enum InboxError: Error, Sendable, Hashable {
  /// The name is not `[a-z0-9][a-z0-9._-]{0,63}`.
  case badInboxName(String)
  /// The folder or a file in it cannot be created, read or written.
  case cannotAccess(path: String, reason: AccessFailure)
  /// The path of a folder has something else.
  case notAFolder(path: String)
  /// The file is no SQLite database, or its header is damaged.
  case notADatabase(path: String)
  /// A part of the database is unreadable; the detail has no content of messages.
  case damaged(path: String, detail: String)
  /// The database belongs to another program.
  case foreignDatabase(path: String)
  /// The database was written by a newer version of the program.
  case newerSchema(path: String, found: Int, supported: Int)
  /// Another process locked the database for longer than the timeout.
  case busy(path: String, seconds: Double)
  /// The disk is full.
  case diskFull(path: String)
  /// The process has a file size limit, as by `ulimit -f`.
  case fileSizeLimit(path: String, bytes: Int)
  /// The database is read-only.
  case readOnly(path: String)
  /// Ids, numbers or prefixes that match no message.
  case unknownMessages([String])
  /// A thread without any listed message.
  case unknownThread(String)
  /// A page past the last one was requested.
  case noMorePages
  /// An import would exceed the maximum.
  case overMaximum(count: Int, maximum: Int)
  /// A read exceeded its time budget.
  case overBudget
  /// The inbox was closed before.
  case closed
  /// Another SQLite error.
  case storage(code: Int, message: String)
}

/// The reason why a folder or a file of an inbox cannot be created, read or written.
public enum AccessFailure: Sendable, Hashable {
  /// A system call failed with this errno.
  case call(String, code: Int32)
  /// SQLite's error message.
  case database(message: String)
  /// The file no longer exists.
  case gone
  /// Something other than a regular file has its path.
  case notRegularFile
  /// A link, or a file that is not the inbox's own, has its path.
  case foreignFile
  /// The write-ahead log was removed or truncated while in use.
  case logRemoved
  /// A part of the schema is missing, as in versions before the first release.
  case unknownLayout(detail: String)
  /// The inbox was created without a way to observe changes.
  case unwatchable

  /// The failure of a system call.
  package static func system(_ error: SystemError) -> AccessFailure {
    .call(error.call, code: error.code)
  }
}

extension InboxError {
  /// Whether the database is damaged.
  var isDamage: Bool {
    switch self {
    case .notADatabase, .damaged: true
    default: false
    }
  }

  /// Makes system calls for a file and converts their error to ``cannotAccess(path:reason:)``.
  static func accessing<Result>(
    _ path: String, _ call: () throws(SystemError) -> Result
  ) throws(InboxError) -> Result {
    do throws(SystemError) {
      return try call()
    } catch {
      throw .cannotAccess(path: path, reason: .system(error))
    }
  }
}
