import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// Named readers of the log, for whom trimming waits.
@Suite struct CursorTests {
  private let inbox = Inbox.empty()

  init() throws { for second in 0..<6 { try inbox.at(Double(second)).push(.make(), from: "a") } }

  /// The sequences that are left after trimming at a moment, by small limits: 10 and 100 seconds,
  /// and so many entries.
  private func kept(at seconds: Double, entries: Int = 99, held: Int = 99) throws -> [Int64] {
    let size = 32 + PackedNumbers([.init(1)]).bytes.count
    try inbox.store.write { database in
      try database.trimLog(
        to: LogLimits(age: 10_000, size: entries * size),
        holding: LogLimits(age: 100_000, size: held * size), bySize: true, at: .testing(seconds))
    }
    return try inbox.values("SELECT sequence FROM log ORDER BY sequence")
  }

  @Test func `a cursor is set and moved`() throws {
    try inbox.setCursor("exchange", to: 3)
    try inbox.setCursor("backup", to: 5)
    try inbox.at(9).setCursor("exchange", to: 4)
    #expect(
      try inbox.cursors() == [
        LogCursor(name: "backup", sequence: 5, updatedAt: .testing),
        LogCursor(name: "exchange", sequence: 4, updatedAt: .testing(9)),
      ])
  }

  @Test func `old entries are kept for the slowest reader`() throws {
    try inbox.setCursor("exchange", to: 2)
    try inbox.setCursor("backup", to: 5)
    #expect(try kept(at: 50) == [3, 4, 5, 6])
    try inbox.setCursor("exchange", to: 5)
    #expect(try kept(at: 50) == [6])
  }

  @Test func `without a cursor old entries go, but for the newest when all are old`() throws {
    #expect(try kept(at: 13) == [4, 5, 6])
    #expect(try kept(at: 50) == [4, 5, 6])
  }

  @Test func `nothing is kept for a cursor beyond the greatest age`() throws {
    try inbox.setCursor("exchange", to: 2)
    #expect(try kept(at: 103) == [4, 5, 6])
    #expect(try inbox.log(after: 2, limit: 9) == .gap(resumeAt: 3))
  }

  @Test func `size waits for a cursor too, up to its own limit`() throws {
    try inbox.setCursor("exchange", to: 2)
    #expect(try kept(at: 6, entries: 2, held: 5) == [3, 4, 5, 6])
    #expect(try kept(at: 6, entries: 2, held: 3) == [4, 5, 6])
    try inbox.setCursor("exchange", to: 6)
    #expect(try kept(at: 6, entries: 2, held: 3) == [5, 6])
  }

  @Test func `a cursor that is ahead of the log holds nothing`() throws {
    try inbox.setCursor("exchange", to: 1_000)
    #expect(try kept(at: 13) == [4, 5, 6])
  }

  @Test func `only the beginning goes, also when a writer's clock was wrong`() throws {
    try inbox.execute("UPDATE log SET time = 0 WHERE sequence = 5")
    #expect(try kept(at: 12) == [3, 4, 5, 6])
  }

  @Test func `an examination names the cursors and the size of the log`() throws {
    try inbox.setCursor("exchange", to: 2)
    let health = try inbox.health()
    #expect(health.cursors.map(\.name) == ["exchange"])
    #expect(health.logSize == 6 * 34)
    #expect(health.logStart == .testing)
  }
}
