package import InboxSystem

/// An error of an inbox; the wording is the program's.
public enum InboxError: Error, Sendable, Hashable {
  /// The name is not `[a-z0-9][a-z0-9._-]{0,63}`.
  case badInboxName(String)
  /// The folder or a file in it cannot be made, read or written.
  case cannotAccess(path: String, reason: AccessFailure)
  /// Something that is no folder stands where one has to be.
  case notAFolder(path: String)
  /// The file is no SQLite database, or its beginning is damaged.
  case notADatabase(path: String)
  /// The file is a database with a part that cannot be read; the detail holds no content of it.
  case damaged(path: String, detail: String)
  /// The file is a database of another program.
  case foreignDatabase(path: String)
  /// The database was written by a newer version of the program.
  case newerSchema(path: String, found: Int, supported: Int)
  /// Another process held the database for longer than the busy time-out.
  case busy(path: String, seconds: Double)
  /// The disk is full.
  case diskFull(path: String)
  /// The process may write no larger files, as by `ulimit -f`.
  case fileSizeLimit(path: String, bytes: Int)
  /// The database may only be read.
  case readOnly(path: String)
  /// Ids, numbers or prefixes that name no message.
  case unknownMessages([String])
  /// A thread without any message in the list.
  case unknownThread(String)
  /// A page was asked for past the last one.
  case noMorePages
  /// An import would go over the maximum.
  case overMaximum(count: Int, maximum: Int)
  /// A read took longer than it was given.
  case overBudget
  /// The inbox was closed before.
  case closed
  /// Anything else that SQLite reports.
  case storage(code: Int, message: String)
}

/// The reason why a folder or a file of an inbox cannot be made, read or written.
public enum AccessFailure: Sendable, Hashable {
  /// A call of the system failed, with this error number.
  case call(String, code: Int32)
  /// SQLite could not open, read or write it; this is its message.
  case database(message: String)
  /// The file was there before.
  case gone
  /// Something that is no regular file stands in its place.
  case notRegularFile
  /// A file that is not the inbox's own stands in its place, or a link.
  case foreignFile
  /// The write-ahead log was removed or cut while programs used the inbox.
  case logRemoved
  /// The database lacks a part that its version has, as those of versions before the first release do.
  case unknownLayout(detail: String)
  /// The inbox was made without a way to learn of changes.
  case unwatchable

  /// A failed call of the system.
  package static func system(_ error: SystemError) -> AccessFailure {
    .call(error.call, code: error.code)
  }
}

extension InboxError {
  /// Whether the file is no database that can be read whole.
  var isDamage: Bool {
    switch self {
    case .notADatabase, .damaged: true
    default: false
    }
  }

  /// Calls the system for a file, and turns its error into ``cannotAccess(path:reason:)``.
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
