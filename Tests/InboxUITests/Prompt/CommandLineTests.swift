import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What the `:` line does with what is typed.
struct CommandLineTests {
  @Test func `every command that takes an argument has one row in the table`() {
    #expect(LineCommandInfo.table.map(\.command) == LineCommand.allCases)
  }

  @Test(arguments: LineCommandInfo.table)
  func `a summary is a short phrase`(_ info: LineCommandInfo) {
    #expect(info.summary.first?.isUppercase == true)
    #expect(!info.summary.contains(".") && info.summary.count <= 50)
  }

  @Test func `a command does what its key does`() {
    var inbox = ScreenDriver(count: 3)
    #expect(inbox.run("delete") == [.perform(.delete, .numbers([MessageNumber(3)]))])
    #expect(inbox.state.overlays.prompt == nil)
    #expect(inbox.run("q") == [.host(.quit)])
    #expect(inbox.run(" undo ") == [HistoryStep.undo.effect])
  }

  @Test(arguments: ["w", "w!", "wa", "write"], [["Esc"], ["Enter"], ["?"]])
  func `what saves elsewhere says that there is nothing to write`(
    _ name: String, _ keys: [String]
  ) {
    var inbox = ScreenDriver(count: 3)
    for key in keys { inbox.press(key) }
    let screens = inbox.state.stack.screens
    #expect(inbox.run(name) == [])
    #expect(inbox.state.status?.text == "Nothing to write: every change is stored at once")
    #expect(inbox.state.status?.isError == false)
    #expect(inbox.state.stack.screens == screens && inbox.state.overlays.prompt == nil)
  }

  @Test(arguments: ["wq", "wq!", "wqa", "x", "xa", "q!", "qa", "qa!"])
  func `what saves and leaves elsewhere quits, from anywhere`(_ name: String) {
    var inbox = ScreenDriver(count: 3).pressing("Enter")
    #expect(inbox.run(name) == [.host(.quit)])
  }

  @Test(
    arguments: [
      ("unread", Verb.unread), ("read", .read), ("pin", .pin), ("unpin", .unpin),
      ("unsnooze", .unsnooze), ("delete", .delete),
    ], [false, true])
  func `a line does what the program's command of its name does`(
    _ change: (name: String, verb: Verb), _ isMarked: Bool
  ) {
    var inbox = ScreenDriver(count: 4)
    inbox.perform(.read, on: 4, 3)
    inbox.perform(.pin, on: 4)
    if isMarked { inbox.press("Space", "Space") }
    let numbers = (isMarked ? [4, 3] : [inbox.state.list.selected?.rawValue ?? 4])
      .map { MessageNumber($0) }
    #expect(inbox.run(change.name).first == .perform(change.verb, .numbers(numbers)))
    #expect(inbox.run("undo") == [HistoryStep.undo.effect])
  }

  @Test func `a line says where there is nothing to change`() {
    var inbox = ScreenDriver(count: 1).running("unread")
    #expect(inbox.state.status?.text == "Nothing to change")
    inbox.run("delete")
    #expect(inbox.status(afterRunning: "unread") == "The list is empty")
  }

  @Test func `in the reader a line changes the message that is shown`() {
    var inbox = ScreenDriver(count: 3).pressing("Enter")
    inbox.run("unread")
    #expect(inbox.message(3)?.status == .unread)
    inbox.run("pin")
    #expect(inbox.message(3)?.isPinned == true)
  }

  @Test(
    arguments: [
      ("unread", "Mark 2 messages unread?", [4, 3]), ("pin", "Pin 4 messages?", [4, 3, 2, 1]),
      ("unpin", "Unpin 1 message?", []), ("read", "Mark 2 messages read?", [4, 3, 2, 1]),
    ] as [(String, String, [Int64])])
  func `behind it stand filter words, and what matches is changed after a question`(
    _ name: String, _ question: String, _ changed: [Int64]
  ) {
    var inbox = ScreenDriver(count: 4)
    inbox.perform(.read, on: 4, 3)
    inbox.perform(.pin, on: 4)
    let before = inbox.messages
    inbox.run("\(name) source:cli")
    #expect(inbox.state.overlays.question?.sentence == question)
    #expect(inbox.messages == before)
    inbox.press("y")
    let found = inbox.messages.filter { message in
      switch name {
      case "unread": message.status == .unread && [3, 4].contains(message.number.rawValue)
      case "read": message.status == .read
      default: message.isPinned
      }
    }
    #expect(found.map(\.number.rawValue) == changed)
    inbox.press("u")
    #expect(inbox.messages.map(\.status) == before.map(\.status))
    #expect(inbox.messages.map(\.isPinned) == before.map(\.isPinned))
  }

