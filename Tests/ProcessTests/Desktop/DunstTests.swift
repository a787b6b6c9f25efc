import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// A display that nobody sees.
private final class Display {
  private let path: String
  private let process: ChildProcess

  /// Starts it; it writes its number to a file of the folder.
  init(on bus: PrivateBus, in folder: TemporaryFolder) throws {
    path = folder.path + "/display"
    process = try ChildProcess(
      "/usr/bin/env",
      ["Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"],
      environment: bus.environment, output: .file(path))
  }

  deinit {
    // It takes its lock and its socket away when it is asked to end.
    process.send(SIGTERM)
    _ = try? process.end()
  }

  /// Its number, which it writes when it is there.
  func number() throws -> Int {
    var number: Int?
    let isThere = eventually {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      number = text.hasSuffix("\n") ? Int(text.dropLast()) : nil
      return number != nil
    }
    try #require(isThere, "the display did not start")
    return try #require(number)
  }
}

/// A notification daemon of others, on such a display.
///
/// Used from one test at a time.
private final class Dunst {
  private let bus: PrivateBus
  private let folder: TemporaryFolder
  private let display: Display
  private let process: ChildProcess

  /// Starts a display and the daemon, and waits until it answers.
  init(on bus: PrivateBus) throws {
    self.bus = bus
    folder = try TemporaryFolder()
    // Nothing goes away by itself.
    let settings = ["low", "normal", "critical"].map { "[urgency_\($0)]\ntimeout = 0\n" }
    try settings.joined().write(toFile: folder.path + "/dunstrc", atomically: true, encoding: .utf8)
    display = try Display(on: bus, in: folder)
    process = try ChildProcess(
      "/usr/bin/env", ["dunst", "-conf", folder.path + "/dunstrc"],
      environment: bus.environment.merging([
        "DISPLAY": ":\(try display.number())", "HOME": folder.path,
      ]) { $1 }, errors: .file(folder.path + "/errors"))
    let answers = try eventually { try bus.call("GetServerInformation").hasPrefix("('dunst'") }
    try #require(
      answers, "\((try? String(contentsOfFile: folder.path + "/errors", encoding: .utf8)) ?? "")")
  }

  deinit {
    process.send(SIGTERM)
    _ = try? process.end()
  }

  func end() throws {
    process.send(SIGTERM)
    _ = try process.end()
  }

  /// Whether it comes to show so many notifications.
  func shows(_ count: Int) throws -> Bool {
    try eventually { try bus.run("dunstctl", "count", "displayed") == "\(count)" }
  }

  /// What was shown and is closed, as JSON.
  func history() throws -> String { try bus.run("dunstctl", "history") }

  func closeAll() throws { try bus.run("dunstctl", "close-all") }
}

/// The daemon beside a notification daemon of others.
@Suite(.waiting) struct DunstTests {
  private let bus: PrivateBus
  private let dunst: Dunst

  init() throws {
    bus = try PrivateBus()
    dunst = try Dunst(on: bus)
  }

  @Test func `an alert is shown there, and taken back when it is read`() throws {
    let daemon = try RunningDaemon(
      configuration: "alerts.desktop = 'dbus'\ndesktop.bus = '\(bus.address)'\n")
    try daemon.source("desktop/alerts")
    try daemon.program.run("push", "--priority", "max", "Disk <full>", "97 % & more")
    #expect(try dunst.shows(1))
    try daemon.program.run("push", "Second")
    #expect(try dunst.shows(2))
    #expect(try daemon.program.run("read", "@1").status == 0)
    #expect(try dunst.shows(1))
    let history = try dunst.history()
    #expect(history.contains(#""Disk <full>""#), "\(history)")
    #expect(history.contains("97 % &amp; more"), "\(history)")
    #expect(!history.contains("Second"), "\(history)")
  }

  @Test func `a daemon that has ended is told, and the next one gets the alerts`() throws {
    let daemon = try RunningDaemon(
      configuration: "alerts.desktop = 'dbus'\ndesktop.bus = '\(bus.address)'\n")
    try daemon.source("desktop/alerts") { $0.detail?.hasPrefix("alerts go to dunst ") == true }
    try dunst.end()
    let state = try daemon.source("desktop/alerts") { $0.phase == .failed }
    #expect(state.error == "the desktop's notification daemon has ended")
    let next = try Dunst(on: bus)
    let again = try daemon.source("desktop/alerts")
    #expect(again.error == nil && again.detail?.hasPrefix("alerts go to dunst ") == true)
    try daemon.program.run("push", "First")
    #expect(try next.shows(1))
  }

  @Test func `what others send there is copied, and read when it is closed there`() throws {
    let daemon = try RunningDaemon(
      configuration: "desktop.receive = 'monitor'\ndesktop.bus = '\(bus.address)'\n")
    try daemon.source("desktop")
    try bus.run("notify-send", "-a", "tool", "-u", "critical", "Backup", "failed")
    #expect(try dunst.shows(1))
    func copies(_ line: String) throws -> Bool {
      try eventually { try daemon.program.list("{source} {title} {body} {status}") == [line] }
    }
    #expect(try copies("desktop/tool Backup failed unread"))
    try dunst.closeAll()
    #expect(try copies("desktop/tool Backup failed read"))
    #expect(try dunst.shows(0))
  }

  @Test func `keys for the volume have one row there and here, read when it is closed`() throws {
    let daemon = try RunningDaemon(
      configuration: "desktop.receive = 'monitor'\ndesktop.bus = '\(bus.address)'\n")
    try daemon.source("desktop")
    for (hint, title) in [
      ("x-dunst-stack-tag", "Volume"), ("x-canonical-private-synchronous", "Light"),
    ] {
      for value in [30, 35, 40] {
        try bus.run(
          "notify-send", "-a", "keys", "-h", "string:\(hint):\(title)", "-h", "int:value:\(value)",
          title, "\(value) %")
      }
    }
    #expect(try dunst.shows(2))
    var rows: [String] = []
    func copies(_ lines: [String]) throws -> Bool {
      try eventually {
        rows = try daemon.program.list("{title} {body} {status}", "--sort", "oldest")
        return rows == lines
      }
    }
    #expect(try copies(["Volume 40 % unread", "Light 40 % unread"]), "\(rows)")
    try dunst.closeAll()
    #expect(try copies(["Volume 40 % read", "Light 40 % read"]), "\(rows)")
  }
}
