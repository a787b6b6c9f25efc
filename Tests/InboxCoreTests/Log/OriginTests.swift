import Foundation
import GRDB
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// What another machine needs to know an inbox's entries and messages by.
@Suite struct OriginTests {
  private let inbox: Inbox

  init() throws { inbox = try .testing(maximumCount: 3) }

  @Test func `each inbox has an id of its own, which stays`() throws {
    let folder = try TemporaryFolder()
    let filed = try Inbox.testing(in: folder)
    let origin = try filed.origin()
    #expect(origin.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(try inbox.origin() != origin)
    try filed.close()
    #expect(try Inbox.testing(in: folder).origin() == origin)
  }

  @Test func `an entry of another inbox names it, and one of this inbox does not`() throws {
    try inbox.push(.make(), from: "cli")
    try logRead(by: "another")
    #expect(try inbox.entries().map(\.origin) == [nil, "another"])
    #expect(try inbox.entries().map(\.isOwn) == [true, false])
  }

  /// Logs a step of another inbox, which reads the first message.
  private func logRead(by origin: String) throws {
    let before = MessageState(status: .unread)
    let change = StateChange(
      number: MessageNumber(1), before: before, after: MessageState(status: .read))
    _ = try inbox.store.write { database in
      try database.appendLog(
        .read, [MessageNumber(1)], changes: PackedChanges([change]),
        from: database.originKey(of: origin), at: .testing)
    }
  }

  @Test func `undo and redo take only the steps of this inbox`() throws {
    try inbox.push(.make(), from: "cli")
    try inbox.perform(.pin, on: .matching(.all))
    try logRead(by: "another")
    #expect(try inbox.undoableSteps().map(\.verb) == [.pinned])
    #expect(try inbox.undo()?.verb == .pinned)
    // What another machine does leaves the steps that can be redone.
    try logRead(by: "third")
    #expect(try inbox.redo()?.verb == .pinned)
  }

  @Test func `a cursor is stored in the transaction of what was read`() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try inbox.store.write { database in
        try database.setCursor("exchange", to: 3, at: .testing)
        throw Failure()
      }
    }
    #expect(try inbox.health().cursors == [])
  }

  @Test func `a copy on another machine, and a restored file, get a new id`() throws {
    let folder = try TemporaryFolder()
    let (original, backup) = (folder.path + "/inbox", folder.path + "/backup")
    func claim(on machine: String) throws -> String {
      let inbox = try Inbox.testing(in: folder)
      defer { try? inbox.close() }
      return try inbox.claimOrigin(on: machine)
    }
    func replace(_ folder: String, by other: String) throws {
      try? FileManager.default.removeItem(atPath: folder)
      try FileManager.default.copyItem(atPath: other, toPath: folder)
    }
    let first = try claim(on: "a")
    #expect(try claim(on: "a") == first)
    try replace(backup, by: original)
    let second = try claim(on: "b")
    #expect(second != first)
    #expect(second.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(try claim(on: "b") == second)
    // The whole folder from a backup, then the database alone.
    try replace(original, by: backup)
    let third = try claim(on: "a")
    #expect(third != first)
    try replace(backup, by: original)
    #expect(try claim(on: "a") == third)
    try replace(original + "/" + Inbox.fileName, by: backup + "/" + Inbox.fileName)
    #expect(try claim(on: "a") != third)
    let ids = "SELECT id FROM origin WHERE key > 1 ORDER BY key"
    #expect(try Inbox.testing(in: folder).values(ids) == [first, third])
  }

  @Test func `a process that dies while it replaces its mark leaves the id as it is`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    let first = try inbox.claimOrigin(on: "a")
    /// As another process has left it.
    func leave(_ mark: String, of machine: String) throws {
      var hash = TextHash()
      hash.add(machine)
      try inbox.store.write {
        try $0.execute(
          sql: "INSERT INTO value VALUES ('origin_next', ?)", arguments: ["\(hash.value) \(mark)"])
      }
      try mark.write(toFile: folder.path + "/inbox/inbox.origin", atomically: true, encoding: .utf8)
    }
    try leave("a mark", of: "a")
    #expect(try inbox.claimOrigin(on: "a") == first)
    #expect(try inbox.claimOrigin(on: "a") == first)
    // A copy of what such a process has left.
    try leave("a mark", of: "a")
    let second = try inbox.claimOrigin(on: "b")
    #expect(second != first)
    // What is left has an end.
    try "a mark".write(
      toFile: folder.path + "/inbox/inbox.origin", atomically: true, encoding: .utf8)
    #expect(try inbox.claimOrigin(on: "b") != second)
  }
}