  @Test func `what is hidden by a snooze comes back by filter words`() {
    var inbox = ScreenDriver(count: 3).running("snooze 2h")
    inbox.run("unsnooze source:cli")
    #expect(inbox.state.overlays.question?.sentence == "Unsnooze 1 message?")
    inbox.press("y")
    #expect(inbox.message(3)?.snoozedUntil == nil)
  }

  @Test func `what opens a prompt, a menu or a screen opens it`() {
    var inbox = ScreenDriver(count: 3).running("search")
    #expect(inbox.state.overlays.prompt?.purpose == .search)
    inbox.press("Esc")
    inbox.run("sort")
    #expect(inbox.state.menu?.title == "Sort")
    inbox.press("Esc")
    inbox.run("help")
    #expect(inbox.state.screen == .help)
    inbox.run("close")
    #expect(inbox.state.stack.screens == [.list])
  }

  @Test func `arguments filter, sort, search and choose a theme`() {
    var inbox = ScreenDriver(count: 30).running("filter is:unread")
    #expect(inbox.state.list.query.filter == .unread)
    #expect(inbox.state.list.filterText == "is:unread")
    inbox.run("sort   priority ")
    #expect(inbox.state.list.query.order == .priority)
    inbox.run("search 17")
    #expect(inbox.state.list.selected == MessageNumber(17))
    #expect(inbox.run("theme nord") == [.pane(.useTheme("nord"))])
    inbox.run("help toggle-read")
    #expect(inbox.state.status?.text == "m: Mark read or unread; the cursor stays")
  }

  @Test func `an unknown theme or inbox leaves the line to be mended`() {
    var inbox = ScreenDriver(count: 3)
    inbox.state.session.inboxNames = ["default", "work"]
    for (line, error) in [
      ("theme nrod", "unknown theme 'nrod'; did you mean 'nord'?"),
      ("inbox wrok", "unknown inbox 'wrok'; did you mean 'work'?"),
    ] {
      #expect(inbox.run(line) == [])
      #expect(inbox.state.overlays.prompt?.error?.message == error)
      inbox.press("Esc")
    }
    #expect(inbox.run("theme ./nord.toml") == [.pane(.useTheme("./nord.toml"))])
  }

  @Test func `the keys of a command are told as they are on the screen below`() {
    var inbox = ScreenDriver(count: 3).running("help page-down")
    #expect(inbox.state.status?.text == "C-f, PgDn: One page down")
    inbox.press("?")
    #expect(inbox.status(afterRunning: "help page-down") == "C-f, PgDn, Space: One page down")
    #expect(inbox.status(afterRunning: "help mark-all-read") == "M: Mark all listed read (asks)")
  }

  @Test func `where there is no message, nothing is snoozed by command or key`() {
    var inbox = ScreenDriver(count: 0).running("snooze 2h")
    #expect(inbox.state.status?.text == "No message to snooze")
    #expect(inbox.status(after: "r", "s") == "No message to snooze")
    #expect(inbox.state.menu == nil)
  }

  @Test(arguments: [
    ("delte", 1, "did you mean 'delete'?"),
    ("  xyzzy", 3, "unknown command 'xyzzy'"),
    ("purge", 1, "purge does nothing here"),
    ("undo 3", 6, "undo takes no argument"), ("open 2", 6, "open takes no argument"),
    ("w file", 3, "w takes no argument"),
    ("read @3", 6, "'@3' names one message"), ("delete is:read @12", 8, "'@12' names one message"),
    ("unread is:raed", 11, "read"),
    ("sort newst", 6, "did you mean 'newest'?"),
    ("sort 會", 6, "expected newest, oldest, priority or unread"),
    ("filter tag:a is:raed", 17, "read"),
    ("help delte", 6, "did you mean 'delete'?"),
    ("accept", 1, "unknown command 'accept'"),
    ("set reader_width=5", 5, "reader_width is 5, expected an integer from 20 to 1000"),
    ("set reader_width=wide", 5, "reader_width is a string, expected an integer from 20 to 1000"),
    ("set density=dense", 5, "density is \"dense\", expected one of auto, comfortable, compact"),
    ("set mark_read=preview:0s", 5, "expected one of view, manual, preview, or preview:1s to "),
    ("set banner_seconds=3", 5, "did you mean 'alerts.banner_seconds'?"),
  ])
  func `what is wrong is reported with its column, and the line stays`(
    _ line: String, _ column: Int, _ text: String
  ) {
    var inbox = ScreenDriver(count: 3)
    let before = inbox.state.list
    #expect(inbox.run(line) == [])
    #expect(inbox.state.overlays.prompt?.text == line)
    #expect(inbox.state.overlays.prompt?.error?.column == column)
    #expect(inbox.state.overlays.prompt?.error?.message.contains(text) == true)
    #expect(inbox.state.list == before)
    inbox.press("Backspace")
    #expect(inbox.state.overlays.prompt?.error == nil)
  }

