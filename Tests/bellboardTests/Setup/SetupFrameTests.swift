import BellboardSupport
import Foundation
import InboxSettings
import InboxTestSupport
import InboxUI
import Testing

@testable import bellboard

/// The pages of setup's screen, as they were looked at once.
@Suite struct SetupFrameTests {
  let machine: SetupMachine

  init() throws { machine = try SetupMachine() }

  private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

  /// The pages by the names of their files, with what leads there.
  private static let pages: [(name: String, lead: @Sendable (inout SetupState) throws -> Void)] = [
    // The list itself shows the look.
    ("look", { try $0.press("j", "d", "d") }), ("keys", { try $0.press("Enter", "j") }),
    // A source tells what it does to the machine.
    ("sources", { try $0.press("3", "Space", "j", "j", "j", "j", "Space") }),
    (
      "topics",
      { state in
        try state.press("3", "j", "Space")
        state.enter("alerts,bad topic")
        try state.press("Enter")
      }
    ),
    // Every file and line.
    (
      "done",
      { state in
        try state.press("j", "3", "Space", "j", "Space")
        state.enter("alerts,door")
        try state.press("Enter", "j", "j", "Space", "j", "Space", "4")
      }
    ),
  ]

  @Test(arguments: pages.map(\.name), sizes)
  func `each page is as it was looked at once`(name: String, size: Size) throws {
    var state = try machine.screen(size.columns, size.rows)
    try Self.pages.first { $0.name == name }?.lead(&state)
    let frame = state.frame
    // The folder of a test has another name each time.
    let text = frame.golden.replacing(machine.home.path, with: "/home/ana")
    try Golden("setup-\(name)-\(size.columns)x\(size.rows)").check(frame, as: text)
  }

  @Test func `on a small terminal it says so, and still ends`() throws {
    var state = try machine.screen(59, 18)
    #expect(state.shown.contains("too small: 60×18 needed"))
    try state.press("Enter", "Enter", "Enter", "Enter")
    #expect(state.end == nil && state.page == .look)
    try state.press("q")
    #expect(state.end == .left)
    #expect(try machine.screen(60, 18).shown.contains("[1 Look]"))
  }

  @Test func `on a small terminal no text is typed that is not seen`() throws {
    var state = try machine.screen()
    try state.press("3", "j", "Space")
    state.size = Size(columns: 50, rows: 10)
    state.enter("abc")
    state.paste("def")
    #expect(state.typed == SetupState.topicsStart && state.end == nil)
    try state.press("q")
    #expect(state.end == .left)
  }

  @Test func `every page fills every size exactly`() throws {
    for (columns, rows) in [(60, 18), (61, 19), (77, 30), (200, 50)] {
      for page in SetupPage.allCases {
        var state = try machine.screen(columns, rows)
        state.go(to: page)
        for _ in 0..<8 {
          let frame = state.frame
          #expect(frame.lines.count == rows)
          #expect(frame.lines.allSatisfy { $0.columns <= columns }, "\(state.shown)")
          state.move(by: 1)
        }
      }
    }
  }

  @Test(arguments: [(80, 24), (60, 18)])
  func `on a small screen every file that would change is named`(columns: Int, rows: Int) throws {
    var state = try machine.screen(columns, rows)
    try state.press("3", "j", "j")
    let lines = state.shown.split(separator: "\n")
    let shown = lines.compactMap { $0.split(separator: "│").last }.joined().filter { $0 != " " }
    #expect(shown.contains("github-notifications"))
    #expect(shown.contains("config.toml:6linesareadded"))
    #expect(shown.contains("(page4showsthelines)"))
  }

  @Test func `GitHub names its program, its token and its lines`() throws {
    var state = try machine.screen(120, 40)
    try state.press("3", "j", "j")
    #expect(state.shown.contains("Space would change"))
    try state.press("Space")
    #expect(state.shown.contains("~/.local/share/bellboard/github-notifications: a new program"))
    #expect(state.shown.contains("a token (classic, scope notifications)"))
    #expect(state.shown.contains("[[command]]") && !state.shown.contains("Space would change"))
  }
}

/// Topics that are added to those that are read already.
@Suite struct SetupTopicsTests {
  private func add(_ answer: String, to machine: SetupMachine) throws {
    #expect(SetupTopics(answer, beside: try machine.facts().receiving.ntfy).complaint == nil)
    try machine.plan { $0.topics = answer }.write()
    let environment = try machine.environment()
    #expect(environment.configurationMessages == [] && environment.daemonMessages == [])
  }

  @Test func `each run on one server writes a table with a free name`() throws {
    let machine = try SetupMachine(configuration: "")
    for topics in ["a", "b", "b-2,c", "b,d"] { try add("https://ntfy.sh/\(topics)", to: machine) }
    let tables = try machine.facts().receiving.ntfy
    #expect(tables.map(\.name) == ["ntfy.sh", "ntfy.sh-b", "ntfy.sh-b-2", "ntfy.sh-d"])
    #expect(tables.map(\.topics) == [["a"], ["b"], ["b-2", "c"], ["d"]])
    let other = try SetupMachine(
      configuration: "[[ntfy]]\nname = \"ntfy.sh-a\"\nserver = \"http://h\"\ntopics = [\"x\"]\n")
    try add("https://ntfy.sh/b", to: other)
    try add("https://ntfy.sh/a", to: other)
    #expect(try other.facts().receiving.ntfy.map(\.name) == ["ntfy.sh-a", "ntfy.sh", "ntfy.sh-2"])
  }

