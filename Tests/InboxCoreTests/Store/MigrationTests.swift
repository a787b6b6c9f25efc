import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct MigrationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Makes an inbox of the first version that holds one message and one entry of the log.
  private func makeFirstVersion() throws {
    let path = folder.path + "/inbox"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: path + "/" + InboxStore.fileName)
    try queue.inDatabase { database in
      for part in InboxSchema.migrations[0] { try database.execute(sql: part) }
      try database.execute(
        sql: """
          INSERT INTO message (place, status, pinned, priority, delivery, partial, sort_at,
            placed_at, received_at, source, id, title, actions)
          VALUES (1, 0, 0, 3, 1, 0, 5, 5, 5, 'cli', 'old', 'Old one',
            '[{"id":"yes","label":"Yes"}]');
          INSERT INTO message_text (message_text) VALUES ('rebuild');
          INSERT INTO log (time, verb, numbers) VALUES (5, 'received', x'01');
          PRAGMA application_id = \(InboxSchema.applicationID);
          PRAGMA user_version = 1;
          """)
    }
    try queue.close()
  }

  @Test func `an inbox of the first version is brought up to date with all it holds`() throws {
    try makeFirstVersion()
    let inbox = try Inbox.testing(in: folder)
    let message = try #require(try inbox.message(.init(1)))
    #expect(message.title == "Old one")
    #expect(message.question == nil)
    #expect(try inbox.lastSequence() == 1)
    let outcome = try inbox.answer(.init(1), action: "Yes", at: .testing)
    #expect(outcome == .answered(MessageAction(id: "yes", label: "Yes")))
    _ = try inbox.go(to: .message(.init(1)), at: .testing)
    #expect(try inbox.takeLink(for: .init(at: .testing), at: .testing) == .message(.init(1)))
  }
}
