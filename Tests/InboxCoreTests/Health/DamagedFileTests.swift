import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// What is read from a damaged file: an error that says so, or what is left, never a trap.
@Suite(.waiting) struct DamagedFileTests {
  @Test(arguments: FileDamage.allCases)
  func `a damaged file is read as far as it goes, and the rest is an error`(
    _ damage: FileDamage
  ) throws {
    let whole = try DamagedInbox(seed: 1)
    for seed in 1...8 as ClosedRange<UInt64> {
      let folder = try whole.copy(damaged: damage, seed: seed)
      guard let inbox = try Self.open(folder) else { continue }
      for (use, error) in inbox.exercise(at: .testing(250)) {
        #expect(error is InboxError, "\(damage) \(seed), \(use): \(error)")
      }
      try? inbox.close()
    }
  }

  @Test func `of an undamaged file everything is read`() throws {
    let inbox = try #require(try Self.open(try DamagedInbox(seed: 1).copy { _ in }))
    #expect(inbox.exercise(at: .testing(250)).mapValues { "\($0)" } == [:])
  }

  @Test func `a value that is missing is damage, told with its column`() throws {
    let whole = try DamagedInbox(seed: 2)
    let path = whole.path
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA writable_schema = 1;
          UPDATE sqlite_schema SET sql = replace(sql, 'id TEXT NOT NULL', 'id TEXT')
          WHERE name = 'message';
          """)
    }
    try queue.close()
    try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE message SET id = NULL") }
    let inbox = try #require(try Self.open(whole.folder))
    let damaged = InboxError.damaged(path: path, detail: "a value of 'id' cannot be read")
    #expect(throws: damaged) { try inbox.exportMessages { _ in } }
    #expect(throws: damaged) { try inbox.snapshot(of: .init(), in: .init(limit: 9)) }
    #expect(throws: damaged) { try inbox.message(7) }
  }

  @Test func `what cannot be read is among the findings of an examination`() throws {
    let whole = try DamagedInbox(seed: 3)
    var findings = 0
    for seed in 1...6 as ClosedRange<UInt64> {
      let folder = try whole.copy(damaged: .zeroedPage, seed: seed)
      guard let inbox = try Self.open(folder) else { continue }
      let health = try inbox.health()
      findings += health.isSound ? 0 : 1
    }
    #expect(findings > 0)
  }

  private static func open(_ folder: String) throws -> Inbox? {
    do {
      return try Inbox.open(folder: folder, configuration: .testing(now: { .testing(250) }))
    } catch is InboxError {
      return nil
    }
  }
}
