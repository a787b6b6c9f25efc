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