  @Test func `topics that are read already are told and not written again`() throws {
    let machine = try SetupMachine(configuration: "")
    try add("https://ntfy.sh/abc", to: machine)
    let tables = try machine.facts().receiving.ntfy
    for answer in ["https://ntfy.sh/abc", "https://NTFY.sh//abc,"] {
      let complaint = SetupTopics(answer, beside: tables).complaint
      #expect(complaint?.lowercased() == "already read: https://ntfy.sh/abc")
    }
    #expect(SetupTopics("https://ntfy.sh/abc,d, d", beside: tables).text == "https://ntfy.sh/d")
    #expect(SetupTopics("https://h/abc", beside: tables).complaint == nil)
    var state = try machine.screen()
    try state.press("3", "j", "Space")
    state.enter("abc")
    try state.press("Enter")
    #expect(state.complaint == "already read: https://ntfy.sh/abc" && state.plan.isEmpty)
  }

  @Test func `the answer is kept as it is understood`() throws {
    var state = try SetupMachine().screen()
    try state.press("3", "j", "Space")
    state.enter("abc, d,")
    try state.press("Enter")
    #expect(state.choices.topics == "https://ntfy.sh/abc,d")
  }

  @Test(arguments: [
    ("https://ntfy.sh/abc", "https://ntfy.sh/abc"), ("http://host:80/d", "http://host:80/d"),
  ])
  func `an address pasted behind the line replaces it`(pasted: String, text: String) throws {
    var state = try SetupMachine().screen()
    try state.press("3", "j", "Space")
    state.enter(pasted)
    try state.press("Enter")
    #expect(state.choices.topics == text)
  }

  @Test func `what is wrong fits on the smallest screen`() {
    let room = SetupFrame.smallest.columns - 4
    for (answer, words) in [
      ("rubbish", "write server/topics"), ("https://ntfy.sh/", "write server/topics"),
      ("https://ntfy.sh/abc/", "write server/topics"), ("ntfy.sh/a", "expected an address"),
      ("https://ntfy.sh/a name that is far too long", "\"a name that is fa…\" must be"),
      ("https://ntfy.sh/" + String(repeating: "x", count: 65), "at most 64"),
    ] {
      let complaint = SetupTopics(answer, beside: []).complaint
      #expect(complaint?.contains(words) == true, "\(complaint ?? "")")
      #expect(complaint.map { $0.count <= room } == true, "\(complaint ?? "")")
    }
  }

  @Test func `a program with the name of GitHub's stays the only one`() throws {
    let machine = try SetupMachine(
      configuration: "[[command]]\nname = \"github\"\ncommand = [\"python3\"]\n")
    try machine.plan { $0.readsGitHub = true }.write()
    #expect(try machine.environment().daemonMessages == [])
    let names = try machine.facts().receiving.commands.map(\.name)
    #expect(names == ["github", "github-notifications"])
  }
}

/// The machine that tests of setup run on: a home folder, in which bash is the shell.
struct SetupMachine {
  let home: TemporaryFolder
  private let tools: ProgramFolder

  init(configuration: String? = nil) throws {
    home = try TemporaryFolder()
    tools = try ProgramFolder()
    try tools.add("python3", "exit 0")
    if let configuration { try write(configuration, to: ".config/bellboard/config.toml") }
  }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: home.path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The text of a file below the home folder; nil for none.
  func text(of name: String) -> String? {
    try? String(contentsOfFile: home.path + "/" + name, encoding: .utf8)
  }

  func environment() throws -> UserEnvironment {
    try UserEnvironment(
      inboxName: nil, variables: ["HOME": home.path, "SHELL": "/bin/bash", "PATH": tools.path])
  }

  func facts(_ state: SetupService.State = .startable, unit: String? = nil) throws -> SetupFacts {
    let path = unit ?? home.path + "/.config/systemd/user/bellboardd.service"
    return SetupFacts(
      try environment(), service: SetupService(state, unit: path), program: "/usr/bin/bellboard")
  }

  /// What setup would write with some choices.
  func plan(_ choose: (inout SetupChoices) -> Void = { _ in }) throws -> SetupPlan {
    let facts = try facts()
    var choices = SetupChoices(facts)
    choose(&choices)
    return SetupPlan(choices, facts)
  }

  func screen(_ columns: Int = 80, _ rows: Int = 24) throws -> SetupState {
    var state = SetupState(try facts())
    state.size = Size(columns: columns, rows: rows)
    return state
  }
}

extension SetupPlan {
  /// Writes all changes, and returns the files.
  @discardableResult func write() throws -> [String] {
    var written: [String] = []
    try write { written.append($0) }
    return written
  }
}

extension SetupState {
  /// Presses keys by their names, one after the other.
  mutating func press(_ names: String...) throws {
    for name in names { press(try Key(name: name)) }
  }

  mutating func enter(_ text: String) { for character in text { press(.character(character)) } }

  var frame: Frame { SetupFrame(state: self, now: .testing, zone: .gmt).frame }

  var shown: String { frame.lines.map(\.text).joined(separator: "\n") }
}
