import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxTOML
import InboxTestSupport
import Testing

@testable import InboxUI
@testable import bellboard

extension TOMLFile<Settings> {
  init(_ text: String) { self.init(text, at: "config.toml", by: Settings.table) }
}

/// The rows of a table of two lines each: a text, in which `\n` ends a line, and what is said of it.
func pairs(_ table: String) -> [(String, String)] {
  let lines = table.split(separator: "\n").map(String.init)
  return stride(from: 0, to: lines.count, by: 2).map {
    (lines[$0].replacing("\\n", with: "\n"), lines[$0 + 1])
  }
}

@Suite struct SettingsTests {
  @Test(arguments: [
    ("theme = ", true), ("theme = 'a\\", true), ("them = 'a'\nsort = 'odd'", false), ("", false),
  ])
  func `only a text that is no TOML is unreadable`(text: String, isUnreadable: Bool) {
    #expect(TOMLFile(text).isUnreadable == isUnreadable)
  }

  @Test func `no two parts of the table have rows of one key`() {
    let keys = Settings.table.parts.flatMap { $0().keys }
    #expect(keys.count == Set(keys).count, "\(keys.sorted())")
  }

  @Test func `every setting is read`() {
    let loaded = TOMLFile(
      """
      theme = "nord"
      maximum_notifications = 0
      inbox = "work"
      sort = "oldest"
      mark_read_on_alert_open = false
      color = "never"
      preview = "off"
      [keys]
      x = "delete"
      [keys.list]
      "C-d" = "page-down"
      """)
    var expected = Settings()
    expected.theme = ThemeChoice(light: "nord", dark: "nord")
    expected.store.maximumNotifications = 0
    expected.store.inbox = "work"
    expected.sort = .oldest
    expected.preferences.marksReadOnAlertOpen = false
    expected.color = .never
    expected.preferences.preview = .off
    expected.keys = [
      KeymapEntry(
        key: "x", commands: ["delete"], line: 9, column: 1,
        places: [TOMLPosition(line: 9, column: 5)]),
      KeymapEntry(
        context: "list", key: "C-d", commands: ["page-down"], line: 11, column: 1,
        places: [TOMLPosition(line: 11, column: 9)]),
    ]
    #expect(loaded.values == expected)
    #expect(loaded.errors == [])
  }

