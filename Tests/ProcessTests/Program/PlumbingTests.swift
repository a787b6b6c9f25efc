import InboxText
import Foundation
import InboxTestSupport
import Testing

@Suite("pipes, descriptors, full disks, terminals")
struct PlumbingTests {
  let program = Program()

  private func fill(_ count: Int) throws {
    let lines = (1...count).map { "{\"id\":\"m\($0)\",\"title\":\"message number \($0)\"}\n" }
    try program.run("push", "--json", input: lines.joined())
  }

  private func leftOver() throws -> [String] {
    let folder = try program.path + "/inboxes/default"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `a reader that takes one line is no mishap`() throws {
    try fill(5_000)
    let run = try program.shell(#"{ "$B" list; echo "status $?" >&2; } | head -1"#)
    #expect(run.lines.count == 1)
    #expect(run.errors == "status 141\n")
    #expect(try leftOver() == ["inbox.bell", "inbox.sqlite"])
  }

  @Test func `a full disk under the output is reported, not ignored`() throws {
    try fill(1)
    for command in ["list", "count", "export", "list --json", "--help", "keys"] {
      let run = try program.shell("\"$B\" \(command) >/dev/full")
      #expect(run.status == 1, "\(command)")
    }
    #expect(try program.shell(#""$B" count >/dev/full"#).errors.contains("No space left"))
  }

  @Test func `closed descriptors are reported`() throws {
    try fill(1)
    let input = try program.shell(#""$B" push --json <&-"#)
    #expect(input.status == 1)
    #expect(input.errors.contains("standard input is closed"))
    #expect(try program.shell(#""$B" push t - <&-"#).status == 1)
    #expect(try program.shell(#""$B" count >&-"#).status == 1)
    #expect(try program.shell(#""$B" count <&- 2>&-"#).output == "1\n")
    #expect(try program.shell(#""$B" list <&- >&- 2>&-"#).status == 1)
    #expect(try program.run("count").output == "1\n")
  }

  @Test func `a file that may not grow is reported and loses nothing`() throws {
    try fill(1)
    let text = String(repeating: "x", count: 200_000)
    let file = try program.write("{\"title\":\"big\",\"body\":\"\(text)\"}\n", to: "big.json")
    let run = try program.shell("ulimit -f 150; \"$B\" push --json < '\(file)'")
    #expect(run.status == 1)
    #expect(run.errors.contains("limits files to"), "\(run.errors)")
    #expect(try program.run("list", "--format", "{id}").lines == ["m1"])
    #expect(try program.run("push", "after").status == 0)
  }

  @Test func `no command leaves a write-ahead log`() throws {
    try fill(10)
    for arguments in [["list"], ["read", "--all"], ["undo"], ["export"], ["read", "nope"]] {
      try program.run(arguments, input: Data())
      #expect(try leftOver() == ["inbox.bell", "inbox.sqlite"], "\(arguments)")
    }
  }

  @Test func `without a terminal the screen says so`() throws {
    let run = try program.run([], input: Data(), environment: ["TERM": "xterm-256color"])
    #expect(run.status == 1)
    #expect(run.errors.contains("terminal"))
    #expect(run.output == "")
    #expect(try program.run("demo").status == 1)
  }

  @Test(arguments: [
    ("dumb", "type 'dumb' cannot show a screen"),
    ("no-such-terminal", "type 'no-such-terminal' is unknown here"), ("", "TERM is not set"),
  ])
  func `a terminal that cannot show a screen is reported`(_ type: String, _ told: String) throws {
    let run = try program.shell(
      "script -qec '\"$B\"' /dev/null </dev/null", environment: ["TERM": type])
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains(told), "\(run.output)")
    #expect(!run.output.contains("\u{1B}["), "\(run.output)")
  }

  @Test(arguments: [nil, SIGTERM, SIGHUP])
  func `a demonstration that ends leaves nothing`(_ signal: Int32?) throws {
    let temporary = try program.path + "/tmp"
    try FileManager.default.createDirectory(
      atPath: temporary, withIntermediateDirectories: true)
    let terminal = try PseudoTerminal(
      Program.path, ["demo"],
      environment: program.environment(["TMPDIR": temporary, "TERM": "xterm-256color"]))
    try terminal.awaitOutput("Backup finished on atlas")
    try terminal.awaitOutput("Tour 1/")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).count == 1)
    if let signal { terminal.signal(signal) } else { terminal.send("Q") }
    #expect(try terminal.wait() == (signal.map { (128 + $0) << 8 } ?? 0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }

  @Test func `a demonstration that was killed leaves nothing for long`() throws {
    let temporary = try program.path + "/leftovers"
    let run = try program.shell(
      """
      mkdir -p "$T/bellboard-demo-dead/default" "$T/bellboard-demo-alive"
      flock "$T/bellboard-demo-alive" "$B" demo 2>/dev/null; ls "$T"
      """, environment: ["TMPDIR": temporary, "T": temporary])
    #expect(run.lines == ["bellboard-demo-alive"])
  }
}
