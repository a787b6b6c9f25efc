import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Testing

@testable import bellboard

/// What keys and mouse do on setup's screen.
@Suite struct SetupStateTests {
  @Test func `the cursor on a theme chooses it, and the picture follows`() throws {
    let machine = try SetupMachine()
    let pane = SetupPane(try machine.facts(), now: { .testing }, zone: .gmt)
    pane.receive(.resized(Size(columns: 80, rows: 24)))
    let first = pane.picture
    pane.receive(.terminal(.key(.down)))
    #expect(pane.state.choices.theme == "dracula" && pane.picture.theme != first.theme)
    let dracula = try #require(Theme.builtIn(named: "dracula"))
    #expect(pane.picture.theme == dracula.tinted(for: RowOptions()))
    #expect(pane.handleWakes([]) == [])
    pane.receive(.terminal(.key(.escape)))
    #expect(pane.handleWakes([]) == [])
    pane.receive(.terminal(.key(.character("y"))))
    #expect(pane.handleWakes([]) == [.quit])
  }

  @Test func `Enter goes through the pages and accepts on the last one`() throws {
    var state = try SetupMachine().screen()
    var pages = [state.page]
    for _ in 1...3 {
      try state.press("Enter")
      pages.append(state.page)
    }
    #expect(pages == [.look, .keys, .sources, .done] && state.end == nil)
    try state.press("Left", "S-Tab", "1", "Left")
    #expect(state.page == .look)
    try state.press("4", "Enter")
    #expect(state.end == .accepted)
  }

  @Test func `q and Esc leave, and Ctrl-C interrupts, also while a text is typed`() throws {
    for (key, end) in [("q", SetupEnd.left), ("Esc", .left), ("C-c", .interrupted)] {
      var state = try SetupMachine().screen()
      try state.press("3", key)
      #expect(state.end == end)
    }
    var state = try SetupMachine().screen()
    try state.press("3", "j", "Space", "q", "Esc")
    #expect(state.end == nil && state.choices.topics.isEmpty)
    try state.press("Space", "C-c")
    #expect(state.end == .interrupted)
  }

  @Test func `leaving with a choice that is not written asks first`() throws {
    var state = try SetupMachine().screen()
    try state.press("3", "Space", "Esc")
    #expect(state.end == nil && state.isLeaving)
    #expect(state.frame.lines.last?.text.contains("leave, nothing written") == true)
    try state.press("n")
    #expect(state.end == nil && !state.isLeaving && state.page == .sources)
    try state.press("q", "y")
    #expect(state.end == .left)
  }

  @Test func `topics are taken once they are valid, and an empty line means none`() throws {
    var state = try SetupMachine().screen()
    try state.press("3", "j", "Space", "C-u")
    state.enter("ntfy.sh/alerts")
    try state.press("Enter")
    #expect(state.complaint?.contains("expected an address") == true && state.typed != nil)
    try state.press("C-u")
    state.paste("https://ntfy.sh/alerts,door\nmore")
    try state.press("Enter")
    #expect(state.choices.topics == "https://ntfy.sh/alerts,door" && state.typed == nil)
    try state.press("Space", "C-u", "Enter")
    #expect(state.choices.topics.isEmpty)
    try state.press("Space", "Enter")
    #expect(state.choices.topics.isEmpty && state.typed == nil)
  }

  @Test func `Space goes through no, copy and replace`() throws {
    var state = try SetupMachine().screen()
    try state.press("3")
    var words: [String] = []
    for _ in 1...3 {
      try state.press("Space")
      words.append(state.choices.desktopWord)
    }
    #expect(words == ["copy", "replace", "no"])
  }

  @Test func `a way of the terminal that is set stays the one of the terminal`() throws {
    let machine = try SetupMachine(configuration: "alerts.desktop = \"osc9\"\n")
    var state = try machine.screen()
    #expect(state.choices.alertWord == "terminal")
    try state.press("3", "G", "Space", "Space", "Space")
    #expect(state.choices.alerts == .osc9 && state.plan.isEmpty)
  }

