import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// What the file system refuses is reported, and nothing that was stored is lost.
@Suite struct RefusedWritesTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox
  private var file: String { folder.path + "/inbox/inbox.sqlite" }

  init() throws {
    inbox = try Inbox.testing(in: folder)
    try inbox.push(.make(id: "kept"), from: "a")
  }

  /// A limit of pages is to SQLite what a full disk is.
  @Test func `a full disk is reported, and what was there stays and can be changed`() throws {
    let pages = try inbox.store.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
      return pages
    }
    #expect(pages > 0)
    let large = Payload.make(id: "lost", body: String(repeating: "text ", count: 50_000))
    #expect(throws: InboxError.diskFull(path: file)) {
      try inbox.push(.make(id: "small"), large, from: "a")
    }
    #expect(try inbox.stored().map(\.id) == ["kept"])
    #expect(try inbox.perform(.read, on: [1]).changedCount == 1)
    #expect(try inbox.health().isSound)
  }

  @Test func `a database that may only be read says so and keeps what it has`() throws {
    try inbox.execute("PRAGMA query_only = 1")
    #expect(throws: InboxError.readOnly(path: file)) {
      try inbox.push(.make(id: "lost"), from: "a")
    }
    #expect(throws: InboxError.readOnly(path: file)) {
      try inbox.perform(.read, on: .matching(.all))
    }
    try inbox.close()
    #expect(try Inbox.testing(in: folder).stored().map(\.id) == ["kept"])
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func `a file and folder without permission to write refuse without loss`() throws {
    try inbox.close()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
    try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path + "/inbox")
    #expect(throws: InboxError.self) {
      let inbox = try Inbox.testing(in: folder)
      try inbox.push(.make(id: "lost"), from: "a")
    }
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path + "/inbox")
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    #expect(try Inbox.testing(in: folder).stored().map(\.id) == ["kept"])
  }
}
