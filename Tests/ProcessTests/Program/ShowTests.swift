import Foundation
import InboxTestSupport
import Testing

@Suite("show", .waiting) struct ShowTests {
  let program = Program()

  @Test func `piped, times are UTC, and what is told is whole`() throws {
    try program.run(
      "push", "👨‍👩‍👧 🇩🇪 👍🏽", "body 👩‍💻", "--sent-at", "2026-01-31T10:00:00Z",
      "--custom", #"{"job": 7}"#, "--silent")
    let berlin = ["TZ": "Europe/Berlin"]
    let lines = try program.run(["show", "@1"], input: Data(), environment: berlin).lines
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
    #expect(
      try program.run("show", "ab").status == 0, "an id that is whole is no beginning")
    let prefix = try program.run("push", "d", "--id", "long-1")
    #expect(prefix.status == 0)
    try program.run("push", "d", "--id", "long-2")
    #expect(
      try program.run("show", "long").errors.contains(
        "'long' is the start of several ids (@5 cli long-1, @6 cli long-2); type more of it"))
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
}
