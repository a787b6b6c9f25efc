import Foundation
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

/// The exchange as people run it: two homes, two daemons, and a real server.
@Suite(.waiting) struct ExchangeTests {
  func configuration(_ server: NATSServer, _ machine: String, _ more: String = "") -> String {
    """
    [exchange]
    url = "nats://127.0.0.1:\(server.port)"
    machine = "\(machine)"
    \(more)

    """
  }

  /// A home whose inbox has joined, by a program that a shell runs with a wrapper, such as `faketime`.
  func joined(
    _ server: NATSServer, _ machine: String, _ titles: [String] = [], by wrapper: String = ""
  ) throws -> Program {
    let program = Program()
    try program.configure(configuration(server, machine))
    for title in titles { try program.run("push", title) }
    try program.shell("\(wrapper) \"$B\" exchange join --yes", ending: 0)
    return program
  }

  static let source = "exchange/default"

  /// A daemon that exchanges the inbox of a program.
  func live(
    _ program: Program, _ configuration: String, limits: String = ":"
  ) throws -> RunningDaemon {
    let daemon = try RunningDaemon(program, configuration: configuration, limits: limits)
    try daemon.source(Self.source) { $0.detail?.hasPrefix("live") == true }
    return daemon
  }

  func live(_ program: Program, _ server: NATSServer, _ machine: String) throws -> RunningDaemon {
    try live(program, configuration(server, machine))
  }

  func titles(_ program: Program, _ filter: String = "") throws -> [String] {
    try program.list("{title}", "--filter", filter).sorted()
  }

  @Test func `two machines become one inbox`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = try joined(server, "laptop", ["of the laptop", "of both"])
    let desktop = try joined(server, "desktop", ["of the desktop"])
    #expect(try titles(desktop) == ["of both", "of the desktop", "of the laptop"])

    let (first, second) = (try live(laptop, server, "laptop"), try live(desktop, server, "desktop"))
    defer { [first, second].forEach { $0.send(SIGTERM) } }
    #expect(try eventually { try titles(laptop).count == 3 })

    let screen = try desktop.screen(showing: "of the laptop")
    try laptop.run("push", "news")
    try screen.awaitScreen("news")
    try desktop.run("read", "--filter", "news")
    #expect(try eventually { try titles(laptop, "is:read") == ["news"] })
    // A question that one machine asks is answered on the other.
    let script = try ChildProcess(
      BuiltProgram.path("bellboard"), ["ask", "Ship it?"], environment: try laptop.environment(),
      output: .file(try laptop.path + "/answer"))
    #expect(try eventually { try titles(desktop, "is:asking") == ["Ship it?"] })
    let id = try desktop.list("{id}", "--filter", "is:asking")[0]
    try desktop.run("answer", id, "Yes")
    #expect(try script.end() == 0)
    #expect(try laptop.text(of: "answer") == "Yes\n")
    #expect(try laptop.run("show", id).output.contains("answer      Yes (on desktop, now)"))
    #expect(try laptop.run("show", id, "--json").output.contains("\"answered_on\":\"desktop\""))

