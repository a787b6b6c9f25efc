import InboxText
import Foundation
import InboxCore
import InboxTestSupport
import Testing

@Suite("watch") struct WatchTests {
  let program = Program()

  private func field(_ name: String, of line: String?) throws -> JSONValue? {
    guard case .object(let fields) = try JSONValue(json: try #require(line)) else { return nil }
    return fields[name]
  }

  @Test func `an entry of a newer program is reported as it is`() throws {
    try program.run("push", "first")
    let watch = try RunningProgram(program, ["watch", "--since", "1"])
    let file = try program.path + "/inboxes/default/inbox.sqlite"
    try SQLiteFile(path: file).execute(
      """
      INSERT INTO log (time, verb, numbers, detail)
      VALUES (0, 'teleported', x'0101', 'to Mars')
      """)
    let line = watch.line()
    #expect(try field("verb", of: line) == .string("teleported"))
    #expect(try field("kind", of: line) == .string("other"))
    #expect(try field("detail", of: line) == .string("to Mars"))
    #expect(try field("numbers", of: line) == .array([.integer(1)]))
    try program.run("read", "@1")
    #expect(try field("verb", of: watch.line()) == .string("read"))
  }

  @Test func `what is no longer kept is reported as a gap`() throws {
    for index in 1...3 { try program.run("push", "message \(index)") }
    let file = try program.path + "/inboxes/default/inbox.sqlite"
    try SQLiteFile(path: file).execute("DELETE FROM log WHERE sequence <= 2")
    let lines = try program.run("watch", "--since", "0", "--limit", "1").lines
    #expect(try field("gap", of: lines.first) == .bool(true))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["--since=0", "--metrics"])
  func `a signal ends it in order`(_ signal: Int32, _ option: String) throws {
    let watch = try begun(option)
    watch.send(signal)
    #expect(watch.end() == 0)
    let wal = try program.path + "/inboxes/default/inbox.sqlite-wal"
    #expect(!FileManager.default.fileExists(atPath: wal))
  }

  @Test(
    arguments: [SIGINT, SIGTERM, SIGHUP],
    [
      ["watch", "--since", "0"], ["list", "--follow", "-n", "1000", "--jsonl"], ["export"],
      ["count", "--follow", "--format", String(repeating: "{titles}", count: 40)],
    ])
  func `a signal ends a stream that nobody reads`(_ signal: Int32, _ words: [String]) throws {
    let title = String(repeating: "x", count: 400)
    let records = (1...500).map { "{\"id\":\"m\($0)\",\"title\":\"\($0) \(title)\"}\n" }
    try program.run("push", "--json", input: records.joined())
    for _ in 0..<16 { for verb in ["read", "unread"] { try program.run(verb, "--all") } }
    let stream = try RunningProgram(program, words)
    stream.awaitFullOutput()
    stream.send(signal)
    #expect(stream.end() == 128 + signal)
  }

  /// A stream that has told of a push: of metrics nothing is told that was before, so that only
  /// more pushes show when it has begun.
  private func begun(_ options: String...) throws -> RunningProgram {
    let watch = try RunningProgram(program, ["watch"] + options)
    try watch.awaitOutput { try program.run("push", "x", "--source", "begin") }
    return watch
  }

  /// What the next line of metrics says, without the day.
  private func metric(_ watch: RunningProgram) throws -> String {
    let line = watch.line()
    let words = try ["event", "detail", "source", "category"].compactMap { name -> String? in
      guard case .string(let text) = try field(name, of: line) else { return nil }
      return text
    }
    guard case .integer(let count) = try field("count", of: line) else { return "no count" }
    return (words + ["\(count)"]).joined(separator: " ")
  }

  @Test func `what is counted is reported as it is counted`() throws {
    try program.run("push", "before", "--source", "ci", "--conversion-tag", "sold", "--id", "ci")
    let watch = try begun("--metrics")
    try program.run("push", "--json", input: #"[{"id":"a","title":"A"},{"id":"b","title":"B"}]"#)
    var line = try metric(watch)
    while line.contains("begin") { line = try metric(watch) }
    #expect(line == "received cli 2")
    try program.run("read", "a", "b")
    #expect(try metric(watch) == "read cli 2")
    // What is counted without a change of a message.
    let inbox = try Inbox.open(folder: program.path + "/inboxes/default")
    try inbox.record(.presented)
    #expect(try metric(watch) == "inbox_presented 1")
    _ = try inbox.perform(.view, on: .numbers([MessageNumber(1)]))
    #expect(
      try Set([metric(watch), metric(watch), metric(watch)])
        == ["viewed ci 1", "read ci 1", "influenced_open ci 1"])
    _ = try inbox.perform(.open(.alert), on: .numbers([MessageNumber(1)]))
    #expect(
      try Set([metric(watch), metric(watch)]) == ["opened alert ci 1", "conversion sold ci 1"])
    try inbox.close()
  }
}
