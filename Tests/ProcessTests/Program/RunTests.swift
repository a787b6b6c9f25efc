import Foundation
import InboxTestSupport
import Testing

@testable import bellboard

@Suite struct RunTests {
  private let program = Program()

  private func stored(_ format: String) throws -> String {
    try program.run("list", "--format", format).output
  }

  @Test func `a success is reported with its last lines, and passed through untouched`() throws {
    try program.run(
      "run", "--", "sh", "-c", "echo one; echo two", ending: 0, printing: "one\ntwo\n")
    #expect(try stored("{title}|{priority}") == "sh -c echo one; echo two succeeded|3\n")
    #expect(try program.run("show", "@1").output.contains("\n\none\ntwo\n"))
  }

  @Test func `a failure is urgent, and its status is ours`() throws {
    try program.run(
      "run", "--title", "Backup", "--source", "cron", "--", "sh", "-c", "echo no >&2; exit 7",
      ending: 7, errors: "no\n")
    #expect(try stored("{source} {title} {priority} {body}") == "cron Backup failed 4 no\n")
    #expect(try stored("{subtitle}").hasPrefix("exit status 7 after "))
  }

  @Test func `a command that cannot be run is 127 or 126, and reported too`() throws {
    #expect(try program.run("run", "--", "no-such-command-here").status == 127)
    #expect(try program.run("run", "--", "/").status == 126)
    #expect(try program.run("list").lines.count == 2)
  }

  @Test func `input reaches the command`() throws {
    try program.run("run", "--", "cat", input: "all of it", printing: "all of it")
  }

  @Test func `only failures are reported when that is asked for`() throws {
    #expect(try program.run("run", "--on-failure-only", "--", "true").status == 0)
    #expect(try program.run("list").output.isEmpty)
    #expect(try program.run("run", "--on-failure-only", "--", "false").status == 1)
    #expect(try program.run("list").lines.count == 1)
  }

  @Test func `an inbox that cannot be written never hides the command's status`() throws {
    try FileManager.default.createDirectory(
      atPath: try program.path + "/inboxes", withIntermediateDirectories: true)
    try program.write("no folder", to: "inboxes/default")
    try program.run(
      "run", "--", "sh", "-c", "echo done; exit 5", ending: 5, printing: "done\n",
      saying: "nothing was stored")
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

  @Test func `a command killed by a signal gives what a shell gives`() throws {
    #expect(try program.run("run", "--", "sh", "-c", "kill -TERM $$").status == 128 + SIGTERM)
    #expect(try stored("{subtitle}").hasPrefix("killed by SIGTERM after "))
    try program.shell("\"$B\" run -- sh -c 'kill -INT $$'; echo $?", printing: "130\n")
  }

  @Test func `the lines of both streams into one file stay in order`() throws {
    let run = try program.shell(
      "\"$B\" run -- sh -c 'for i in 1 2 3; do echo out$i; echo err$i >&2; done' 2>&1")
    #expect(run.lines == ["out1", "err1", "out2", "err2", "out3", "err3"])
  }

  @Test func `a reader that goes away ends the command as it would without us`() throws {
    let run = try program.shell("{ \"$B\" run -- yes; echo $? >&2; } | head -n 1", printing: "y\n")
    #expect(try run.errors == program.shell("{ yes; echo $? >&2; } | head -n 1").errors)
    #expect(try stored("{subtitle}").hasPrefix("killed by SIGPIPE after "))
  }

  @Test func `what the command leaves running does not hold us`() throws {
    try program.run(
      "run", "--", "sh", "-c", "sleep 600 & echo $! > \"$BELLBOARD_HOME/pid\"; echo started",
      printing: "started\n")
    let text = try program.text(of: "pid")
    let sleeper = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
    // It is there still, so nobody has waited for it.
    #expect(kill(sleeper, SIGKILL) == 0)
  }

  @Test func `what the command leaves behind may write on without holding us`() throws {
    try program.shell("\"$B\" run -- sh -c 'yes & exit 3' > /dev/null", ending: 3)
    #expect(try program.run("list").lines.count == 1)
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

  @Test func `all of the output arrives, however slowly it is read`() throws {
    let run = try program.shell(
      "\"$B\" run -- sh -c 'seq 200000; exit 2' | (sleep 0.2; tail -n 1; wc -c)")
    #expect(run.lines.first == "200000")
    let count = try program.shell("\"$B\" run -- seq 200000 | wc -c").output
    #expect(count.trimmingCharacters(in: .whitespacesAndNewlines) == "1288895")
  }

  @Test func `on a terminal the command has the terminal`() throws {
    let terminal = try program.emulated(
      "run", "--", "sh", "-c", "test -t 0 && test -t 1 && test -t 2 && echo yes")
    #expect(try terminal.wait() == 0)
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("yes"))
    #expect(try stored("{body}") == "\n")
  }

  @Test func `a run with an id of its own becomes one message that comes up again`() throws {
    for _ in 1...2 {
      try program.run("run", "--id", "nightly", "--", "true")
      #expect(try program.run("count").output == "1\n")
      try program.run("read", "nightly")
    }
    #expect(try program.run("list").lines.count == 1)
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

  @Test func `as many lines as can be asked for are stored, and come back from an export`() throws {
    let script = "yes $(printf %03000d 0) | head -n 600; echo end"
    try program.run("run", "--tail", "1000", "--", "sh", "-c", script)
    #expect(try program.run("show", "@1").output.hasSuffix("0\nend\n"))
    let exported = try program.run("export").output
    #expect(try Program().run("import", "-", input: exported).output == "1\n")
  }

  @Test func `a command that is a long script is stored as far as there is room`() throws {
    let script = "# \(String(repeating: "long ", count: 20_000))\nexit 3"
    #expect(try program.run("run", "--", "sh", "-c", script).status == 3)
    #expect(try program.run("list", "--json").output.contains(#""command":["sh","-c","…"]"#))
  }
}
