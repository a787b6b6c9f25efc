import Testing

@Suite("the window of a pushed message")
struct PushWindowTests {
  let program = Program()

  @Test func `an end before the start is refused`() throws {
    for end in ["1h", "2h"] {
      let run = try program.run("push", "x", "--starts-at", "2h", "--expires-at", end)
      #expect(run.status == 64)
      #expect(run.errors.contains("--expires-at") && run.errors.contains("--starts-at"))
    }
    #expect(try program.run("list", "-f", "is:scheduled").output == "")
    #expect(try program.run("push", "x", "--starts-at", "1h", "--expires-at", "2h").errors == "")
  }

  @Test func `one that is over is stored and that is said`() throws {
    let run = try program.run("push", "old", "--expires-at", "2020-01-01")
    #expect(run.status == 0)
    #expect(run.errors.contains("note: 'old' has expired already"))
    #expect(try program.run("list", "-f", "is:expired", "--format", "{title}").lines == ["old"])
  }

  @Test func `one that comes into the trash is stored and that is said`() throws {
    try program.run("push", "x", "--id", "nightly")
    #expect(try program.run("push", "y", "--id", "nightly").errors == "")
    try program.run("delete", "nightly")
    let run = try program.run("push", "z", "--id", "nightly")
    #expect(run.output == "nightly\n" && run.status == 0)
    #expect(run.errors.contains("note: 'nightly' is in the trash and stays there; --resurface"))
    #expect(try program.run("push", "z", "--id", "nightly", "--resurface").errors == "")
    #expect(try program.run("count").output == "1\n")
  }

  @Test func `payloads from elsewhere are stored, and the contradiction is said`() throws {
    let window = "\"starts_at\": 1900000000, \"expires_at\": 1800000000"
    let lines = (1...5).map { "{\"title\": \"m\($0)\", \(window)}\n" }.joined()
    let run = try program.run("push", "--json", input: lines)
    #expect(run.status == 0 && run.lines.count == 5)
    #expect(run.errors.contains("'m3' is never shown"))
    #expect(!run.errors.contains("'m4'") && run.errors.contains("2 more"))
    #expect(try program.run("import", "--inbox", "two", input: lines).output == "5\n")
  }

  @Test func `a bad priority is reported with the good ones`() throws {
    let run = try program.run("push", "x", "--priority", "9")
    #expect(run.status == 64)
    for name in ["min", "low", "default", "high", "max"] {
      #expect(run.errors.contains("'\(name)'"))
    }
  }
}
