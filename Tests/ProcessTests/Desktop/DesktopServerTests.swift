import Foundation
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

/// The daemon in the place of a desktop's notification daemon.
@Suite(.waiting) struct DesktopServerTests {
  private let bus: PrivateBus

  init() throws { bus = try PrivateBus() }

  private func daemon(_ more: String = "") throws -> RunningDaemon {
    let daemon = try RunningDaemon(
      configuration: "desktop.receive = 'server'\ndesktop.bus = '\(bus.address)'\n" + more)
    try daemon.source("desktop")
    return daemon
  }

  private func list(_ daemon: RunningDaemon, _ format: String) throws -> [String] {
    try daemon.program.list(format, "--sort", "oldest")
  }

  @Test func `a notification becomes a message with all that it says`() throws {
    let daemon = try daemon()
    try bus.run(
      "notify-send", "-u", "critical", "-a", "Mail Client", "-c", "email.arrived", "-h",
      "string:desktop-entry:org.mozilla.Thunderbird", "-h", "int:value:40", "-h",
      "string:sound-name:bell", "-h", "string:image-path:/tmp/cat.png", "Lunch &amp; <more>",
      "Are <b>you</b> coming?\nSee <a href=\"https://example.org/?a=1&amp;b=2\">the menu</a> &lt;3")
    let json = try daemon.program.run("list", "--json").output
    guard case .array(let messages) = try JSONValue(json: json),
      case .object(let message)? = messages.first
    else {
      Issue.record("\(json)")
      return
    }
    #expect(messages.count == 1)
    #expect(message["source"] == "desktop/thunderbird")
    #expect(message["title"] == "Lunch &amp; <more>")
    #expect(message["body"] == "Are you coming?\nSee the menu (https://example.org/?a=1&b=2) <3")
    #expect(message["priority"] == .integer(5))
    #expect(message["categories"] == .array(["email.arrived"]))
    #expect(message["progress"] == .integer(40))
    #expect(message["sound"] == "bell")
    #expect(message["tap"] == .object(["kind": "url", "url": "https://example.org/?a=1&b=2"]))
    #expect(
      message["attachments"]
        == .array([.object(["url": "file:///tmp/cat.png", "format": "image"])]))
  }

  @Test func `it tells what it is and what it can`() throws {
    let daemon = try daemon()
    #expect(try bus.call("GetServerInformation") == "('Bellboard', 'Bellboard', '0.1.0', '1.2')")
    #expect(try bus.call("GetCapabilities").contains("'actions'"))
    #expect(try bus.call("NoSuchMethod").isEmpty)
    #expect(try bus.call("CloseNotification", "4000000000").isEmpty)
    #expect(try daemon.source("desktop").detail?.contains("org.freedesktop.Notifications") == true)
  }

  @Test func `one that replaces another is the same message, unread again`() throws {
    let daemon = try daemon()
    let id = try bus.run("notify-send", "-p", "Copying", "10 %", "-h", "int:value:10")
    try daemon.program.run("read", "@1")
    #expect(try bus.run("notify-send", "-p", "-r", id, "Copying", "90 %") == id)
    #expect(try list(daemon, "{title} {body} {status} {progress}") == ["Copying 90 % unread "])
    // The number of another daemon's, from before.
    #expect(try bus.run("notify-send", "-p", "-r", "77", "Other") == "77")
    #expect(try list(daemon, "{title}") == ["Copying", "Other"])
  }

  @Test func `keys for the volume have one row, unread again by another text only`() throws {
    let daemon = try daemon()
    func press(_ value: Int, _ title: String) throws -> String {
      try bus.run(
        "notify-send", "-p", "-a", "keys", "-h", "string:x-canonical-private-synchronous:volume",
        "-h", "int:value:\(value)", title, "\(value) %")
    }
    let ids = Set(try [press(30, "Volume"), press(35, "Volume"), press(40, "Volume")])
    #expect(ids.count == 3)
    let format = "{source} {title} {body} {progress} {status}"
    #expect(try list(daemon, format) == ["desktop/keys Volume 40 % 40 unread"])
    try daemon.program.run("read", "@1")
    _ = try press(45, "Volume")
    #expect(try list(daemon, format) == ["desktop/keys Volume 45 % 45 read"])
    _ = try press(45, "Muted")
    #expect(try list(daemon, format) == ["desktop/keys Muted 45 % 45 unread"])
    try bus.run("notify-send", "-a", "keys", "-h", "string:x-dunst-stack-tag:light", "Light", "9 %")
    try bus.run(
      "notify-send", "-a", "other", "-h", "string:x-dunst-stack-tag:light", "Light", "9 %")
    #expect(try list(daemon, "{number}") == ["1", "2", "3"])
  }

  @Test func `the same again is one row, and what is transient only alerts`() throws {
    let daemon = try daemon()
    for _ in 0..<3 { try bus.run("notify-send", "-a", "disk", "Disk full") }
    try bus.run("notify-send", "-e", "Volume")
    #expect(try list(daemon, "{source} {title} {occurrences}") == ["desktop/disk Disk full 3"])
    #expect(try daemon.program.run("count", "--filter", "is:alert").output == "1\n")
  }

  @Test func `an answer from the inbox reaches the sender, and so does a deletion`() throws {
    let daemon = try daemon()
    let asking = try bus.start("notify-send", "-A", "yes=Approve", "-A", "no=Refuse", "Deploy?")
    #expect(try eventually { try daemon.program.run("count").output == "1\n" })
    #expect(try daemon.program.run("answer", "@1", "Approve").status == 0)
    #expect(try asking.end() == 0)
    #expect(asking.output == "yes\n")
    let alike = try bus.start("notify-send", "-A", "a=Same", "-A", "b=Same", "Which?")
    #expect(try eventually { try daemon.program.run("count").output == "1\n" })
    #expect(try daemon.program.run("answer", "@2", "b").status == 0)
    #expect(try alike.end() == 0)
    #expect(alike.output == "b\n")

    let waiting = try bus.start("notify-send", "-w", "Tea is ready")
    #expect(try eventually { try daemon.program.run("count").output == "1\n" })
    let signals = try bus.start(
      "dbus-monitor", "--address", bus.address, "interface='org.freedesktop.Notifications'")
    #expect(signals.prints("NameAcquired") || signals.prints("NameLost"))
    try daemon.program.run("delete", "@3")
    #expect(try waiting.end() == 0)
    #expect(signals.prints("member=NotificationClosed"))
    #expect(signals.prints("uint32 2"))
  }

  @Test func `one that its sender closes is read, and its actions are gone`() throws {
    let daemon = try daemon()
    let answer = try bus.call(
      "Notify", "chat", "0", "", "Call", "from Ann", "['take', 'Take it']", "{}", "0")
    let id = answer.filter(\.isNumber).dropFirst(2)
    #expect(try list(daemon, "{title} {status}") == ["Call unread"])
    #expect(try bus.call("CloseNotification", String(id)) == "()")
    #expect(try list(daemon, "{title} {status}") == ["Call read"])
    #expect(try daemon.program.run("answer", "@1", "Take it").status == 1)
  }

  @Test func `one whose time is up is closed for its sender and stays in the inbox`() throws {
    let daemon = try daemon()
    let signals = try bus.start(
      "dbus-monitor", "--address", bus.address, "interface='org.freedesktop.Notifications'")
    #expect(signals.prints("NameAcquired") || signals.prints("NameLost"))
    try bus.run("notify-send", "-t", "50", "Short")
    #expect(signals.prints("member=NotificationClosed"))
    #expect(signals.prints("uint32 1"))
    #expect(try list(daemon, "{title} {status}") == ["Short unread"])
  }

  @Test func `a name that another program owns is told, with what to do`() throws {
    let first = try daemon()
    let second = try RunningDaemon(
      configuration: "desktop.receive = 'server'\ndesktop.bus = '\(bus.address)'\n")
    let state = try second.source("desktop") { $0.phase == .failed }
    #expect(
      state.error
        == "bellboardd (process \(first.identifier)) owns org.freedesktop.Notifications already;"
        + " end it, or set desktop.receive = \"monitor\"")
    #expect(try first.end() == 0)
    second.send(SIGHUP)
    try second.source("desktop")
  }

  @Test func `a bus that disappears is told, and found again`() throws {
    let daemon = try daemon()
    try bus.end()
    let state = try daemon.source("desktop") { $0.phase == .failed }
    #expect(state.error?.contains("the bus") == true)
    try bus.restart()
    daemon.send(SIGHUP)
    try daemon.source("desktop")
    try bus.run("notify-send", "Back again")
    #expect(try list(daemon, "{title}") == ["Back again"])
    #expect(try daemon.end() == 0)
  }

  @Test func `arguments of other types are refused, and the source goes on`() throws {
    let daemon = try daemon()
    #expect(try bus.call("CloseNotification", "'text'").isEmpty)
    try bus.run(
      "dbus-send", "--bus=\(bus.address)", "--dest=org.freedesktop.Notifications",
      "/org/freedesktop/Notifications", "org.freedesktop.Notifications.Notify", "string:only")
    try bus.run("notify-send", "Good")
    #expect(try list(daemon, "{title}") == ["Good"])
  }
}

