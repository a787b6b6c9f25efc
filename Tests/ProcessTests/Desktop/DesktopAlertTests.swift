import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// Alerts to a desktop, whose notification daemon a second daemon plays.
@Suite(.waiting) struct DesktopAlertTests {
  private let bus: PrivateBus
  private let desktop: RunningDaemon
  private let daemon: RunningDaemon

  init() throws {
    bus = try PrivateBus()
    let address = "desktop.bus = '\(bus.address)'\n"
    desktop = try RunningDaemon(configuration: "desktop.receive = 'server'\n" + address)
    try desktop.source("desktop")
    daemon = try RunningDaemon(
      configuration: "desktop.receive = 'monitor'\nalerts.desktop = 'dbus'\n" + address + """
        [[alerts.rules]]
        filter = 'source:quiet'
        desktop = 'off'

        """)
    try daemon.source("desktop")
    try daemon.source("desktop/alerts")
  }

  /// What the desktop shows, oldest first, awaited until it is as it should be.
  private func shown(_ expected: [String], _ format: String = "{title}") throws -> [String] {
    var lines: [String] = []
    _ = try eventually {
      lines = try desktop.program.list(format, "--sort", "oldest")
      return lines == expected
    }
    return lines
  }

  @Test func `a new message is shown, by any process, and taken back when it is read`() throws {
    try daemon.program.run("push", "--source", "quiet", "Unseen")
    try daemon.program.run("push", "--silent", "Silent")
    try daemon.program.run("push", "--priority", "max", "Disk <full>", "97 % & more")
    let alert = ["desktop/bellboard Disk <full> 97 % & more 5 unread"]
    let format = "{source} {title} {body} {priority} {status}"
    #expect(try shown(alert, format) == alert)
    try daemon.program.run("read", "@3")
    let read = ["desktop/bellboard Disk <full> 97 % & more 5 read"]
    #expect(try shown(read, format) == read)
    // Nothing came back in.
    #expect(try daemon.program.list("{source}") == ["cli", "cli", "quiet"])
  }

  @Test func `a question is answered from the desktop`() throws {
    let asking = try RunningProgram(
      daemon.program, ["ask", "Deploy?", "--action", "Yes", "--action", "No"])
    #expect(try shown(["Deploy?"]) == ["Deploy?"])
    #expect(try desktop.program.run("answer", "@1", "No").status == 0)
    #expect(asking.line() == "No")
    #expect(try daemon.program.run("show", "@1", "--json").output.contains(#""answer":"No""#))
  }

  @Test func `what came from the desktop is not sent back to it`() throws {
    try bus.run("notify-send", "-a", "tool", "From the desktop")
    #expect(try eventually { try daemon.program.run("count").output == "1\n" })
    try daemon.program.run("push", "Own")
    let lines = ["From the desktop", "Own"]
    #expect(try shown(lines) == lines)
  }

  @Test func `many at once are one alert that says how many`() throws {
    let lines = (1...50).map { #"{"title":"Number \#($0)"}"# }.joined(separator: "\n")
    try daemon.program.run("push", "--json", input: "[\(lines.replacing("\n", with: ","))]")
    #expect(try shown(["50 new messages"]) == ["50 new messages"])
  }

  @Test func `a desktop without a notification daemon is told`() throws {
    #expect(try desktop.end() == 0)
    daemon.send(SIGHUP)
    try daemon.program.run("push", "Unheard")
    let lone = try RunningDaemon(
      configuration: "alerts.desktop = 'dbus'\ndesktop.bus = '\(bus.address)'\n")
    let state = try lone.source("desktop/alerts") { $0.phase == .failed }
    #expect(state.error?.hasPrefix("the desktop shows no notifications: ") == true)
  }

  @Test func `a click opens a terminal with a screen, unless one is open`() throws {
    let scripts = try ProgramFolder()
    try scripts.add("terminal", "echo \"$@\" >> \(scripts.path)/opened")
    let opened = { (try? String(contentsOfFile: scripts.path + "/opened", encoding: .utf8)) ?? "" }
    let other = try RunningDaemon(
      configuration: """
        desktop.receive = 'monitor'
        alerts.desktop = 'dbus'
        desktop.bus = '\(bus.address)'
        desktop.terminal = ['\(scripts.path)/terminal', '-e']

        """)
    try other.source("desktop/alerts")
    try other.program.run("push", "Disk full")
    #expect(try shown(["Disk full"]) == ["Disk full"])
    #expect(try desktop.program.run("open", "@1").status == 0)
    #expect(eventually { opened().hasSuffix("/bellboard screen --inbox default\n") }, "\(opened())")
    #expect(opened().hasPrefix("-e /"))
    // The screen that opens goes to the message.
    let screen = try other.program.screen(showing: "Disk full", "q back", columns: 100)
    try other.program.run("push", "Disk fuller")
    #expect(try shown(["Disk full", "Disk fuller"]).count == 2)
    #expect(try desktop.program.run("open", "@2").status == 0)
    try screen.awaitScreen("Disk fuller", "q back")
    #expect(opened().split(separator: "\n").count == 1)
    // Both are opened from their alerts; no view of them is an influenced open.
    #expect(
      try eventually { try other.program.run("stats", "--json").output.contains(#""viewed":2"#) })
    let statistics = try other.program.run("stats", "--json").output
    #expect(statistics.contains(#""opened_from":{"alert":2}"#), "\(statistics)")
    #expect(!statistics.contains("influenced"), "\(statistics)")
  }
}