  @Test func `what is set up already is told and stays`() throws {
    let machine = try SetupMachine(
      configuration: "[[command]]\ncommand = [\"/opt/github-notifications\"]\n")
    try machine.write("eval \"$(bellboard hook bash)\"\n", to: ".bashrc")
    var state = try machine.screen()
    for row in [2, 4] {
      try state.press("3", "g")
      state.move(by: row)
      #expect(state.shown.contains("It is set up already."))
      try state.press("Space")
      #expect(state.complaint != nil)
    }
    #expect(state.choices.readsGitHub && state.choices.hasHook && state.plan.isEmpty)
  }

  @Test func `a theme with errors is shown with them and cannot be taken`() throws {
    let machine = try SetupMachine()
    try machine.write("[unread]\nmark = 7\n", to: ".config/bellboard/themes/aaa.toml")
    var state = try machine.screen(200, 24)
    try state.press("g")
    #expect(state.choices.theme == "aaa" && state.shown.contains("aaa.toml:2"))
    try state.press("Enter")
    #expect(state.page == .look && state.complaint != nil)
    try state.press("j", "Enter")
    #expect(state.page == .keys)
  }

  @Test func `themes by background are kept until another one is chosen`() throws {
    let machine = try SetupMachine(
      configuration: "theme = { light = \"light\", dark = \"nord\" }\n")
    var state = try machine.screen()
    #expect(state.shown.contains("✓ by background") && state.plan.isEmpty)
    try state.press("j")
    #expect(state.plan.summary.contains("theme = \"catppuccin-latte\""))
  }

  @Test func `a line without a place is told before anything can be written`() throws {
    var state = try SetupMachine(configuration: "http = { rate = 5 }\n").screen()
    try state.press("2", "j", "3", "G", "k", "Space")
    #expect(state.shown.contains("config.toml has no"))
    try state.press("4")
    #expect(state.shown.contains("Nothing can be written yet"))
    #expect(state.shown.contains("  http.enabled = false") && !state.shown.contains("write it"))
    try state.press("Enter")
    #expect(state.end == nil && state.complaint != nil)
    try state.press("3", "Space", "4")
    #expect(state.shown.contains("Enter writes") && state.shown.contains("preset = \"vim\""))
    try state.press("Enter")
    #expect(state.end == .accepted)
  }

  @Test func `the mouse chooses pages and rows, and clicks on boxes`() throws {
    var state = try SetupMachine().screen()
    func click(_ column: Int, _ row: Int) -> MouseEvent {
      MouseEvent(.press, at: Position(column: column, row: row))
    }
    let lines = state.shown.split(separator: "\n")
    let row = try #require(lines.firstIndex { $0.contains("indigo") })
    state.point(click(5, row))
    #expect(state.choices.theme == "indigo")
    state.point(MouseEvent(.wheel(1), at: Position(column: 5, row: row)))
    #expect(state.choices.theme == "light")
    let bar = try #require(lines[0].range(of: "3 Sources"))
    state.point(click(lines[0].distance(from: lines[0].startIndex, to: bar.lowerBound), 0))
    #expect(state.page == .sources)
    state.point(click(10, 6))
    #expect(state.cursor == 3 && !state.choices.showsCronLine)
    state.point(click(10, 6))
    #expect(state.choices.showsCronLine)
    state.point(click(2, 3))
    #expect(state.choices.desktopWord == "copy")
  }

  @Test func `the daemon is offered where systemd runs and something is received`() throws {
    let machine = try SetupMachine()
    var state = try machine.screen()
    try state.press("4")
    #expect(state.shown.contains("[x] Start bellboardd now, and at each login"))
    #expect(state.shown.contains("~/.config/systemd/user/bellboardd.service"))
    try state.press("Space")
    #expect(!state.choices.startsDaemon)
    try state.press("3", "G", "k", "Space", "4")
    #expect(!state.choices.receivesHTTP && !state.shown.contains("Start bellboardd"))
    var running = SetupState(try machine.facts(.running))
    running.size = Size(columns: 80, rows: 24)
    try running.press("4")
    #expect(running.shown.contains("bellboardd is running"))
    #expect(!running.shown.contains("install-service"))
  }

  @Test func `without a systemd session it is said once how the daemon is started`() throws {
    var state = SetupState(try SetupMachine().facts(.unavailable))
    state.size = Size(columns: 100, rows: 40)
    try state.press("3")
    #expect(state.shown.contains("bellboardd running (page 4 says how)"))
    try state.press("4")
    #expect(state.shown.ranges(of: "systemd").count == 1)
    #expect(state.shown.contains("start bellboardd yourself"))
  }
}
