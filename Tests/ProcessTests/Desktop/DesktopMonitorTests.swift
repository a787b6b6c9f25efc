import Foundation
import InboxSettings
import InboxTestSupport
import Testing

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
      copies = try copying.program.run("list", "--sort", "oldest", "--format", format).lines
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
    _ = try desktop.program.run("delete", "@1")
    let after = ["Seen read", "Unseen unread"]
    #expect(try awaitCopies(after, "{title} {status}") == after)
  }
}
