import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// The exchange as people run it: two homes, two daemons, and a real server.
@Suite(.waiting) struct ExchangeTests {
  private func configuration(_ server: NATSServer, _ machine: String) -> String {
    """
    [exchange]
    url = "nats://127.0.0.1:\(server.port)"
    machine = "\(machine)"

    """
  }

  /// A home whose inbox has joined.
  private func joined(_ server: NATSServer, _ machine: String, _ titles: [String]) throws -> Program
  {
    let program = Program()
    _ = try program.write(configuration(server, machine), to: "config.toml")
    for title in titles { try program.run("push", title) }
    let result = try program.run("exchange", "join", "--yes")
    #expect(result.status == 0, "\(result)")
    return program
  }

  private func titles(_ program: Program, _ filter: String = "") throws -> [String] {
    try program.run("list", "--filter", filter, "--format", "{title}").lines.sorted()
  }

  @Test func `two machines become one inbox`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = try joined(server, "laptop", ["of the laptop", "of both"])
    let desktop = try joined(server, "desktop", ["of the desktop"])
    #expect(try titles(desktop) == ["of both", "of the desktop", "of the laptop"])

    let first = try RunningDaemon(laptop, configuration: configuration(server, "laptop"))
    let second = try RunningDaemon(desktop, configuration: configuration(server, "desktop"))
    try first.source("exchange/default") { $0.detail?.hasPrefix("live") == true }
    try second.source("exchange/default") { $0.detail?.hasPrefix("live") == true }
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

    let status = try laptop.run("exchange", "status").output
    #expect(status.contains("live · 127.0.0.1:\(server.port) · 0 waiting"), "\(status)")
    #expect(status.contains("laptop (here) · desktop"), "\(status)")
  }

  /// How often a daemon is killed; more in the long run.
  private static let kills =
    ProcessInfo.processInfo.environment["BELLBOARD_EXCHANGE_KILLS"].flatMap { Int($0) } ?? 6

  @Test func `a daemon that is killed at any moment loses and doubles nothing`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (try joined(server, "laptop", []), try joined(server, "desktop", []))
    let steady = try RunningDaemon(laptop, configuration: configuration(server, "laptop"))
    try steady.source("exchange/default") { $0.detail?.hasPrefix("live") == true }
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
    let daemon = try RunningDaemon(desktop, configuration: configuration(server, "desktop"))
    try daemon.source("exchange/default") { $0.detail?.hasPrefix("live") == true }
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
}
