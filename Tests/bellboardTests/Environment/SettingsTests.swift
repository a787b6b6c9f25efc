import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxTOML
import Testing

@testable import bellboard
@testable import InboxUI

extension TOMLFile<Settings> {
  init(_ text: String) { self.init(text, at: "config.toml", by: Settings.table) }
}

/// The rows of a file of samples, of two lines each: a text, in which `\n` ends a line, and what is
/// said of it.
func pairs(_ name: String) -> [(String, String)] {
  let target = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let file = target.appending(path: "Samples/\(name).txt")
  let lines = must { try String(contentsOf: file, encoding: .utf8) }
    .split(separator: "\n").map(String.init)
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

  @Test(arguments: pairs("setting-mistakes"))
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

/// Files as they are while somebody types, or worse: none may do more than be refused.
@Suite("settings and themes of any text") struct SettingsFuzzTests {
  private static let configuration =
    Settings.rows.filter { !$0.defaultValue.isEmpty }
    .map { "\($0.path) = \($0.defaultValue)\n" }.joined()
    .replacing("alerts.rules = []", with: "alerts.rules = [{filter = 'a', banner = false}]")
    + Settings.keysExample + "\n"

  private static let theme = Theme.default.toml

  /// Reads a text as a configuration and as a theme; what is said of it, made from all of it.
  private func messages(_ text: String) -> [String] {
    let file = TOMLFile(text, at: "f", by: Settings.table)
    var keymap = Keymap.default
    let keys = keymap.apply(file.values.keys).map { "f: " + $0.message }
    let loader = ThemeLoader(names: ["default"]) { _, _ in nil }
    let theme = loader.load(TOMLSource(name: "f", path: "f", text: text))
    return file.messages + keys + theme.messages
  }

  @Test func `the texts to begin with are good`() {
    #expect(TOMLFile(Self.configuration, at: "f", by: Settings.table).messages == [])
    let loader = ThemeLoader(names: ["default"]) { _, _ in nil }
    #expect(loader.load(TOMLSource(name: "f", path: "f", text: Self.theme)).messages == [])
  }

  @Test(arguments: [configuration, theme], ["", "[", "[[", "= [", "\"", "'''", "{", "."])
  func `a text that ends anywhere is read or refused`(text: String, end: String) {
    let bytes = Array(text.utf8)
    for count in stride(from: 0, to: bytes.count, by: 97) {
      let cut = String(decoding: bytes[..<count], as: UTF8.self) + end
      #expect(messages(cut).allSatisfy { $0.hasPrefix("f:") })
    }
  }

  @Test(arguments: 0..<12) func `a text of changed bytes is read or refused`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for text in [Self.configuration, Self.theme] {
      for _ in 0..<40 {
        let changed = Self.change(Array(text.utf8), by: &random)
        let messages = messages(String(decoding: changed, as: UTF8.self))
        #expect(messages.allSatisfy { $0.hasPrefix("f:") })
      }
    }
  }

  @Test func `keys of very many parts and values of great depth are refused`() {
    let many = String(repeating: "a.", count: 10_000) + "a"
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    for text in [many + " = 1", "[\(many)]", "[[\(many)]]", "theme = \(deep)", "[[\(many)"] {
      #expect(messages(text).first?.hasPrefix("f:1:") == true)
    }
  }

  private static func change(_ bytes: [UInt8], by random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<6, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      let length = Int.random(in: 0..<12, using: &random)
      let range = place..<min(place + length, bytes.count)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.insert(random.pick(Array("[]{}=.,\"'#\\\n-_0e:T".utf8)), at: place)
      case 2 where range.count < bytes.count: bytes.removeSubrange(range)
      default: bytes.insert(contentsOf: Array(bytes[range]), at: place)
      }
    }
    return bytes
  }
}
