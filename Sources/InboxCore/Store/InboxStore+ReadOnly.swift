import Foundation
import GRDB

extension InboxStore {
  /// Opens an inbox that this process may read and not write; nil when it may write.
  ///
  /// Nothing is made or brought up to date: acting on it throws ``InboxError/readOnly(path:)``.
  static func openReadOnly(
    folder: String, configuration: InboxConfiguration
  ) throws -> InboxStore? {
    let path = folder + "/" + fileName
    guard access(path, F_OK) == 0, access(path, W_OK) != 0 || access(folder, W_OK) != 0 else {
      return nil
    }
    let reader = try connectReadOnly(to: path, configuration: configuration)
    guard try reader.inDatabase({ try InboxSchema.check($0, path: path) }) == .current else {
      throw InboxError.readOnly(path: path)
    }
    return InboxStore(
      path: path, bell: FileBell(path: folder + "/" + FileBell.fileName), reader: reader,
      writer: nil, configuration: configuration, isReadOnly: true)
  }

  private static func connectReadOnly(
    to path: String, configuration: InboxConfiguration
  ) throws -> DatabaseQueue {
    var settings = Configuration()
    settings.readonly = true
    settings.foreignKeysEnabled = false
    settings.busyMode = .timeout(configuration.busyTimeout)
    settings.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
    // Without a log beside it nobody writes just now, and SQLite would want to make one.
    guard access(path + "-wal", F_OK) != 0, let file = immutableURI(of: path) else {
      return try DatabaseQueue(path: path, configuration: settings)
    }
    return try DatabaseQueue(path: file, configuration: settings)
  }

  private static func immutableURI(of path: String) -> String? {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: "?#%;")
    return path.addingPercentEncoding(withAllowedCharacters: allowed).map {
      "file:\($0)?immutable=1"
    }
  }
}
