import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Testing

/// A pane in the hands of a host with a loop of its own.
@Suite(.waiting) struct EmbeddedPaneTests {
  private let inbox = Inbox.empty()

  private func pane(
    _ hostOptions: HostOptions = HostOptions(), environment: [String: String] = [:]
  ) throws -> InboxPane {
    let pane = try InboxPane(
      hostOptions: hostOptions, of: inbox, title: "mail", environment: environment,
      now: { .testing })
    pane.receive(.resized(Size(columns: 80, rows: 20)))
    return pane
  }

  private func push(
    _ titles: String..., body: String? = nil, source: String = "a", thread: String? = nil
  ) throws {
    for title in titles {
      let payload = Payload(title: title, body: body, thread: thread)
      _ = try inbox.push([payload], defaultSource: source)
    }
  }

  private func press(_ keys: String..., on pane: InboxPane) throws {
    for key in keys { pane.receive(.terminal(.key(try Key(name: key)))) }
  }

  private func text(_ pane: InboxPane) -> String {
    pane.picture.frame.lines.map { $0.spans.map(\.text).joined() }.joined(separator: "\n")
  }

  private func until(_ pane: InboxPane, _ condition: () -> Bool) -> [HostRequest] {
    var requests = pane.handleWakes()
    let deadline = Date().addingTimeInterval(PseudoTerminal.limit)
    while !condition(), Date() < deadline {
      for descriptor in pane.descriptors where descriptor >= 0 {
        if isReadable(descriptor, within: 0.01) { break }
      }
      requests += pane.handleWakes()
    }
    return requests
  }

