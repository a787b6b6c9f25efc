import Foundation
import Testing

@Suite("the name of an inbox")
struct InboxNameTests {
  let program = Program()

  /// The folders of inboxes that there are.
  private func inboxes() throws -> [String] {
    let path = try program.path + "/inboxes"
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test(arguments: [
    "list", "count", "show @1", "stats", "export", "read --all", "delete @1", "purge --all",
    "undo", "redo", "open @1", "copy @1", "answer @1 Yes", "go @1", "snooze @1 --for 2h",
    "screen", "doctor", "count --follow", "watch", "watch --metrics",
  ])
  func `only what brings something in makes an inbox`(_ line: String) throws {
    try program.run("push", "x", "--inbox", "work")
    let words = line.split(separator: " ").map(String.init)
    for environment in [["BELLBOARD_INBOX": "wrok"], [:]] {
      let named = environment.isEmpty ? ["--inbox", "wrok"] : []
      let run = try program.run(words + named, input: Data(), environment: environment)
      #expect(run.status == 1)
      #expect(
        (run.errors + run.output).contains("there is no inbox 'wrok'; did you mean 'work'?"))
    }
    #expect(try inboxes() == ["work"])
  }

  @Test(arguments: [
    ("count", "0\n", 0), ("list", "", 0), ("export", "", 0), ("read --all", "0\n", 3),
    ("undo", "0\n", 3), ("show @1", "", 3),
  ])
  func `the usual inbox is empty until it is made`(
    _ line: String, _ output: String, _ status: Int32
  ) throws {
    _ = try program.write("inbox = \"mine\"\n", to: "config.toml")
    for environment in [["BELLBOARD_INBOX": "default"], [:]] {
      let words = line.split(separator: " ").map(String.init)
      let run = try program.run(words, input: Data(), environment: environment)
      #expect(run.output == output && run.status == status, "\(run.errors)")
    }
    #expect(try inboxes() == [])
  }

  @Test(arguments: [("count --follow", "1"), ("watch --since 0", #""numbers":[1]"#)])
  func `who follows the usual inbox sees what comes into it first`(_ line: String, _ told: String)
    throws
  {
    _ = try program.write("inbox = \"mine\"\n", to: "config.toml")
    let follower = try RunningProgram(program, line.split(separator: " ").map(String.init))
    if line.hasPrefix("count") { #expect(follower.line() == "0") }
    try program.run("push", "first", "--inbox", "mine")
    #expect(follower.line()?.contains(told) == true)
    #expect(try inboxes() == ["mine"])
  }

  @Test func `what brings something in makes the inbox`() throws {
    try program.run("push", "x", "--inbox", "one")
    try program.run("import", "--inbox", "two")
    try program.run("run", "--inbox", "three", "--", "true")
    try program.run("ask", "Sure?", "--timeout", "1s", "--inbox", "four")
    #expect(try inboxes() == ["four", "one", "three", "two"])
  }

  @Test func `the inbox may be named before the command`() throws {
    #expect(try program.run("--inbox", "work", "push", "x").status == 0)
    #expect(try program.run("--inbox=work", "count").output == "1\n")
    #expect(try program.run("--inbox", "work", "list", "--format", "{title}").lines == ["x"])
    #expect(try program.run("--inbox", "UPPER", "count").errors.contains("not a valid inbox name"))
    #expect(try inboxes() == ["work"])
  }

  @Test func `other options come after the command`() throws {
    let run = try program.run("--filter", "is:read", "list")
    #expect(run.status == 64)
    #expect(run.errors.contains("the command comes first: 'bellboard list …'"))
  }
}