  @Test(
    arguments: pairs(
      #"""
      \ncolour = 1
      config.toml:2:1: unknown key colour; did you mean 'color'?
      color = 'alway'
      config.toml:1:9: color is "alway", expected one of auto, always, never; did you mean 'always'?
      maximum_notifications = -1
      config.toml:1:25: maximum_notifications is -1, expected an integer from 0
      [[rows]]\ncolor = 'red'\nfilter = 'is:unred'
      config.toml:3:10: rows[1].filter is "is:unred", at character 4: 'is' does not take 'unred'; did you mean 'unread'?
      [[rows]]\ncolor = 'red'\nfilter = 'text:re:a('
      config.toml:3:10: rows[1].filter is "text:re:a(", at character 11: invalid expression: missing closing parenthesis
      mark_read = 'preview:0s'
      config.toml:1:13: mark_read is "preview:0s", expected one of view, manual, preview, or preview:1s to preview:3600s
      columns = 'time'
      config.toml:1:11: columns is a string, expected a list of strings
      theme = 1
      config.toml:1:9: theme is an integer, expected a string
      keys = 1
      config.toml:1:8: keys is an integer, expected a table
      [keys]\nx = 1
      config.toml:2:5: keys.x is an integer, expected a string
      inbox = '../x'
      config.toml:1:9: inbox is "../x", expected a letter or digit, then at most 63 of a-z 0-9 . _ -
      """#))
  func `a mistake is reported with its line and leaves the default`(text: String, message: String) {
    let loaded = TOMLFile(text)
    #expect(loaded.messages == [message])
    #expect(loaded.values == Settings())
  }

  @Test func `an absent file means defaults, an unreadable one is reported`() throws {
    let folder = try TemporaryFolder()
    let paths = Paths(environment: ["BELLBOARD_HOME": folder.path])
    #expect(TOMLFile(at: paths.configuration, by: Settings.table).values == Settings())
    #expect(TOMLFile(at: paths.configuration, by: Settings.table).errors == [])
    try Data([0xff, 0xfe]).write(to: URL(filePath: paths.configuration))
    #expect(
      TOMLFile(at: paths.configuration, by: Settings.table).messages == [
        "\(paths.configuration): cannot be read: it is not UTF-8 text"
      ])
    try Data("x = [".utf8).write(to: URL(filePath: paths.configuration))
    #expect(
      TOMLFile(at: paths.configuration, by: Settings.table).messages.first?.hasPrefix(
        "\(paths.configuration):1:5: syntax") == true)
  }

  @Test func `the template says every default and nothing else`() {
    #expect(TOMLFile(Settings.template).values == Settings())
    let lines = Settings.template.split(separator: "\n").compactMap { line -> String? in
      let text = line.drop { $0 == "#" || $0 == " " }
      if text.hasPrefix("["), text.hasSuffix("]") { return String(text) }
      guard let sign = text.firstRange(of: " = "), !text.hasPrefix("\"") else { return nil }
      // A sentence may quote a setting.
      return text[..<sign.lowerBound].contains(" ") ? nil : String(text)
    }
    // The example of keys is at the end.
    let shown = lines.prefix { $0 != "[keys]" }
    var table = ""
    let settings = shown.compactMap { line -> String? in
      guard line.hasPrefix("[") else { return table + line }
      table = line.dropFirst().dropLast() + "."
      return nil
    }
    #expect(Set(settings) == Set(Settings.rows.map { "\($0.path) = \($0.defaultValue)" }))
    #expect(settings.count == Settings.rows.count)
    let loaded = TOMLFile(shown.joined(separator: "\n"))
    #expect(loaded.errors == [])
  }

  @Test func `the example of keys is one that can be used`() {
    let file = TOMLFile(Settings.keysExample)
    #expect(file.errors == [] && file.values.keys.count == 4)
    var keymap = Keymap.default
    #expect(keymap.apply(file.values.keys) == [])
  }

  @Test func `the form of the rows is read, and a wrong part is reported with its line`() {
    let loaded = TOMLFile(
      "density = 'compact'\ncolumns = ['source', 'tume']\ntime_format = 'clock'\nmark_read = 'never'"
    )
    #expect(loaded.values.preferences.rows.density == .compact)
    #expect(loaded.values.preferences.rows.timeFormat == .clock)
    #expect(loaded.values.preferences.rows.parts == Set(RowOptions.Part.allCases))
    #expect(
      loaded.messages == [
        "config.toml:2:22: columns[2] is \"tume\", expected one of glyph, picture, source, "
          + "title, count, progress, marks, tags, thread, priority, number, time, mark; "
          + "did you mean 'time'?",
        "config.toml:4:13: mark_read is \"never\", expected one of view, manual, preview, "
          + "or preview:1s to preview:3600s",
      ])
    #expect(TOMLFile("columns = ['time']").values.preferences.rows.parts == [.time])
    #expect(TOMLFile("columns = []").values.preferences.rows.parts == [])
    #expect(TOMLFile("columns = 'time'").errors.count == 1)
    #expect(
      TOMLFile("columns = ['time', 'source:20']").values.preferences.rows.columns
        == [RowColumn(.title), RowColumn(.time), RowColumn(.source, width: 20)])
    #expect(
      TOMLFile("columns = ['source:900']").messages == [
        "config.toml:1:12: columns[1] is \"source:900\", expected source with a width from 1 to 80, "
          + "as source:16"
      ])
  }

  @Test func `rules for rows are read, each mistake is told with its place`() {
    let loaded = TOMLFile(
      """
      [[rows]]
      filter = 'source:ci/* priority>=high'
      color = '#f00'
      glyph = '🔥'
      [[rows]]
      filter = 'is:unraed'
      [[rows]]
      colour = 'red'
      [[rows]]
      glyph = 'three'
      """)
    #expect(loaded.values.preferences.rows.rules.count == 1)
    #expect(loaded.values.preferences.rows.rules.first?.color == RowColor(.rgb(255, 0, 0)))
    #expect(loaded.values.preferences.rows.rules.first?.glyph == "🔥")
    #expect(loaded.errors.map { $0.position?.line } == [6, 8, 10])
    let colors = (0..<7).map { "[[rows]]\nfilter = 'tag:x'\ncolor = \($0)\n" }.joined()
    #expect(TOMLFile(colors).errors.count == 1)
    #expect(TOMLFile(colors).values.preferences.rows.rules.count == 6)
    #expect(TOMLFile("rows = 3").errors.count == 1)
  }

  @Test(arguments: [
    ("[[rows]]\ncolor = 'red'", ["1:3: rows[1]: it has no filter"]),
    ("[[rows]]\nfilter = ''", ["1:3: rows[1]: it has neither a color nor a glyph"]),
    (
      "columns = ['tume', 3, 'time', 'time', 'glyph:2']",
      [
        "1:12: columns[1] is \"tume\"", "1:20: columns[2] is an integer",
        "1:31: columns[4] is \"time\", expected each column once", "1:39: columns[5] is",
      ]
    ),
    ("link_schemes = ['a:', 'https', 'b:']", ["1:17: link_schemes[1]", "1:32: link_schemes[3]"]),
    ("reader_width = -3", ["1:16: reader_width is -3, expected an integer from 20 to 1000"]),
    (
      "[[tabs]]\nname = 'CI'\nfilter = 'tag:ci'\n[[tabs]]\nname = 'CI'\nfilter = ' tag:ci'",
      [
        "5:8: tabs[2].name is \"CI\", expected a name that no tab before it has",
        "6:10: tabs[2].filter is \" tag:ci\", expected a filter other than that of the tab \"CI\"",
      ]
    ),
  ]) func `each mistake in a list or table is told where it stands`(
    text: String, messages: [String]
  ) {
    let found = TOMLFile(text).messages
    #expect(found.count == messages.count, "\(found)")
    for (message, expected) in zip(found, messages) {
      #expect(message.hasPrefix("config.toml:\(expected)"))
    }
  }

  @Test func `a tab with the filter of another is left out, and a name twice is the filter`() {
    let file = TOMLFile(
      "tabs = [{ name = 'a', filter = 'x' }, { name = 'b', filter = ' x' }, "
        + "{ name = 'a', filter = 'y' }]")
    #expect(file.errors.count == 2)
    #expect(
      file.values.preferences.tabs == [
        ListTab(name: "a", filter: "x"), ListTab(name: "y", filter: "y"),
      ])
  }

  @Test func `a mistake in a binding is told where the command stands`() {
    let file = TOMLFile(
      "[keys]\n\"X\" = [\"delete\",\n  \"!echo {nope}\"]\n\"Entr\" = \"delete\"\n\"Y\" = []")
    var keymap = Keymap.default
    let places = keymap.apply(file.values.keys).map { [$0.position?.line, $0.position?.column] }
    #expect(places == [[3, 3], [4, 1], [5, 7]])
  }

  @Test func `the table names each default as it is`() {
    for row in Settings.rows {
      let loaded = TOMLFile("\(row.path) = \(row.defaultValue)")
      #expect(loaded.errors == [])
      var expected = Settings()
      if "\(row.path)" == "theme" {
        expected.theme = ThemeChoice(light: "default", dark: "default")
      }
      #expect(loaded.values == expected, "\(row.path)")
    }
  }

  @Test func `programs are words or a list, and schemes have the form of one`() {
    let loaded = TOMLFile(
      "opener = 'firefox --new-tab'\nbrowser = ['my browser', '-x']\n"
        + "clipboard = 'tmux'\nlink_schemes = ['HTTPS', 'ssh']")
    #expect(loaded.errors == [])
    #expect(loaded.values.preferences.opener == ["firefox", "--new-tab"])
    #expect(loaded.values.preferences.browser == ["my browser", "-x"])
    #expect(loaded.values.preferences.clipboard == .tmux)
    #expect(loaded.values.preferences.linkSchemes == ["https", "ssh"])
  }

  @Test(arguments: [
    "opener = ''", "opener = []", "opener = 3", "opener = ['']", #"opener = "sh -c 'x y'""#,
    #"opener = ["x\u0000y"]"#, "browser = ['x', 1]", "link_schemes = 'ssh'",
    "link_schemes = ['https:']", "link_schemes = ['-x']", "link_schemes = ['']", "clipboard = ' '",
  ])
  func `what is no program and no scheme is reported`(_ line: String) {
    let loaded = TOMLFile(line)
    #expect(loaded.messages.count == 1)
    #expect(loaded.messages.first?.hasPrefix("config.toml:1:") == true)
    #expect(loaded.values == Settings())
  }

  @Test(arguments: [
    ("[http]\nport = 7576", "http.port; did you mean 'listen'?"),
    ("[http]\nhost = '0.0.0.0'", "http.host; did you mean 'hosts'?"),
    ("[http]\ntoken = 'x'", "http.token; did you mean 'token_file'?"),
    ("[exchange]\nname = 'x'", "exchange.name; did you mean 'machine'?"),
    ("[exchange]\nserver = 'x'", "exchange.server; did you mean 'url'?"),
    ("keybindings = 1", "keybindings; did you mean 'keys'?"),
    ("max-notifications = 1", "max-notifications; did you mean 'maximum_notifications'?"),
  ])
  func `a key of other programs is told with the one meant`(text: String, message: String) {
    let found = TOMLFile(text).messages.first ?? ""
    #expect(found.hasSuffix("unknown key " + message), "\(found)")
  }
}