  @Test func `theme and inbox alone offer what there is`() {
    var inbox = ScreenDriver(count: 3)
    inbox.state.environment.canSwitchInbox = true
    inbox.state.environment.themeNames = ["dark", "default", "light", "nord"]
    inbox.run("theme")
    #expect(inbox.state.menu?.items.map(\.label) == ["default", "nord"])
    #expect(inbox.state.menu?.items.map(\.isTicked) == [true, false])
    #expect(inbox.press("2") == [.pane(.useTheme("nord"))])
    inbox.state.environment.theme.name = "Light"
    inbox.run("theme")
    #expect(inbox.state.menu?.items.map(\.label) == ["default", "light", "nord"])
    inbox.press("Esc")
    #expect(inbox.run("theme dark") == [.pane(.useTheme("dark"))])
    #expect(inbox.run("inbox").contains(ListInboxes(isCounting: true).effect))
  }

  @Test func `the menu of themes shows each under its cursor, and Esc takes the old look back`()
    throws
  {
    var inbox = ScreenDriver(count: 3)
    inbox.state.environment.themeNames = ["default", "dracula", "nord"]
    let dracula = try #require(Theme.builtIn(named: "dracula"))
    inbox.run("theme")
    #expect(inbox.press("j") == [PreviewTheme(name: "dracula").effect])
    inbox.send(.answered(PreviewTheme(name: "dracula"), dracula))
    #expect(inbox.state.theme == dracula)
    // An answer that comes late is not what the cursor is on.
    inbox.press("j")
    inbox.send(.answered(PreviewTheme(name: "default"), .default))
    #expect(inbox.state.theme == dracula)
    inbox.press("Esc")
    #expect(inbox.state.theme == .default)
    inbox.run("theme", then: "j")
    inbox.send(.answered(PreviewTheme(name: "dracula"), dracula))
    #expect(inbox.press("Enter") == [.pane(.useTheme("dracula"))])
    inbox.send(.configured(theme: dracula, keymap: nil, preferences: nil, problems: []))
    #expect(inbox.state.theme == dracula)
    #expect(inbox.state.status?.text == "Theme Dracula · w keeps it")
  }

  @Test func `a file that is saved while a theme is previewed counts after it`() throws {
    var inbox = ScreenDriver(count: 3)
    inbox.state.environment.themeNames = ["default", "dracula"]
    let dracula = try #require(Theme.builtIn(named: "dracula"))
    let nord = try #require(Theme.builtIn(named: "nord"))
    inbox.run("theme", then: "j")
    inbox.send(.answered(PreviewTheme(name: "dracula"), dracula))
    inbox.send(.configured(theme: nord, keymap: nil, preferences: nil, problems: []))
    #expect(inbox.state.theme == dracula)
    inbox.press("Esc")
    #expect(inbox.state.theme == nord)
  }

  @Test func `a name that is near to none of many is reported alone, with no few of them`() {
    let inbox = ScreenDriver(count: 3).running("help xyzzy")
    #expect(inbox.state.overlays.prompt?.error?.message == "unknown command 'xyzzy'")
  }

  @Test func `an empty line, Esc and Ctrl-C leave without doing anything`() {
    var inbox = ScreenDriver(count: 3)
    #expect(inbox.run("") == [])
    inbox.press(":", typing: "delete")
    #expect(inbox.press("Esc") == [])
    inbox.press(":")
    #expect(inbox.press("C-c") == [])
    #expect(inbox.state.overlays.prompt == nil)
    #expect(inbox.state.list.selected == MessageNumber(3))
  }

  @Test func `Up and Down bring back lines of the same prompt, and what was typed`() {
    var inbox = ScreenDriver(count: 3).running("sort oldest")
    inbox.run("sort newest")
    inbox.run("sort oldest", then: "/")
    #expect(inbox.prompt(after: "Up") == "")
    #expect(inbox.prompt(after: "Esc", ":", "x", "Up") == "sort oldest")
    #expect(inbox.prompt(after: "C-p") == "sort newest")
    #expect(inbox.prompt(after: "Up") == "sort newest")
    #expect(inbox.prompt(after: "Down", "C-n") == "x")
  }

  @Test func `Ctrl-C on a screen names the key that quits`() {
    var inbox = ScreenDriver(count: 3)
    #expect(inbox.press("C-c") == [])
    #expect(inbox.state.status?.text == "Press q to quit")
    #expect(inbox.status(after: "Enter", "C-c") == "Press Q to quit")
    inbox.press("q", "D", "C-c")
    #expect(inbox.state.overlays.question == nil)
    #expect(inbox.state.list.snapshot.rows.count == 3)
  }
}
