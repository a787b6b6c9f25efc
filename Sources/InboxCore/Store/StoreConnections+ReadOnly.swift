import Foundation
import GRDB
import InboxSystem

extension StoreConnections {
  /// Maximum number of attempts to connect read-only, a millisecond apart.
  private static let attempts = 20

  /// Connects to a database that is read-only for this process, or whose disk has no room for the
  /// files beside it.
  ///
  /// Another process may create or remove these files meanwhile, one after the other: a failed
  /// attempt can succeed a moment later.
  static func readOnly(
    _ path: String, _ configuration: InboxConfiguration, lacksRoom: Bool = false
  ) throws -> StoreConnections {
    var attemptsLeft = attempts
    while true {
      do {
        return try readOnlyNow(path, configuration, lacksRoom: lacksRoom)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY
      {
        attemptsLeft -= 1
        guard attemptsLeft > 0 else { throw error }
        usleep(1_000)
      }
    }
  }

  /// Whether the file of an immutable reader has changed, or is about to.
  func isOutdated(_ path: String) -> Bool {
    guard let frozen else { return false }
    return Self.hasLog(path) || FileStatus(path: path) != frozen
  }

  private static func readOnlyNow(
    _ path: String, _ configuration: InboxConfiguration, lacksRoom: Bool
  ) throws -> StoreConnections {
    var settings = configuration.connectionSettings()
    settings.readonly = true
    let stamp = FileStatus(path: path)
    // Without a log nobody is writing, and SQLite would want to create one.
    let isStill = !hasLog(path)
    // A log index that is not writable is kept in memory, as long as nobody writes.
    let location = uri(of: path, isStill ? "immutable=1" : "readonly_shm=\(lacksRoom ? 1 : 0)")
    var connections = StoreConnections(
      reader: try DatabaseQueue(path: location, configuration: settings))
    connections.frozen = isStill ? stamp : nil
    connections.lacksRoom = lacksRoom
    // The first read opens the files beside the database.
    _ = try connections.reader.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    return connections
  }

  /// Whether there is a non-empty log; a program that fails to open one may leave it empty.
  private static func hasLog(_ path: String) -> Bool {
    FileStatus(path: path + "-wal").map { $0.size > 0 } ?? false
  }

  /// The URI of a file for SQLite, with a parameter such as `mode=rw`.
  static func uri(of path: String, _ parameter: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: "?#%;")
    // Percent-encoding never fails for a Swift string.
    let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    // What follows two slashes would be a host.
    return "file:\(path.hasPrefix("/") ? "//" : "")\(encoded)?\(parameter)"
  }
}
