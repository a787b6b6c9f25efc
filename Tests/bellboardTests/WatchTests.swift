import Foundation
import InboxCore
import Testing

@Suite("watch")
struct WatchTests {
  let program = Program()

  private func field(_ name: String, of line: String?) throws -> JSONValue? {
    guard case .object(let fields) = try JSONValue(json: try #require(line)) else { return nil }
    return fields[name]
  }

  @Test func pushesOfAnotherProcessAreToldAsTheyCome() throws {
    try program.run("push", "before")
    let watch = try RunningProgram(program, ["watch", "--since", "0"])
    #expect(try field("numbers", of: watch.line()) == .array([.integer(1)]))
    try program.run("push", "while watching")
    let line = watch.line()
    #expect(try field("numbers", of: line) == .array([.integer(2)]))
    #expect(try field("kind", of: line) == .string("inserted"))
    #expect(try field("v", of: line) == .integer(1))
    try program.run("read", "@1")
    #expect(try field("verb", of: watch.line()) == .string("read"))
  }

  @Test func sinceGoesOnExactlyAfterTheLastOneSeen() throws {
    for index in 1...4 { try program.run("push", "message \(index)") }
    let first = try program.run("watch", "--since", "0", "--limit", "2").lines
    let seen = try #require(try field("seq", of: first.last))
    guard case .integer(let sequence) = seen else {
      Issue.record("seq is no number")
      return
    }
    let rest = try program.run("watch", "--since", "\(sequence)", "--limit", "2").lines
    let numbers = try (first + rest).map { try field("numbers", of: $0) }
    #expect(numbers == (1...4).map { .array([.integer($0)]) })
  }

  @Test func whatIsNoLongerKeptIsToldAsAGap() throws {
    for index in 1...3 { try program.run("push", "message \(index)") }
    let file = try program.path + "/inboxes/default/inbox.sqlite"
    try SQLiteFile(path: file).execute("DELETE FROM log WHERE sequence <= 2")
    let lines = try program.run("watch", "--since", "0", "--limit", "1").lines
    #expect(try field("gap", of: lines.first) == .bool(true))
  }

  @Test func theLogOfAnotherDatabaseBeginsWithAGap() throws {
    try program.run("push", "old")
    let other = Program()
    for index in 1...3 { try other.run("push", "new \(index)") }
    let watch = try RunningProgram(program, ["watch", "--since", "0"])
    #expect(try field("numbers", of: watch.line()) == .array([.integer(1)]))
    let file = "/inboxes/default/inbox.sqlite"
    #expect(rename(try other.path + file, try program.path + file) == 0)
    let gap = watch.line()
    #expect(try field("gap", of: gap) == .bool(true))
    #expect(try field("seq", of: gap) == .integer(3))
    try program.run("push", "newest")
    #expect(try field("numbers", of: watch.line()) == .array([.integer(4)]))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsItInOrder(_ signal: Int32) throws {
    try program.run("push", "x")
    let watch = try RunningProgram(program, ["watch", "--since", "0"])
    _ = watch.line()
    watch.send(signal)
    #expect(watch.end() == 0)
    let wal = try program.path + "/inboxes/default/inbox.sqlite-wal"
    #expect(!FileManager.default.fileExists(atPath: wal))
  }

  @Test func aReaderThatGoesAwayEndsIt() throws {
    try program.run("push", "x")
    let watch = try RunningProgram(program, ["watch", "--since", "0"])
    _ = watch.line()
    try watch.closeOutput()
    #expect(watch.end() == 128 + SIGPIPE)
  }

  @Test func whatIsCountedIsToldAsItIsCounted() throws {
    try program.run("push", "before", "--source", "ci")
    let watch = try RunningProgram(program, ["watch", "--metrics"])
    // It says nothing before something is counted, so that only a push tells when it has begun.
    repeat { try program.run("push", "while counting", "--source", "ci") } while !watch.hasOutput
    let received = watch.line()
    #expect(try field("event", of: received) == .string("received"))
    #expect(try field("source", of: received) == .string("ci"))
    #expect(try field("category", of: received) == nil)
    try program.run("read", "@1", "@2")
    var line = watch.line()
    while try field("event", of: line) == .string("received") { line = watch.line() }
    #expect(try field("event", of: line) == .string("read"))
    #expect(try field("count", of: line) == .integer(2))
    // What is counted without a change of a message.
    try Inbox.open(folder: program.path + "/inboxes/default").record(
      .presented, at: Date())
    #expect(try field("event", of: watch.line()) == .string("inbox_presented"))
  }

  @Test func aLimitEndsTheMetrics() throws {
    try program.run("push", "before")
    let watch = try RunningProgram(program, ["watch", "--metrics", "--limit", "1"])
    repeat { try program.run("push", "while counting") } while !watch.hasOutput
    _ = watch.line()
    #expect(watch.line() == nil)
    #expect(watch.end() == 0)
  }

  @Test func wrongPlacesAreWrongUsage() throws {
    #expect(try program.run("watch", "--since", "-1").status == 64)
    #expect(try program.run("watch", "--limit", "0").status == 64)
    #expect(try program.run("watch", "--metrics", "--since", "0").status == 64)
  }
}