/// The daemon beside another notification daemon, whose part a second daemon plays.
@Suite(.waiting) struct DesktopMonitorTests {
  private let bus: PrivateBus
  private let desktop: RunningDaemon
  private let copying: RunningDaemon

  init() throws {
    bus = try PrivateBus()
    let address = "desktop.bus = '\(bus.address)'\n"
    desktop = try RunningDaemon(configuration: "desktop.receive = 'server'\n" + address)
    try desktop.source("desktop")
    copying = try RunningDaemon(configuration: "desktop.receive = 'monitor'\n" + address)
    try copying.source("desktop")
  }

  private func awaitCopies(_ lines: [String], _ format: String) throws -> [String] {
    var copies: [String] = []
    _ = try eventually {
      copies = try copying.program.list(format, "--sort", "oldest")
      return copies == lines
    }
    return copies
  }

  @Test func `what the other daemon is sent is copied, and replaced as there`() throws {
    let id = try bus.run("notify-send", "-a", "tool", "-p", "-u", "low", "Copying", "10 %")
    #expect(
      try awaitCopies(["desktop/tool Copying 10 % 2"], "{source} {title} {body} {priority}")
        == ["desktop/tool Copying 10 % 2"])
    try bus.run("notify-send", "-a", "tool", "-r", id, "Copying", "90 %")
    try bus.run("notify-send", "-a", "tool", "Done")
    let lines = ["Copying 90 %", "Done "]
    #expect(try awaitCopies(lines, "{title} {body}") == lines)
  }

  @Test func `actions are not copied, as only the other daemon can tell their sender`() throws {
    _ = try bus.call("Notify", "chat", "0", "", "Call", "Ann", "['take', 'Take it']", "{}", "0")
    #expect(try awaitCopies(["Call"], "{title}") == ["Call"])
    #expect(try copying.program.run("answer", "@1", "Take it").status == 1)
    #expect(try desktop.program.run("answer", "@1", "Take it").status == 0)
  }

  @Test func `what is dismissed there is read here`() throws {
    try bus.run("notify-send", "Seen")
    try bus.run("notify-send", "Unseen")
    let before = ["Seen unread", "Unseen unread"]
    #expect(try awaitCopies(before, "{title} {status}") == before)
    try desktop.program.run("delete", "@1")
    let after = ["Seen read", "Unseen unread"]
    #expect(try awaitCopies(after, "{title} {status}") == after)
  }
}