    let checks = try laptop.run("doctor").lines
    #expect(checks.contains { $0.contains("exchange") && $0.contains("default: live · ") })
    let isSent = try eventually {
      try laptop.run("exchange", "status").output
        .contains("live · 127.0.0.1:\(server.port) · 0 waiting")
    }
    let status = try laptop.run("exchange", "status").output
    #expect(isSent && status.contains("laptop (here) · desktop"), "\(status)")
  }

  @Test func `joining ends when what it has sent was read back`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = Program()
    try laptop.configure(configuration(server, "laptop"))
    let count = 5_000
    let lines = (0..<count).map { "{\"id\":\"m\($0)\",\"source\":\"ci\",\"title\":\"a\"}\n" }
    #expect(try laptop.run("import", laptop.write(lines.joined(), to: "messages")).status == 0)
    let joined = try laptop.run("exchange", "join", "--yes")
    #expect(joined.lines.first == "default: 0 received, \(count) sent, 0 already here", "\(joined)")
    let status = try JSONValue(json: try laptop.run("exchange", "status", "--json").output)
    guard case .array(let inboxes) = status, case .object(let fields)? = inboxes.first,
      case .integer(let sequence)? = fields["sequence"]
    else {
      Issue.record("\(status)")
      return
    }
    // With the value that names the key.
    #expect(sequence > count)
  }

  @Test func `a message that is too large is named, also while no daemon runs`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last), "max_payload: 4096")
    let laptop = Program()
    try laptop.configure(configuration(server, "laptop"))
    let letters = (0..<12_000).map { _ in Character(UnicodeScalar(UInt8.random(in: 97...122))) }
    try laptop.run("push", "Large\u{1B}[31m log", "--id", "large", "--body", String(letters))
    try laptop.run("push", "small")
    let joining = try laptop.run("exchange", "join", "--yes")
    let reason = "1 change stays here: larger than the server's limit of 4096 bytes"
    #expect(
      joining.lines.first == "default: 0 received, 1 sent, 0 already here; \(reason)", "\(joining)")
    #expect(joining.status == 0)

    let named = "large  Large␛[31m log (12 kB)"
    let status = try laptop.run("exchange", "status", ending: 0)
    #expect(status.output.contains(" · 1 refused · "), "\(status)")
    #expect(
      Array(status.lines.suffix(2)) == [
        "refused   bellboardd is not running; once it runs, it tries again and says why",
        "          \(named)",
      ], "\(status)")
    let json = try laptop.run("exchange", "status", "--json").output
    #expect(json.contains("\"id\":\"large\"") && json.contains("\"count\":1"), "\(json)")

    let daemon = try live(laptop, server, "laptop")
    defer { daemon.send(SIGTERM) }
    try daemon.source("exchange/default sending") { $0.error == reason }
    #expect(
      try eventually {
        let lines = try laptop.run("exchange", "status").lines.suffix(2)
        return lines.first?.hasPrefix("refused   \(reason); next try in ") == true
          && lines.last == "          \(named)"
      })
    // It is live, but not all is well.
    let checks = try laptop.run("doctor").lines.filter { $0.contains("exchange  ") }
    #expect(checks.count == 1 && !checks[0].hasPrefix("ok"), "\(checks)")
    // A shorter text is sent.
    try laptop.run("push", "Large log", "--id", "large", "--body", "short")
    #expect(
      try eventually {
        try !laptop.run("exchange", "status").output.contains("refused")
          && !laptop.run("sources").output.contains("exchange/default sending")
      })
  }

  @Test func `the question says how many messages are shared, and how many stay`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = Program()
    try laptop.configure(configuration(server, "laptop", "share = { desktop = false }"))
    for (title, source) in [("a", "ci"), ("b", "ci"), ("c", "desktop/music")] {
      try laptop.run("push", title, "--source", source)
    }
    let terminal = try laptop.emulated(
      "exchange", "join", environment: ["TERM": "xterm"],
      showing: "exchange.share keeps 1 message on this machine.")
    try terminal.awaitOutput("Share 2 messages with everybody who can read there? [y/N]")
    try terminal.send("y\n", showing: "default: 0 received, 2 sent, 0 already here")
    #expect(try terminal.wait() == 0)
  }

  /// How often a daemon is killed; `Scripts/proof exchange` does it more often.
  private static let kills = 6

  @Test func `a daemon that is killed at any moment loses and doubles nothing`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (try joined(server, "laptop"), try joined(server, "desktop"))
    let steady = try live(laptop, server, "laptop")
    defer { steady.send(SIGTERM) }
    var random = SystemRandomNumberGenerator()
    var expected: [String] = []
    for round in 0..<Self.kills {
      let daemon = try RunningDaemon(desktop, configuration: configuration(server, "desktop"))
      for index in 0..<8 {
        let title = "\(round)-\(index)"
        try [laptop, desktop][index % 2].run("push", title, "--fold", "f\(round)", "--source", "ci")
        try [laptop, desktop][index % 2].run("push", title)
        expected.append(title)
      }
      usleep(UInt32.random(in: 0..<400_000, using: &random))
      daemon.send(SIGKILL)
      _ = try daemon.awaitEnd()
    }
    let daemon = try live(desktop, server, "desktop")
    defer { daemon.send(SIGTERM) }
    for program in [laptop, desktop] {
      #expect(try eventually { try titles(program, "-source:ci") == expected.sorted() })
      // Each push of a fold key is counted once, on whichever machine it was.
      #expect(
        try eventually {
          try program.list("{occurrences}", "--filter", "source:ci")
            == [String](repeating: "8", count: Self.kills)
        })
    }
  }

  private static func library(in folder: TemporaryFolder) throws -> String {
    let source = BuiltProgram.packageFolder + "/Scripts/clock.c"
    let path = folder.path + "/clock.so"
    let compiler = try ChildProcess(
      "/usr/bin/env", ["cc", "-shared", "-fPIC", "-o", path, source],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    try #require(try compiler.end() == 0)
    return path
  }

  @Test func `a machine whose clock is hours ahead does not win for hours`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let folder = try TemporaryFolder()
    let clock = "env CLOCK_AHEAD=\(3 * 3_600) LD_PRELOAD=\(try Self.library(in: folder))"
    let laptop = try joined(server, "laptop", ["a"], by: clock)
    let desktop = try joined(server, "desktop")
    try desktop.run("read", "--filter", "a")
    #expect(try desktop.run("exchange", "join", "--yes").status == 0)
    #expect(try laptop.shell("\(clock) \"$B\" exchange join --yes").status == 0)
    #expect(try titles(laptop, "is:read") == ["a"])
    // Both while no daemon runs: the later change wins, whatever the clocks say.
    #expect(try laptop.shell("\(clock) \"$B\" unread --filter a").status == 0)
    try desktop.run("delete", "--filter", "a")
    let first = try live(laptop, configuration(server, "laptop"), limits: "exec \(clock) \"$D\"")
    let second = try live(desktop, server, "desktop")
    defer { [first, second].forEach { $0.send(SIGTERM) } }
    for program in [laptop, desktop] {
      #expect(try eventually { try titles(program, "is:deleted") == ["a"] })
    }
    // It is no hours above what comes later.
    #expect(try laptop.shell("\(clock) \"$B\" push b").status == 0)
    #expect(try eventually { try titles(desktop) == ["b"] })
    try desktop.run("push", "c")
    #expect(try eventually { try titles(laptop) == ["b", "c"] })
    for program in [laptop, desktop] { #expect(try program.list("{title}") == ["c", "b"]) }
    // A snooze of half an hour there is one of half an hour here.
    #expect(try laptop.shell("\(clock) \"$B\" snooze --for 30m --filter b").status == 0)
    #expect(try eventually { try titles(desktop, "is:snoozed") == ["b"] })
    let ends = try [laptop, desktop].map { program in
      let line = try program.list("{snoozed_until}", "--filter", "is:snoozed").first
      return try #require(RFC3339.date(from: line ?? ""))
    }
    #expect(ends[0].timeIntervalSince(ends[1]) == 3 * 3_600)
    let named = try laptop.run("sources").output
    #expect(named.contains("the clock of this machine is 180 min ahead"), "\(named)")
  }

  @Test func `who leaves beside a running daemon gets nothing until it joins again`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (try joined(server, "laptop"), try joined(server, "desktop"))
    let (first, second) = (try live(laptop, server, "laptop"), try live(desktop, server, "desktop"))
    defer { [first, second].forEach { $0.send(SIGTERM) } }
    #expect(try laptop.run("exchange", "leave").output.hasPrefix("default has left; now remove"))
    try first.source(Self.source) { $0.error?.contains("has not joined") == true }
    try desktop.run("push", "meanwhile")
    try laptop.run("push", "of the laptop")
    #expect(try laptop.run("exchange", "status").status == 1)
    #expect(try titles(laptop) == ["of the laptop"])
    try laptop.run(
      "exchange", "join", "--yes", printing: "default: 1 received, 1 sent, 0 already here\n")
    for (program, daemon) in [(laptop, first), (desktop, second)] {
      try daemon.source(Self.source) { $0.detail?.hasPrefix("live") == true }
      #expect(try eventually { try titles(program) == ["meanwhile", "of the laptop"] })
    }
    try laptop.run("push", "news")
    #expect(try eventually { try titles(desktop).contains("news") })
  }

  @Test(arguments: [(1, "1 change was not sent"), (2, "2 changes were not sent")])
  func `who leaves is told how much was not sent`(count: Int, text: String) throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = try joined(server, "laptop", ["shared"])
    for index in 0..<count { try laptop.run("push", "not sent \(index)") }
    let left = try laptop.run("exchange", "leave")
    let rest = "; now remove [exchange] from the configuration\n"
    #expect(left.output == "default has left; \(text)\(rest)", "\(left)")
  }

  @Test func `an inbox that is not there has not joined, and the daemon makes none`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let text = configuration(server, "laptop", "inboxes = [\"default\", \"other\"]")
    let daemon = try RunningDaemon(configuration: text)
    defer { daemon.send(SIGTERM) }
    for name in ["default", "other"] {
      let problem = name == "default" ? "'default' has not joined" : "there is no inbox 'other'"
      try daemon.source("exchange/\(name)") { $0.error?.contains(problem) == true }
    }
    let inboxes = try daemon.program.path + "/inboxes"
    #expect(try FileManager.default.contentsOfDirectory(atPath: inboxes) == ["default"])
  }

  @Test func `files of the connection that are replaced are used at once`() throws {
    let program = try #require(NATSProgram.all.last)
    let user = "UDVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCYSJF"
    let server = try NATSServer(program, "authorization { users = [{ nkey: \(user) }] }")
    let seed = try server.secret(
      "seed", "SUAAOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBZ5FE\n")
    let laptop = Program()
    let key = try laptop.path + "/key"
    let text = configuration(server, "laptop", "key = \"\(key)\"\nnkey = \"\(seed)\"")
    try laptop.configure(text)
    #expect(try laptop.run("exchange", "key").status == 0)
    try laptop.run("exchange", "join", "--yes", ending: 0)
    let daemon = try live(laptop, text)
    defer { daemon.send(SIGTERM) }
    for (path, problem) in [(key, "sealed with the key"), (seed, "seed")] {
      let content = try Data(contentsOf: URL(filePath: path))
      if path == key {
        // As from another machine.
        #expect(try laptop.run("exchange", "key", path + ".other").status == 0)
        let code = rename(path + ".other", path)
        #expect(code == 0)
      } else {
        try Data("nothing".utf8).write(to: URL(filePath: path))
      }
      try daemon.source(Self.source) { $0.error?.contains(problem) == true }
      // In its place, so that it stays closed to others.
      try content.write(to: URL(filePath: path))
      try daemon.source(Self.source) { $0.detail?.hasPrefix("live") == true }
    }
  }

  @Test func `with a new key the others wait until they have it`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (Program(), Program())
    var daemons: [RunningDaemon] = []
    defer { daemons.forEach { $0.send(SIGTERM) } }
    func copyKey() throws {
      let paths = try [laptop, desktop].map { try $0.path + "/key" }
      try? FileManager.default.removeItem(atPath: paths[1])
      try FileManager.default.copyItem(atPath: paths[0], toPath: paths[1])
    }
    for (program, name) in [(laptop, "laptop"), (desktop, "desktop")] {
      let text = configuration(server, name, "key = \"\(try program.path)/key\"")
      try program.configure(text)
      if name == "laptop" {
        #expect(try program.run("exchange", "key").status == 0)
        try program.run("push", "a")
      } else {
        try copyKey()
      }
      #expect(try program.run("exchange", "join", "--yes").status == 0)
      daemons.append(try live(program, text))
    }
    #expect(try eventually { try titles(desktop) == ["a"] })
    try laptop.run("exchange", "rekey", "--yes", ending: 0)
    try laptop.run("push", "b")
    try daemons[1].source(Self.source) { $0.error?.contains("sealed with the key") == true }
    try desktop.run("push", "c")
    try copyKey()
    for (program, daemon) in zip([laptop, desktop], daemons) {
      try daemon.source(Self.source) { $0.detail?.hasPrefix("live") == true }
      #expect(try eventually { try titles(program) == ["a", "b", "c"] })
    }
  }
}
