import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// The exchange as people run it: two homes, two daemons, and a real server.
@Suite(.waiting) struct ExchangeTests {
  private func configuration(
    _ server: NATSServer, _ machine: String, _ more: String = ""
  ) -> String {
    """
    [exchange]
    url = "nats://127.0.0.1:\(server.port)"
    machine = "\(machine)"
    \(more)

    """
  }

  /// A home whose inbox has joined, by a program that a shell runs with a wrapper, such as `faketime`.
  private func joined(
    _ server: NATSServer, _ machine: String, _ titles: [String] = [], by wrapper: String = ""
  ) throws -> Program {
    let program = Program()
    _ = try program.write(configuration(server, machine), to: "config.toml")
    for title in titles { try program.run("push", title) }
    let result = try program.shell("\(wrapper) \"$B\" exchange join --yes")
    #expect(result.status == 0, "\(result)")
    return program
  }

  private static let source = "exchange/default"

  /// A daemon that exchanges the inbox of a program.
  private func live(
    _ program: Program, _ configuration: String, limits: String = ":"
  ) throws -> RunningDaemon {
    let daemon = try RunningDaemon(program, configuration: configuration, limits: limits)
    try daemon.source(Self.source) { $0.detail?.hasPrefix("live") == true }
    return daemon
  }

  private func titles(_ program: Program, _ filter: String = "") throws -> [String] {
    try program.run("list", "--filter", filter, "--format", "{title}").lines.sorted()
  }

  @Test func `two machines become one inbox`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = try joined(server, "laptop", ["of the laptop", "of both"])
    let desktop = try joined(server, "desktop", ["of the desktop"])
    #expect(try titles(desktop) == ["of both", "of the desktop", "of the laptop"])

    let first = try live(laptop, configuration(server, "laptop"))
    let second = try live(desktop, configuration(server, "desktop"))
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
    let id = try desktop.run("list", "--filter", "is:asking", "--format", "{id}").lines[0]
    try desktop.run("answer", id, "Yes")
    #expect(try script.end() == 0)
    #expect(try String(contentsOfFile: laptop.path + "/answer", encoding: .utf8) == "Yes\n")
    #expect(try laptop.run("show", id).output.contains("answer      Yes (on desktop, now)"))
    #expect(try laptop.run("show", id, "--json").output.contains("\"answered_on\":\"desktop\""))

    let checks = try laptop.run("doctor").lines
    #expect(checks.contains { $0.contains("exchange") && $0.contains("default: live · ") })
    let status = try laptop.run("exchange", "status").output
    #expect(status.contains("live · 127.0.0.1:\(server.port) · 0 waiting"), "\(status)")
    #expect(status.contains("laptop (here) · desktop"), "\(status)")
  }

  /// How often a daemon is killed; more in the long run.
  private static let kills =
    ProcessInfo.processInfo.environment["BELLBOARD_EXCHANGE_KILLS"].flatMap { Int($0) } ?? 6

  @Test func `a daemon that is killed at any moment loses and doubles nothing`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (try joined(server, "laptop"), try joined(server, "desktop"))
    let steady = try live(laptop, configuration(server, "laptop"))
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
    let daemon = try live(desktop, configuration(server, "desktop"))
    defer { daemon.send(SIGTERM) }
    for program in [laptop, desktop] {
      #expect(try eventually { try titles(program, "-source:ci") == expected.sorted() })
      // Each push of a fold key is counted once, on whichever machine it was.
      #expect(
        try eventually {
          try program.run("list", "--filter", "source:ci", "--format", "{occurrences}").lines
            == [String](repeating: "8", count: Self.kills)
        })
    }
  }

  /// A library that sets the clock three hours ahead, and leaves those of timers alone.
  private static func library(in folder: TemporaryFolder) throws -> String {
    let source = """
      #include <sys/syscall.h>
      #include <sys/time.h>
      #include <time.h>
      #include <unistd.h>
      int clock_gettime(clockid_t clock, struct timespec *time) {
        int result = syscall(SYS_clock_gettime, clock, time);
        if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += 3 * 3600;
        return result;
      }
      int gettimeofday(struct timeval *time, void *zone) {
        struct timespec now;
        int result = clock_gettime(CLOCK_REALTIME, &now);
        time->tv_sec = now.tv_sec;
        time->tv_usec = now.tv_nsec / 1000;
        return result;
      }
      time_t time(time_t *result) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        if (result) *result = now.tv_sec;
        return now.tv_sec;
      }
      """
    let path = folder.path + "/clock"
    try source.write(toFile: path + ".c", atomically: true, encoding: .utf8)
    let compiler = try ChildProcess(
      "/usr/bin/env", ["cc", "-shared", "-fPIC", "-o", path + ".so", path + ".c"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    try #require(try compiler.end() == 0)
    return path + ".so"
  }

  @Test func `a machine whose clock is hours ahead does not win for hours`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let folder = try TemporaryFolder()
    let clock = "env LD_PRELOAD=\(try Self.library(in: folder))"
    let laptop = try joined(server, "laptop", ["a"], by: clock)
    let desktop = try joined(server, "desktop")
    try desktop.run("read", "--filter", "a")
    #expect(try desktop.run("exchange", "join", "--yes").status == 0)
    #expect(try laptop.shell("\(clock) \"$B\" exchange join --yes").status == 0)
    #expect(try titles(laptop, "is:read") == ["a"])
    // Both while no daemon runs: the later change wins, whatever the clocks say.
    #expect(try laptop.shell("\(clock) \"$B\" unread --filter a").status == 0)
    try desktop.run("delete", "--filter", "a")
    let first = try live(
      laptop, configuration(server, "laptop"), limits: "exec \(clock) \"$D\"")
    let second = try live(desktop, configuration(server, "desktop"))
    defer { [first, second].forEach { $0.send(SIGTERM) } }
    for program in [laptop, desktop] {
      #expect(try eventually { try titles(program, "is:deleted") == ["a"] })
    }
    try laptop.run("push", "b")
    #expect(try eventually { try titles(desktop) == ["b"] })
    let named = try laptop.run("sources").output
    #expect(named.contains("the clock of this machine is 180 min ahead"), "\(named)")
  }

  @Test func `who leaves beside a running daemon gets nothing until it joins again`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (try joined(server, "laptop"), try joined(server, "desktop"))
    let first = try live(laptop, configuration(server, "laptop"))
    let second = try live(desktop, configuration(server, "desktop"))
    defer { [first, second].forEach { $0.send(SIGTERM) } }
    #expect(try laptop.run("exchange", "leave").output.hasPrefix("default has left; now remove"))
    try first.source(Self.source) { $0.error?.contains("has not joined") == true }
    try desktop.run("push", "meanwhile")
    try laptop.run("push", "of the laptop")
    #expect(try laptop.run("exchange", "status").status == 1)
    #expect(try titles(laptop) == ["of the laptop"])
    let again = try laptop.run("exchange", "join", "--yes")
    #expect(again.output == "default: 1 received, 1 sent, 0 already here\n", "\(again)")
    for (program, daemon) in [(laptop, first), (desktop, second)] {
      try daemon.source(Self.source) { $0.detail?.hasPrefix("live") == true }
      #expect(try eventually { try titles(program) == ["meanwhile", "of the laptop"] })
    }
    try laptop.run("push", "news")
    #expect(try eventually { try titles(desktop).contains("news") })
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
      _ = try program.write(text, to: "config.toml")
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
    let rekeyed = try laptop.run("exchange", "rekey", "--yes")
    #expect(rekeyed.status == 0, "\(rekeyed)")
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
