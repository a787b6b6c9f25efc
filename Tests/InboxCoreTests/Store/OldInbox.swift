import Foundation
import GRDB
import InboxTestSupport

@testable import InboxCore

/// An inbox as an older version of the program left it.
enum OldInbox {
  /// Makes one, closed, with what these statements insert.
  static func make(version: Int, in folder: TemporaryFolder, _ statements: [String]) throws {
    let path = folder.path + "/inbox"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: path + "/" + Inbox.fileName)
    try queue.inDatabase { database in
      for part in InboxSchema.migrations[..<version].joined() + statements {
        try database.execute(sql: part)
      }
      try database.execute(
        sql: """
          INSERT INTO message_text (message_text) VALUES ('rebuild');
          PRAGMA application_id = \(InboxSchema.applicationID);
          PRAGMA user_version = \(version);
          """)
    }
    try queue.close()
  }
}
