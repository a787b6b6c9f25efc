import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@Suite("show", .waiting) struct ShowTests {
  let program = Program()

  @Test func `on a terminal times are local`() throws {
    try program.run("push", "title", "--sent-at", "2026-01-31T10:00:00Z")
    let session = try program.terminal(environment: ["TZ": "Europe/Berlin"])
    try session.run("\"$B\" show @1", showing: "Sat 2026-01-31 11:00 (")
  }

  @Test func `how long it was shown reads like every duration`() throws {
    let inbox = try Inbox.open(folder: program.path + "/inboxes/default")
    try inbox.record(.presented)
    try inbox.record(.dismissed(seconds: 12_000))
    try inbox.close()
    #expect(
      try program.run("stats").lines.first == "Inbox opened      1 time, shown for 3 h 20 min")
  }

  @Test func `no line is wider than a terminal`() throws {
    let word = String(repeating: "long-name/", count: 12)
    let action = #"{"title":"t","source":"\#(word)","categories":["\#(word)"]}"#
    try program.run("push", "--json", input: action)
    let inbox = try Inbox.open(folder: program.path + "/inboxes/default")
    for _ in 0..<3 { try inbox.record(.dismissed(seconds: 12_000)) }
    try inbox.close()
    try program.run("push", "--action", word, "Question")
    try program.run("answer", "@2", word)
    let lines = try program.run("stats").lines
    #expect(lines.contains { $0.hasPrefix("  long-name") })
    #expect(lines.map(\.count).max() ?? 0 <= 80, "\(lines)")
  }
}

/// What the commands print as JSON is what the schema and the page of its fields promise.
@Suite struct SchemaTests {
  private let program = Program()
  private let schema: JSONSchema

  init() throws {
    let path = Program.packageFolder + "/Documentation/message.schema.json"
    schema = try JSONSchema(String(contentsOfFile: path, encoding: .utf8))
  }

  private func objects(_ words: String...) throws -> [JSONValue] {
    let run = try program.run(words)
    guard words.contains("--json") else { return try run.lines.map { try JSONValue(json: $0) } }
    guard case .array(let objects) = try JSONValue(json: run.output) else { return [] }
    return objects
  }

  private func check(_ objects: [JSONValue], as definition: String, count: Int) {
    #expect(objects.count == count)
    for object in objects { #expect(schema.mistakes(in: object, as: definition) == []) }
  }

  @Test func `list, show, export and watch print what the schema says`() throws {
    try program.run(
      "push", "Disk", "91 %", "--fold", "disk", "--progress", "91", "--tag", "a", "--category", "b",
      "--thread", "t", "--action", "Look=https://example.org", "--attach",
      "https://example.org/a.png",
      "--sound", "default", "--expires-at", "2d", "--url", "https://example.org")
    try program.run("push", "Disk", "96 %", "--fold", "disk", "--markdown")
    try program.run("push", "Disk", "fine", "--resolves", "disk")
    try program.run("push", "Other", "--id", "o", "--custom", "[1e400]")
    try program.run("open", "o")
    try program.run("delete", "o")
    check(try objects("list", "--json"), as: "message", count: 1)
    check(try objects("list", "--jsonl", "--filter", "is:deleted"), as: "message", count: 1)
    check(try objects("show", "--json", "@1"), as: "message", count: 1)
    let export = try objects("export")
    check(export, as: "message", count: 2)
    #expect(export.last?.value(at: "/status_before_delete") == "read")
    #expect(export.last?.value(at: "/custom") == .array([.decimal("1e400")]))
    check(try objects("watch", "--since", "0", "--limit", "5"), as: "change", count: 5)
    check(try objects("watch", "--since", "\(Int64.max)", "--limit", "1"), as: "gap", count: 1)
  }
}
