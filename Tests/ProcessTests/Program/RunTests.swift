import Foundation
import InboxTestSupport
import Testing

@testable import bellboard

@Suite struct RunTests {
  private let program = Program()

  private func stored(_ format: String) throws -> String {
    try program.run("list", "--format", format).output
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGUSR1])
  func `a signal sent to us reaches the command, which may end as it likes`(signal: Int32) throws {
    let script =
      "trap 'echo got it; exit 9' TERM HUP INT USR1; echo ready; while :; do sleep 0.02; done"
    let running = try RunningProgram(program, ["run", "--", "sh", "-c", script])
    #expect(running.line() == "ready")
    running.send(signal)
    #expect(running.line() == "got it")
    #expect(running.end() == 9)
  }

  @Test func `a reader that does not read hides neither signals nor the end`() throws {
    let watch = try RunningProgram(program, ["watch", "--since", "0", "--limit", "1"])
    let running = try RunningProgram(program, ["run", "--", "yes"])
    running.awaitFullOutput()
    running.send(SIGTERM)
    #expect(try #require(watch.line()).contains("received"))
    #expect(try stored("{subtitle}").hasPrefix("killed by SIGTERM"))
    var last: String?
    while let line = running.line() { last = line }
    #expect(last == "y")
    #expect(running.end() == 128 + SIGTERM)
  }

  @Test func `on a terminal the command has the terminal`() throws {
    let terminal = try program.emulated(
      "run", "--", "sh", "-c", "test -t 0 && test -t 1 && test -t 2 && echo yes")
    #expect(try terminal.wait() == 0)
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("yes"))
    #expect(try stored("{body}") == "\n")
  }

  @Test func `what ends sooner than asked is not stored, but a failure out of sight is`() throws {
    try program.run("run", "--notify-after", "1h", "--", "true")
    #expect(try program.run("list").lines.isEmpty)
    let terminal = try program.emulated("run", "--notify-after", "1h", "--", "false")
    #expect(try terminal.wait() == 1 << 8)
    #expect(try program.run("list").lines.isEmpty)
    try program.run("run", "--notify-after", "1h", "--", "false")
    try program.run("run", "--notify-after", "1s", "--", "sleep", "1")
    #expect(
      try program.list("{title}", "--sort", "oldest") == ["false failed", "sleep 1 succeeded"])
  }
}
