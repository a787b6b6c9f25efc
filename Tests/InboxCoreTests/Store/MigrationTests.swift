import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct MigrationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Makes an inbox of a version that holds one message and one entry of the log.
  private func makeInbox(version: Int, in folder: TemporaryFolder? = nil) throws {
    try OldInbox.make(
      version: version, in: folder ?? self.folder,
      [
        """
        INSERT INTO message (place, status, pinned, priority, delivery, partial, sort_at,
          placed_at, received_at, source, id, title, actions)
        VALUES (1, 0, 0, 3, 1, 0, 5, 5, 5, 'cli', 'old', 'Old one',
          '[{"id":"yes","label":"Yes"}]')
        """,
        "INSERT INTO log (time, verb, numbers) VALUES (5, 'received', x'01')",
      ])
  }

  @Test(arguments: 1..<InboxSchema.version)
  func `an inbox of any version is brought up to date with all it holds`(version: Int) throws {
    try makeInbox(version: version)
    let inbox = try Inbox.testing(in: folder)
    let message = try #require(try inbox.message(.init(1)))
    #expect(message.title == "Old one")
    #expect(message.question == nil)
    #expect(try inbox.lastSequence() == 1)
    let outcome = try inbox.answer(.init(1), action: "Yes")
    #expect(outcome == .answered(MessageAction(id: "yes", label: "Yes")))
    _ = try inbox.go(to: .message(.init(1)))
    #expect(try inbox.takeLink(for: .init(at: .testing)) == .message(.init(1)))
  }

  @Test func `an older database that takes the place of an open one is brought up to date`() throws
  {
    let inbox = try Inbox.testing(in: folder)
    let watch = try inbox.watch()
    let other = try TemporaryFolder()
    try makeInbox(version: 1, in: other)
    let (backup, place) = (other.path + "/inbox/inbox.sqlite", folder.path + "/inbox/inbox.sqlite")
    for suffix in ["-wal", "-shm"] { unlink(place + suffix) }
    #expect(rename(backup, place) == 0)
    #expect(try watch.take() == .reload)
    #expect(try inbox.message(.init(1))?.title == "Old one")
    _ = try inbox.answer(.init(1), action: "Yes")
  }

  @Test func `a copy of an older database is left alone until it is whole`() throws {
    let inbox = try Inbox.testing(in: folder)
    let watch = try inbox.watch()
    let other = try TemporaryFolder()
    try makeInbox(version: 1, in: other)
    let bytes = try Data(contentsOf: URL(filePath: other.path + "/inbox/inbox.sqlite"))
    let place = URL(filePath: folder.path + "/inbox/inbox.sqlite")
    for suffix in ["", "-wal", "-shm"] { unlink(place.path + suffix) }
    try Data().write(to: place)
    #expect(try watch.take() == .gone)
    try bytes.prefix(8_192).write(to: place)
    #expect(try watch.take() == .nothing)
    #expect(try Data(contentsOf: place) == bytes.prefix(8_192))
    try bytes.write(to: place)
    #expect(try watch.take() == .reload)
    #expect(try inbox.message(.init(1))?.title == "Old one")
  }
}
