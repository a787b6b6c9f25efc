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
    #expect(inbox.run("delete") == [.perform(.delete, .numbers([3]))])
    #expect(inbox.prompt == nil)
    #expect(inbox.run("q") == [.host(.quit)])
    #expect(inbox.run(" undo ") == [HistoryStep.undo.effect])
  }

  @Test(arguments: ["w", "w!", "wa", "write"], [["Esc"], ["Enter"], ["?"]])
  func `what saves elsewhere says that there is nothing to write`(name: String, keys: [String]) {
    var inbox = ScreenDriver(count: 3).pressing(keys)
    let screens = inbox.screens
    #expect(inbox.run(name) == [])
    #expect(inbox.status == "Nothing to write: every change is stored at once")
    #expect(inbox.state.status?.isError == false)
    #expect(inbox.screens == screens && inbox.prompt == nil)
  }

  @Test(arguments: ["wq", "wq!", "wqa", "x", "xa", "q!", "qa", "qa!"], [[], ["Enter"]])
  func `what saves and leaves elsewhere quits, from anywhere`(_ name: String, _ keys: [String]) {
    var inbox = ScreenDriver(count: 3).pressing(keys)
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
    let numbers = (isMarked ? [4, 3] : [inbox.selected?.rawValue ?? 4]).map { MessageNumber($0) }
    #expect(inbox.run(change.name).first == .perform(change.verb, .numbers(numbers)))
    #expect(inbox.run("undo") == [HistoryStep.undo.effect])
  }

  @Test func `a line says where there is nothing to change`() {
    var inbox = ScreenDriver(count: 1).running("unread")
    #expect(inbox.status == "Nothing to change")
    inbox.run("delete")
    #expect(inbox.after(running: "unread").status == "The list is empty")
  }

  @Test func `in the reader a line changes the message that is shown`() {
    var inbox = ScreenDriver(count: 3).pressing("Enter").running("unread")
    #expect(inbox.message(3)?.status == .unread)
    #expect(inbox.after(running: "pin").message(3)?.isPinned == true)
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
    #expect(inbox.after(running: "\(name) source:cli").question == question)
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
    #expect(inbox.after("u").messages.map(\.status) == before.map(\.status))
    #expect(inbox.messages.map(\.isPinned) == before.map(\.isPinned))
  }

  @Test func `what is hidden by a snooze comes back by filter words`() {
    var inbox = ScreenDriver(count: 3).running("snooze 2h").running("unsnooze source:cli")
    #expect(inbox.question == "Unsnooze 1 message?")
    #expect(inbox.after("y").message(3)?.snoozedUntil == nil)
  }

  @Test func `what opens a prompt, a menu or a screen opens it`() {
    var inbox = ScreenDriver(count: 3).running("search")
    #expect(inbox.state.overlays.prompt?.purpose == .search)
    inbox.press("Esc")
    #expect(inbox.after(running: "sort").menu?.title == "Sort")
    inbox.press("Esc")
    #expect(inbox.after(running: "help").screen == .help)
    #expect(inbox.after(running: "close").screens == [.list])
  }

  @Test func `arguments filter, sort, search and choose a theme`() {
    var inbox = ScreenDriver(count: 30).running("filter is:unread")
    #expect(inbox.state.list.query.filter == .unread)
    #expect(inbox.filterText == "is:unread")
    #expect(inbox.after(running: "sort   priority ").state.list.query.order == .priority)
    #expect(inbox.after(running: "search 17").selected == 17)
    #expect(inbox.run("theme nord") == [.pane(.useTheme("nord"))])
    inbox.run("help toggle-read")
    #expect(inbox.status == "m: Mark read or unread; the cursor stays")
  }

  @Test func `an unknown theme or inbox leaves the line to be mended`() {
    var inbox = ScreenDriver(count: 3).with { $0.session.inboxNames = ["default", "work"] }
    for (line, error) in [
      ("theme nrod", "unknown theme 'nrod'; did you mean 'nord'?"),
      ("inbox wrok", "unknown inbox 'wrok'; did you mean 'work'?"),
    ] {
      #expect(inbox.run(line) == [])
      #expect(inbox.promptError == error)
      inbox.press("Esc")
    }
    #expect(inbox.run("theme ./nord.toml") == [.pane(.useTheme("./nord.toml"))])
  }

  @Test func `the keys of a command are told as they are on the screen below`() {
    var inbox = ScreenDriver(count: 3).running("help page-down")
    #expect(inbox.status == "C-f, PgDn: One page down")
    inbox.press("?")
    #expect(inbox.after(running: "help page-down").status == "C-f, PgDn, Space: One page down")
    #expect(inbox.after(running: "help mark-all-read").status == "M: Mark all listed read (asks)")
  }

  @Test func `where there is no message, nothing is snoozed by command or key`() {
    var inbox = ScreenDriver(count: 0).running("snooze 2h")
    #expect(inbox.status == "No message to snooze")
    #expect(inbox.after("r", "s").status == "No message to snooze")
    #expect(inbox.menu == nil)
  }

  @Test(arguments: [
    ("delte", 1, "did you mean 'delete'?"), ("  xyzzy", 3, "unknown command 'xyzzy'"),
    ("purge", 1, "purge does nothing here"),
    ("undo 3", 6, "undo takes no argument"), ("open 2", 6, "open takes no argument"),
    ("w file", 3, "w takes no argument"),
    ("read @3", 6, "'@3' names one message"), ("delete is:read @12", 8, "'@12' names one message"),
    ("unread is:raed", 11, "read"), ("sort newst", 6, "did you mean 'newest'?"),
    ("sort 會", 6, "expected newest, oldest, priority or unread"),
    ("filter tag:a is:raed", 17, "read"), ("help delte", 6, "did you mean 'delete'?"),
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
    #expect(inbox.prompt == line)
    #expect(inbox.state.overlays.prompt?.error?.column == column)
    #expect(inbox.promptError?.contains(text) == true)
    #expect(inbox.state.list == before)
    #expect(inbox.after("Backspace").state.overlays.prompt?.error == nil)
  }

  @Test func `theme and inbox alone offer what there is`() {
    var inbox = ScreenDriver(count: 3).with { $0.environment.canSwitchInbox = true }
    inbox.state.environment.themeNames = ["dark", "default", "light", "nord"]
    #expect(inbox.after(running: "theme").menu?.items.map(\.label) == ["default", "nord"])
    #expect(inbox.menu?.items.map(\.isTicked) == [true, false])
    #expect(inbox.press("2") == [.pane(.useTheme("nord"))])
    inbox.state.environment.theme.name = "Light"
    #expect(inbox.after(running: "theme").menu?.items.map(\.label) == ["default", "light", "nord"])
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
    #expect(inbox.after(.answered(PreviewTheme(name: "dracula"), dracula)).state.theme == dracula)
    // An answer that comes late is not what the cursor is on.
    inbox.press("j")
    #expect(inbox.after(.answered(PreviewTheme(name: "default"), .default)).state.theme == dracula)
    #expect(inbox.after("Esc").state.theme == .default)
    inbox.run("theme", then: "j")
    inbox.send(.answered(PreviewTheme(name: "dracula"), dracula))
    #expect(inbox.press("Enter") == [.pane(.useTheme("dracula"))])
    inbox.send(.configured(theme: dracula, keymap: nil, preferences: nil, problems: []))
    #expect(inbox.state.theme == dracula)
    #expect(inbox.status == "Theme Dracula · w keeps it")
  }

  @Test func `a file that is saved while a theme is previewed counts after it`() throws {
    var inbox = ScreenDriver(count: 3).with { $0.environment.themeNames = ["default", "dracula"] }
    let dracula = try #require(Theme.builtIn(named: "dracula"))
    let nord = try #require(Theme.builtIn(named: "nord"))
    inbox.run("theme", then: "j")
    inbox.send(.answered(PreviewTheme(name: "dracula"), dracula))
    inbox.send(.configured(theme: nord, keymap: nil, preferences: nil, problems: []))
    #expect(inbox.state.theme == dracula)
    #expect(inbox.after("Esc").state.theme == nord)
  }

  @Test func `a name that is near to none of many is reported alone, with no few of them`() {
    #expect(ScreenDriver(count: 3).running("help xyzzy").promptError == "unknown command 'xyzzy'")
  }

  @Test func `an empty line, Esc and Ctrl-C leave without doing anything`() {
    var inbox = ScreenDriver(count: 3)
    #expect(inbox.run("") == [])
    inbox.press(":", typing: "delete")
    #expect(inbox.press("Esc") == [])
    inbox.press(":")
    #expect(inbox.press("C-c") == [])
    #expect(inbox.prompt == nil)
    #expect(inbox.selected == 3)
  }

  @Test func `Up and Down bring back lines of the same prompt, and what was typed`() {
    var inbox = ScreenDriver(count: 3).running("sort oldest").running("sort newest")
    inbox.run("sort oldest", then: "/")
    #expect(inbox.after("Up").prompt == "")
    #expect(inbox.after("Esc", ":", "x", "Up").prompt == "sort oldest")
    #expect(inbox.after("C-p").prompt == "sort newest")
    #expect(inbox.after("Up").prompt == "sort newest")
    #expect(inbox.after("Down", "C-n").prompt == "x")
  }

  @Test func `Ctrl-C on a screen names the key that quits`() {
    var inbox = ScreenDriver(count: 3)
    #expect(inbox.press("C-c") == [])
    #expect(inbox.status == "Press q to quit")
    #expect(inbox.after("Enter", "C-c").status == "Press Q to quit")
    #expect(inbox.after("q", "D", "C-c").question == nil)
    #expect(inbox.rows.count == 3)
  }
}
