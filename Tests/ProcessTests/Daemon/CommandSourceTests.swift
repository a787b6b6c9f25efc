import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// Programs whose output becomes messages.
@Suite(.waiting) struct CommandSourceTests {
  private let scripts = ProgramFolder.empty()

  private func command(_ script: String, _ settings: String...) -> String {
    let lines = ["[[command]]", "command = ['\(scripts.path)/\(script)']"] + settings
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a script has noted as the numbers of its processes, awaited.
  private func numbers(notedBy script: String) -> [Int32] {
    var numbers: [Int32] = []
    _ = eventually {
      numbers = scripts.notes(of: script).split(separator: "\n").compactMap { Int32($0) }
      return numbers.count == 2
    }
    return numbers
  }

  private func titles(_ daemon: RunningDaemon, count: Int) throws -> [String] {
    var lines: [String] = []
    let isThere = try eventually {
      lines = try daemon.program.list("{source} {title}", "--sort", "oldest")
      return lines.count >= count
    }
    #expect(isThere, "\(lines) \(daemon.log)")
    return lines
  }

  @Test func `lines are payloads or titles, and rubbish costs its neighbors nothing`() throws {
    try scripts.add(
      "feed", #"echo '{"title":"one","id":"1"}'"#, "echo nonsense", "echo",
      #"echo '{"title":"two","id":"2","source":"own"}'"#)
    try scripts.add("plain", "echo Disk full", "printf 'no end'")
    let daemon = try RunningDaemon(
      configuration: command("feed", "every = '1h'")
        + "[[command]]\nname = 'texts'\ncommand = '\(scripts.path)/plain'\nevery = '1h'\nformat = 'lines'\n"
    )
    let feed = try daemon.source("command/feed") { $0.phase == .waiting }
    #expect(feed.receivedCount == 2)
    #expect(feed.error?.hasPrefix("1 bad lines; the first: not JSON") == true)
    #expect(feed.nextTry != nil)
    try daemon.source("command/texts") { $0.phase == .waiting }
    #expect(
      try Set(titles(daemon, count: 4)) == [
        "command/feed one", "own two", "command/texts Disk full", "command/texts no end",
      ])
  }

  @Test func `a standard error is logged line by line under the source's name`() throws {
    try scripts.add(
      "talker", "printf 'one\\ntwo\\033[m\\n' >&2", "echo x",
      "head -c 200000 /dev/zero | tr '\\0' y >&2", "echo >&2", "exec >&-",
      "i=0; while [ $i -lt 20000 ]; do echo many >&2; i=$((i+1)); done", "printf 'no end' >&2")
    let daemon = try RunningDaemon(
      configuration: command("talker", "every = '1h'", "format = 'lines'"))
    let state = try daemon.source("command/talker") { $0.phase == .waiting }
    #expect(state.error == nil && state.receivedCount == 1, "\(state)")
    let lines = daemon.log.split(separator: "\n").filter { $0.contains("command/talker") }
    #expect(lines.allSatisfy { $0.hasPrefix("<5>command/talker: ") })
    #expect(lines.first == "<5>command/talker: one")
    #expect(lines.dropFirst().first?.hasPrefix("<5>command/talker: two␛") == true)
    #expect(lines.dropFirst(2).first?.hasSuffix("yyy…") == true)
    #expect(lines.count < 120 && lines.allSatisfy { $0.utf8.count < 1_100 })
    #expect(lines.contains { $0.contains("more lines left out of its standard error") })
    #expect(!daemon.log.contains("\nmany"))
  }

  @Test func `what a rule drops is no bad line, and its program's failure is logged`() throws {
    try scripts.add("feed", #"echo '{"title":"noise"}'"#, #"echo '{"title":"news"}'"#)
    let daemon = try RunningDaemon(
      configuration:
        "[[rules]]\nfilter = 'noise'\ndrop = true\n[[rules]]\nname = 'told'\nfilter = 'news'\nrun = ['false']\n"
        + command("feed", "every = '1h'"))
    let state = try daemon.source("command/feed") { $0.phase == .waiting }
    #expect(state.error == nil && state.receivedCount == 1, "\(state)")
    #expect(
      eventually {
        daemon.log.contains("<4>the program of the rule 'told' exited with status 1\n")
      }, "\(daemon.log)")
  }

  @Test func `one that runs on is started again when it ends, and ended with the daemon`() throws {
    let mark = scripts.path + "/ended"
    try scripts.add(
      "stay", "trap 'echo x > \(mark); exit' TERM", #"echo '{"title":"here"}'"#,
      "while :; do sleep 0.1; done")
    try scripts.add("leave", #"echo '{"title":"gone","id":"1"}'"#, "echo bad", "exit 3")
    let daemon = try RunningDaemon(configuration: command("stay") + command("leave"))
    #expect(try Set(titles(daemon, count: 2)) == ["command/stay here", "command/leave gone"])
    let left = try daemon.source("command/leave") { $0.phase == .failed }
    #expect(left.error?.contains("with status 3; 1 bad lines; the first: ") == true, "\(left)")
    #expect(try daemon.source("command/stay").phase == .running)
    #expect(try daemon.end() == 0)
    #expect(FileManager.default.fileExists(atPath: mark))
  }

  @Test func `a daemon that is killed leaves no program behind`() throws {
    let notes = scripts.path + "/stay.notes"
    // The program itself holds out, and so does what it has started.
    try scripts.add(
      "stay", "trap '' TERM", "sleep 1000 &", "echo $$ $! > '\(notes)'", "wait", "sleep 1000")
    let daemon = try RunningDaemon(configuration: command("stay"))
    let numbers = scripts.notes(of: "stay", until: "\n").split(whereSeparator: \.isWhitespace)
      .compactMap { Int32($0) }
    try #require(numbers.count == 2)
    // It can be faster than the daemon's notes of it.
    try daemon.source("command/stay")
    daemon.send(SIGKILL)
    #expect(try daemon.awaitEnd() == 128 + SIGKILL)
    for number in numbers { #expect(eventually { hasEnded(number) }, "\(number) runs on") }
  }

  @Test(arguments: ["every = '1h'\ntimeout = '1s'", ""])
  func `what holds out is killed with its program, at timeout and end`(_ settings: String) throws {
    let notes = scripts.path + "/stay.notes"
    // One in the group of the program, one in a session of its own; the program itself ends when asked.
    try scripts.add(
      "holdout", "trap '' TERM", "echo $$ >> '\(notes)'", "while :; do sleep 1000; done")
    try scripts.add(
      "stay", "'\(scripts.path)/holdout' &", "setsid '\(scripts.path)/holdout' &",
      "exec sleep 1000")
    let daemon = try RunningDaemon(
      configuration: command("stay", settings))
    let numbers = numbers(notedBy: "stay")
    try #require(numbers.count == 2, "\(numbers) \(daemon.log)")
    if settings.isEmpty {
      try daemon.source("command/stay")
      #expect(try daemon.end() == 0)
    } else {
      try daemon.source("command/stay") { $0.phase == .waiting }
    }
    for number in numbers { #expect(eventually { hasEnded(number) }, "\(number) runs on") }
  }

  @Test func `what a run left behind ends with the daemon, unless it gives up the mark`() throws {
    let notes = scripts.path + "/leave.notes"
    try scripts.add("agent", "echo $$ >> '\(notes)'", "exec sleep 1000")
    try scripts.add(
      "leave", "setsid '\(scripts.path)/agent' > /dev/null 2>&1 &",
      "env -u INBOX_RUN setsid '\(scripts.path)/agent' > /dev/null 2>&1 &")
    let daemon = try RunningDaemon(configuration: command("leave", "every = '1h'"))
    let numbers = numbers(notedBy: "leave")
    defer { for number in numbers { kill(number, SIGKILL) } }
    try #require(numbers.count == 2, "\(numbers) \(daemon.log)")
    #expect(try daemon.end() == 0)
    #expect(eventually { numbers.count(where: hasEnded) == 1 })
    #expect(numbers.count { !hasEnded($0) } == 1)
  }

  @Test func `a daemon whose log nobody reads serves on, and ends`() throws {
    try scripts.add(
      "talker", "i=0; while [ $i -lt 99 ]; do printf '%01000d\\n' 0 >&2; i=$((i+1)); done")
    let pipe = scripts.path + "/log"
    let daemon = try RunningDaemon(
      configuration: command("talker", "every = '1h'")
        + command("talker", "name = 'again'", "every = '1h'"),
      limits: "mkfifo '\(pipe)'; exec 3<> '\(pipe)' 2>&3")
    try daemon.source("command/talker") { $0.phase == .waiting }
    try daemon.source("command/again") { $0.phase == .waiting }
    #expect(try daemon.curl("/topic", "-d", "text").status == 200)
    #expect(try daemon.end() == 0)
  }

  @Test func `floods without lines and of a standard error are held back, and told`() throws {
    try scripts.add("endless", "exec tr '\\0' x < /dev/zero")
    try scripts.add("blank", "exec yes ''")
    try scripts.add("errors", "yes many >&2 &", "wait")
    let names = ["endless", "blank", "errors"]
    let daemon = try RunningDaemon(configuration: names.map { command($0) }.joined())
    for name in names {
      let what = name == "errors" ? "on standard error" : "that is not a line"
      try daemon.source("command/\(name)") {
        $0.error == "paused: too much output \(what)" && $0.phase == .running
      }
    }
    #expect(try daemon.end() == 0)
  }

  @Test func `one that runs on and floods is held back, and its rubbish is told`() throws {
    let mark = scripts.path + "/read"
    try scripts.add("rubbish", "yes rubbish | head -n 200000", "echo x > '\(mark)'", "sleep 1000")
    try scripts.add("flood", "exec yes")
    let daemon = try RunningDaemon(
      configuration: command("rubbish") + command("flood", "format = 'lines'"))
    let rubbish = try daemon.source("command/rubbish") {
      $0.error?.contains("paused: too many lines") == true
    }
    #expect(rubbish.phase == .running && rubbish.isTroubled, "\(rubbish)")
    #expect(rubbish.error?.contains("bad lines; the first: not JSON") == true, "\(rubbish)")
    try daemon.source("command/flood") {
      $0.receivedCount >= 1_040 && $0.error == "paused: too many lines"
    }
    // What the other has printed meanwhile was not read: its pipe is full.
    #expect(!FileManager.default.fileExists(atPath: mark))
    #expect(daemon.log.components(separatedBy: "<4>command/rubbish: ").count == 2)
    #expect(try daemon.end() == 0)
  }

  @Test func `floods, endless lines and endless runs are bounded`() throws {
    try scripts.add("flood", "i=0; while [ $i -lt 5000 ]; do echo line; i=$((i+1)); done")
    try scripts.add("line", "head -c 3000000 /dev/zero | tr '\\0' x", "echo", "echo short")
    try scripts.add("sleeper", "echo before", "sleep 1000")
    let daemon = try RunningDaemon(
      configuration: command("flood", "every = '1h'", "timeout = '2s'", "format = 'lines'")
        + command("line", "every = '1h'", "format = 'lines'")
        + command("sleeper", "every = '1h'", "timeout = '1s'", "format = 'lines'")
        + "[[command]]\ncommand = ['/nowhere/program']\nevery = '1h'\n")
    let flood = try daemon.source("command/flood") { $0.phase == .waiting }
    #expect(flood.error?.contains("lines dropped") == true)
    let line = try daemon.source("command/line") { $0.phase == .waiting }
    #expect(line.error?.contains("longer than 262144 bytes") == true)
    #expect(line.receivedCount == 1)
    let sleeper = try daemon.source("command/sleeper") { $0.phase == .waiting }
    #expect(sleeper.error?.contains("took longer than 1 s") == true)
    #expect(sleeper.receivedCount == 1)
    let missing = try daemon.source("command/program") { $0.phase == .failed }
    #expect(missing.error == "cannot start /nowhere/program: No such file or directory")
  }
}
