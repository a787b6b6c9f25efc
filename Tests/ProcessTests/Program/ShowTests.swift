import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@Suite("show", .waiting) struct ShowTests {
  let program = Program()

  @Test func `piped, times are UTC, and what is told is whole`() throws {
    try program.run(
      "push", "👨‍👩‍👧 🇩🇪 👍🏽", "body 👩‍💻", "--sent-at", "2026-01-31T10:00:00Z",
      "--custom", #"{"job": 7}"#, "--silent")
    let berlin = ["TZ": "Europe/Berlin"]
    let lines = try program.run(["show", "@1"], environment: berlin).lines
    #expect(lines.first == "👨‍👩‍👧 🇩🇪 👍🏽" && lines.last == "body 👩‍💻")
    #expect(lines.contains { $0.hasPrefix("sent        2026-01-31T10:00:00") })
    #expect(lines.contains("delivery    inbox: listed without an alert"))
    #expect(lines.contains("custom:") && lines.contains("  job       7"))
    let row = try program.run("list").output
    #expect(row.contains("👨‍👩‍👧 🇩🇪 👍🏽") && row.contains("body 👩‍💻"))
    #expect(try program.run("list", "--format", "{title}").output == "👨‍👩‍👧 🇩🇪 👍🏽\n")
  }

  @Test func `on a terminal times are local`() throws {
    try program.run("push", "title", "--sent-at", "2026-01-31T10:00:00Z")
    let session = try program.terminal(environment: ["TZ": "Europe/Berlin"])
    try session.run("\"$B\" show @1", showing: "Sat 2026-01-31 11:00 (")
  }

  @Test func `what is kept and never listed says so, and a part that it is one`() throws {
    try program.run("push", "title", "--alert-only")
    try program.run(
      "push", "--json", input: #"{"aps":{"alert":{"title":"t","body":"b"}},"_mid":"M1"}"#)
    #expect(try program.run("show", "@1").lines.contains("delivery    alert: kept, never listed"))
    #expect(
      try program.run("show", "@2").lines.contains(
        "partial     only the push's share of it is here"))
  }

  @Test func `an id that several sources use is told with their numbers`() throws {
    try program.run("push", "a", "--id", "a")
    try program.run("push", "b", "--id", "a", "--source", "x")
    for command in ["show", "read", "delete"] {
      let run = try program.run(command, "a")
      #expect(
        run.errors
          == "bellboard: 'a' is the id of several messages; use one of @1 of cli or @2 of x\n")
    }
    #expect(try program.run("read", "@2").status == 0)
    try program.run("push", "c", "--id", "ab")
    #expect(try program.run("show", "a").errors.contains("use one of @1 of cli or @2 of x"))
    try program.run("push", "c", "--id", "abc")
    #expect(try program.run("show", "ab").status == 0, "an id that is whole is no beginning")
    try program.run("push", "d", "--id", "long-1", ending: 0)
    try program.run("push", "d", "--id", "long-2")
    try program.run(
      "show", "long",
      saying: "'long' is the start of several ids (@5 cli long-1, @6 cli long-2); type more of it")
  }

  @Test func `nothing found has a status of its own, and a part of it another`() throws {
    try program.run("push", "title")
    #expect(try program.run("show", "@99").status == 3)
    #expect(try program.run("show", "@1", "@99").status == 1)
    #expect(try program.run("save", "@99").status == 3)
  }

  @Test func `a field is printed by itself, whole`() throws {
    try program.run("push", "title", "line 1\nline 2", "--tag", "a", "--tag", "b")
    #expect(try program.run("show", "--field", "body", "@1").output == "line 1\nline 2\n")
    #expect(try program.run("show", "@1", "--field=tags").output == "a,b\n")
    try program.run("show", "@1", "--field", "bodi", ending: 64, saying: "did you mean 'body'?")
    #expect(try program.run("show", "@1", "--json", "--field", "body").status == 64)
  }

  @Test func `statistics of an empty inbox are zeros`() throws {
    let run = try program.run("stats", ending: 0)
    #expect(run.output.hasPrefix("Inbox opened      0 times, shown for 0 s\n"))
  }

  @Test func `how long it was shown reads like every duration`() throws {
    let inbox = try Inbox.open(folder: program.path + "/inboxes/default")
    try inbox.record(.presented)
    try inbox.record(.dismissed(seconds: 12_000))
    try inbox.close()
    #expect(
      try program.run("stats").lines.first == "Inbox opened      1 time, shown for 3 h 20 min")
  }

  @Test func `what was done is counted by source`() throws {
    try program.run("push", "--source", "ci/web", "--category", "build", "Broken")
    try program.run("push", "--source", "cron", "Done")
    try program.run("read", "@1")
    try program.run("delete", "@1")
    let lines = try program.run("stats").lines
    #expect(lines.contains("Messages deleted  1 time"))
    let columns = lines.first { $0.hasPrefix("  ci/web") }?.split(separator: " ").map(String.init)
    #expect(columns == ["ci/web", "1", "0", "0", "1", "0", "0", "1", "0", "0"])
    #expect(lines.contains { $0.hasPrefix("  build ") })
    let json = try program.run("stats", "--json").output
    #expect(json.contains(#""sources":{"ci/web":{"deleted":1,"read":1,"received":1}"#), "\(json)")
    #expect(json.contains(#""deleted":1,"events""#), "\(json)")
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