  @Test func `closing twice is closing once`() throws {
    try push("one")
    let pane = try pane()
    pane.receive(.presented)
    try press("m", on: pane)
    pane.close()
    pane.close()
    #expect(try inbox.message(MessageNumber(1))?.status == .read)
    #expect(
      try inbox.metrics(since: .testing).filter { $0.event == .dismissed }.map(\.count) == [1])
  }

  @Test func `a pane that can no longer read says so once`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    let pane = try InboxPane(hostOptions: HostOptions(), of: inbox, now: { .testing })
    pane.receive(.resized(Size(columns: 80, rows: 20)))
    _ = pane.handleWakes()
    try inbox.close()
    let other = try Inbox.testing(in: folder)
    _ = try other.push([.make("one")], defaultSource: "a")
    _ = until(pane) { text(pane).contains("No live refresh: ") }
    #expect(text(pane).contains("No live refresh: "))
    try press("j", on: pane)
    #expect(!text(pane).contains("No live refresh: "))
    let retry = try #require(pane.nextDeadline)
    #expect(retry.timeIntervalSince(.testing) <= 1)
  }

  @Test func `the badge is right while another list lies on top`() throws {
    try push("one", thread: "build")
    let pane = try pane()
    defer { pane.close() }
    try press("t", on: pane)
    try push("two")
    _ = until(pane) { pane.badge.unread == 2 }
    #expect(pane.badge.unread == 2)
  }

  @Test func `a message rings as the host's own policy says`() throws {
    var preferences = ScreenPreferences()
    preferences.alerts = AlertPolicy(
      default: Alerts(sound: .always),
      rules: [AlertRule(filter: MessageFilter([.init(.source("kitchen/*"))]), sound: .off)])
    let pane = try InboxPane(
      hostOptions: HostOptions(), of: inbox, preferences: preferences, now: { .testing })
    defer { pane.close() }
    pane.receive(.resized(Size(columns: 80, rows: 20)))
    try push("soup", source: "kitchen/1")
    #expect(!until(pane) { pane.badge.unread == 1 }.contains(.ring))
    try push("towels", source: "room/1")
    #expect(until(pane) { pane.badge.unread == 2 }.contains(.ring))
  }

  @Test func `the host decides for each message, and changes its policy meanwhile`() throws {
    let options = HostOptions { message, proposed in
      message.body == "for staff" ? .none : proposed
    }
    var preferences = ScreenPreferences()
    preferences.alerts = AlertPolicy(default: Alerts(sound: .always))
    let pane = try InboxPane(
      hostOptions: options, of: inbox, preferences: preferences, now: { .testing })
    defer { pane.close() }
    pane.receive(.resized(Size(columns: 80, rows: 20)))
    try push("soup", body: "for staff")
    #expect(!until(pane) { pane.badge.unread == 1 }.contains(.ring))
    try push("towels")
    #expect(until(pane) { pane.badge.unread == 2 }.contains(.ring))
    pane.alertPolicy = AlertPolicy(default: .none)
    try push("soap")
    #expect(!until(pane) { pane.badge.unread == 3 }.contains(.ring))
  }

  @Test func `the theme of a host may change while the pane lives`() throws {
    let pane = try pane()
    defer { pane.close() }
    #expect(text(pane).contains("No notifications"))
    let theme = InboxUIConfiguration().theme().onGround(nil)
    #expect(pane.picture.theme == theme.tinted(for: RowOptions()))
    pane.theme = Theme(name: "Lobby", emptyTexts: EmptyTexts(none: "Nobody has rung"))
    #expect(text(pane).contains("Nobody has rung"))
    #expect(pane.picture.theme.name == "Lobby")
  }

  @Test func `a copy is reported when it is done`() throws {
    try push("one")
    let pane = try pane()
    defer { pane.close() }
    try press("y", on: pane)
    #expect(until(pane) { true } == [.copy("one")])
    #expect(!text(pane).contains("Copied"))
    pane.receive(.answered(.copy("one"), .done))
    #expect(text(pane).contains("Copied “one” to the clipboard"))
  }

  @Test func `keys that a host has read act, and a piece of a sequence never does`() throws {
    try push("one")
    let pane = try pane()
    defer { pane.close() }
    func type(_ text: String) { text.unicodeScalars.forEach { pane.receive(character: $0.value) } }
    // An unknown sequence, in which y would copy.
    type("\u{1b}[1;9")
    type("y")
    pane.endKeys()
    #expect(until(pane) { true } == [])
    type("y")
    #expect(until(pane) { true } == [.copy("one")])
    pane.finish(.copy("one"), with: .failed("No terminal."))
    #expect(text(pane).contains("No terminal."))
    pane.receive(character: 0x1B)
    pane.endKeys()
    #expect(until(pane) { true } == [.quit])
  }

  @Test func `a tool for the clipboard is chosen by the environment`() throws {
    let folder = try ProgramFolder()
    try folder.addNoting("xclip")
    try push("one")
    let pane = try pane(environment: ["PATH": folder.searchPath, "DISPLAY": ":0"])
    defer { pane.close() }
    try press("y", on: pane)
    // It is chosen, and started by this process, whose own PATH may not have it.
    #expect(until(pane) { text(pane).contains("xclip") } == [])
    #expect(text(pane).contains("xclip"))
  }

  @Test func `the title of a host is no inbox`() throws {
    let other = try Inbox.testing()
    let catalog = InboxCatalog(names: { ["default", "mail"] }, open: { _ in other })
    var state = UIState(size: .zero)
    state.environment.heading = "mail"
    let pane = try InboxPane(inbox: inbox, state: state, catalog: catalog, now: { .testing })
    defer { pane.close() }
    pane.receive(.resized(Size(columns: 80, rows: 20)))
    #expect(text(pane).contains("mail: default"))
    for key in [":"] + "inbox mail".map({ $0 == " " ? "Space" : String($0) }) + ["Enter"] {
      try press(key, on: pane)
    }
    _ = until(pane) { text(pane).contains("mail: mail") }
    #expect(text(pane).contains("mail: mail"))
  }

  @Test func `a link leads to nothing outside of the scope`() throws {
    try push("mine", source: "mail")
    try push("theirs", source: "ci")
    let scope = MessageFilter([.init(.source("mail"))])
    let pane = try pane(HostOptions(scope: scope))
    defer { pane.close() }
    pane.receive(.linked(.message(MessageNumber(2))))
    #expect(!text(pane).contains("theirs"))
    #expect(text(pane).contains("@2 is no longer in the inbox"))
    _ = try inbox.perform(.delete, on: .numbers([MessageNumber(1)]))
    pane.receive(.linked(.message(MessageNumber(1))))
    #expect(text(pane).contains("mine"))
    pane.close()
    #expect(try inbox.message(MessageNumber(2))?.status == .unread)
  }

  @Test func `marks of another scope are forgotten`() throws {
    try push("mine", source: "mail")
    try push("theirs", source: "ci")
    let pane = try pane()
    defer { pane.close() }
    try press("Space", on: pane)
    #expect(text(pane).contains("1 marked"))
    pane.hostOptions = HostOptions(scope: MessageFilter([.init(.source("mail"))]))
    #expect(!text(pane).contains("marked"))
  }

  @Test func `a message that the host cannot see is not opened`() throws {
    var payload = Payload.make("link")
    payload.tap = .set(.url("https://example.org"))
    _ = try inbox.push([payload], defaultSource: "a")
    let pane = try pane()
    defer { pane.close() }
    pane.onTap = { _, _ in .default }
    _ = try inbox.perform(.delete, on: .numbers([MessageNumber(1)]))
    _ = try inbox.purge(.numbers([MessageNumber(1)]))
    try press("o", on: pane)
    #expect(until(pane) { true } == [])
    // The pane may have heard of the purge before the key.
    let isRefused = ["Not opened: @1 cannot be read", "@1 is no longer in the inbox"]
      .contains(where: text(pane).contains)
    #expect(isRefused)
  }

  @Test(arguments: ["theme mono", "reload"])
  func `without settings, themes and files are reported to be missing`(line: String) throws {
    let pane = try pane()
    defer { pane.close() }
    for key in [":"] + line.map({ $0 == " " ? "Space" : String($0) }) + ["Enter"] {
      try press(key, on: pane)
    }
    #expect(text(pane).contains("set by the host program"))
  }
}
