import InboxTOML
import InboxUI
import Testing

@Suite struct ThemeLoaderTests {
  /// Loads `main` from texts by name, beside the built-in ones.
  private func load(_ texts: [String: String], main: String = "main") throws -> LoadedTheme {
    let loader = ThemeLoader(names: ThemeLoader.builtInNames + texts.keys) { name, path in
      let own = texts[name].map { TOMLSource(name: name, path: name + ".toml", text: $0) }
      return [own, ThemeLoader.builtInSource(named: name)].compactMap(\.self).first {
        $0.path != path
      }
    }
    return try #require(loader.load(named: main))
  }

  private func problems(_ text: String) throws -> [String] { try load(["main": text]).messages }

  @Test func `the nine values are read in all their forms`() throws {
    let loaded = try load([
      "main": """
      name = "Mine"
      [palette]
      sea = "#012"
      [unread]
      background = "sea"
      mark = { text = ">", fg = 208 }
      title = { fg = "white", bold = true, lines = 4 }
      message = "sea"
      time = { italic = true, bg = "default" }
      [read]
      mark = "r"
      message = { lines = 0 }
      """
    ])
    #expect(loaded.errors == [])
    var expected = Theme(
      name: "Mine",
      styles: [
        .unread: Style(background: .rgb(0, 17, 34)), .unreadMark: Style(foreground: .indexed(208)),
        .unreadTitle: Style(foreground: .indexed(7), bold: true),
        .unreadMessage: Style(foreground: .rgb(0, 17, 34)),
        .unreadTime: Style(background: .default, italic: true),
      ])
    expected.unread = RowLook(mark: ">", titleLines: 4, messageLines: 2)
    expected.read = RowLook(mark: "r", titleLines: 1, messageLines: 0)
    expected.palette = loaded.theme.palette
    #expect(loaded.theme == expected)
  }

  @Test func `a child keeps what it does not say`() throws {
    let loaded = try load(["main": "inherits = 'default'\n[cursor]\nitalic = true"])
    #expect(loaded.theme[.cursor].bold == true)
    #expect(loaded.theme[.cursor].italic == true)
    #expect(loaded.sources.map(\.path) == ["main.toml", "<built-in default>"])
  }

  @Test func `a child's palette recolours its parent`() throws {
    let loaded = try load([
      "main": "inherits = 'base'\npalette.a = '#fff'", "base": "palette.a = '#000'\nbar.fg = 'a'",
    ])
    #expect(loaded.theme[.bar].foreground == .rgb(255, 255, 255))
  }

  @Test func `a theme may add to a built-in one of its own name`() throws {
    let loaded = try load(["default": "inherits = 'default'\nbar = 'red'"], main: "default")
    #expect(loaded.errors == [])
    #expect(loaded.theme[.bar] == Style(foreground: .indexed(1), bold: true))
  }

  @Test func `a circle is reported and ends the chain`() throws {
    let loaded = try load(["main": "inherits = 'b'", "b": "\ninherits = 'main'\nbar.fg = 'red'"])
    #expect(loaded.messages == ["b.toml:2:12: inherits refers to itself: main → b → main"])
    #expect(loaded.theme[.bar].foreground == .indexed(1))
    #expect(try problems("inherits = 'main'").first?.contains("main → main") == true)
  }

  @Test func `an unknown parent is reported with the nearest name`() throws {
    #expect(
      try problems("\ninherits = 'nrod'") == [
        "main.toml:2:12: inherits is \"nrod\", expected the name of a theme; did you mean 'nord'?"
      ])
  }

  @Test(arguments: [
    ("[selectd]", "1:2: unknown key selectd; did you mean 'selected'?"),
    ("[unread]\ntitle = { fgg = 1 }", "2:11: unknown key unread.title.fgg; did you mean 'fg'?"),
    ("bar.bold = 1", "1:12: bar.bold is an integer, expected true or false"),
    ("bar = true", "1:7: bar is a boolean, expected a color or a table"),
    ("priority = 1", "1:12: priority is an integer, expected a table"),
    ("palette = 1", "1:11: palette is an integer, expected a table"),
    ("unread.mark = 1", "1:15: unread.mark is an integer, expected a string or a table"),
    ("read.mark = '日'", "1:13: read.mark is \"日\", expected a text of at most one column"),
    ("unread.mark = '>>'", "1:15: unread.mark is \">>\", expected a text of at most one column"),
    (
      "placeholder.glyph = '日本'",
      "1:21: placeholder.glyph is \"日本\", expected a text of at most 2 columns"
    ),
    ("read.title.lines = -1", "1:20: read.title.lines is -1, expected an integer from 0 to 99"),
    (
      "\nbar.fg = 'gren'",
      "2:10: bar.fg is \"gren\", expected default, a name such as red or brightred, "
        + "0–255, #rgb, #rrggbb or a name of the palette; did you mean 'green'?"
    ),
  ])
  func `each mistake is reported with line, expectation and nearest name`(
    text: String, message: String
  ) throws {
    #expect(try problems(text) == ["main.toml:" + message])
  }

  @Test(arguments: ["bg", "background"], ["fg", "foreground"])
  func `colors have their short and their long names in every section`(
    ground: String, text: String
  ) throws {
    let sections = ["unread", "selected", "bar", "border", "reader", "read.title", "help.key"]
    let lines = sections.map { "[\($0)]\n\(ground) = 'red'\n\(text) = 'blue'" }
    let loaded = try load(["main": lines.joined(separator: "\n")])
    #expect(loaded.messages == [])
    for role in [Role.unread, .selected, .bar, .border, .reader, .readTitle, .helpKey] {
      #expect(loaded.theme[role] == Style(foreground: .indexed(4), background: .indexed(1)))
    }
  }

  @Test func `color names are read in any usual spelling, after those of the palette`() throws {
    let text =
      "[palette]\ngrey = '#111111'\n[bar]\nfg = 'grey'\nbg = 'lightGray'\n[error]\nfg = 'gray'"
    let loaded = try load(["main": text])
    #expect(loaded.messages == [])
    #expect(loaded.theme[.bar] == Style(foreground: .rgb(17, 17, 17), background: .indexed(7)))
    #expect(loaded.theme[.error].foreground == .indexed(8))
  }

  @Test func `a color by both of its names is reported`() throws {
    #expect(
      try problems("[bar]\nbg = 'red'\nbackground = 'blue'") == [
        "main.toml:3:14: bar.background: this is bar.bg by another name; keep one of them"
      ])
  }

  @Test func `rows that differ by color alone are warned of, with the position`() throws {
    let alike = "[unread]\nmark = '>'\nbackground = 'blue'\n[read]\nmark = '>'\n"
    let warning =
      "main.toml:1:2: warning: read and unread rows differ by color alone, so without colors they "
      + "are the same"
    func warnings(_ text: String) throws -> [String] { try load(["main": text]).warnings }
    #expect(try warnings(alike) == [warning])
    #expect(try warnings(alike + "title = { fg = 'red' }\n") == [warning])
    #expect(try warnings(alike + "title = { underline = true }\n") == [])
    #expect(try warnings(alike + "message = { lines = 0 }\n") == [])
    #expect(try warnings(alike.replacing("[read]\nmark = '>'", with: "[read]\nmark = ' '")) == [])
  }

  @Test func `rows without a line for any text are warned of`() throws {
    let text = "[read]\ntitle = { lines = 0 }\nmessage = { lines = 0 }\n"
    #expect(
      try load(["main": text]).warnings == [
        "main.toml:1:2: warning: read has no line for title and message; the title is shown"
      ])
    #expect(try load(["main": text.replacing("message", with: "time")]).warnings == [])
  }

  @Test func `a faint text is warned of where the file sets it`() throws {
    let text = "inherits = 'dark'\n\n[read]\ntitle = { fg = '#464646' }\n"
    #expect(
      try load(["main": text]).warnings.first?.hasPrefix(
        "main.toml:4:1: warning: read.title has a contrast of ") == true)
  }

  @Test(arguments: ThemeLoader.builtInNames)
  func `no built-in theme is warned of`(name: String) throws {
    #expect(try #require(ThemeLoader.builtIn.load(named: name)).warnings == [])
  }

  @Test func `one mistake does not hide the rest`() throws {
    let loaded = try load(["main": "bar.fg = 'nope'\nbar.bold = true\n[error]\nfg = 'red'"])
    #expect(loaded.errors.count == 1)
    #expect(loaded.theme[.bar].bold == true)
    #expect(loaded.theme[.error].foreground == .indexed(1))
  }

  @Test func `of a text that is no TOML all mistakes are told, and the rest holds`() throws {
    let loaded = try load(["main": "ok = 1\n[bar"])
    #expect(loaded.errors.map(\.position?.line) == [1, 2])
    #expect(loaded.theme == Theme(name: "main"))
  }

  @Test(arguments: ThemeLoader.builtInNames)
  func `a printed theme reads back as itself`(name: String) throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: name)).theme
    #expect(try load(["main": theme.toml]) == loadedAlone(theme))
  }

  @Test func `a color of the palette of a printed theme can be changed`() throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: "nord")).theme
    let line = "accent = \"#88c0d0\""
    #expect(theme.toml.contains(line))
    let changed = try load(["main": theme.toml.replacing(line, with: "accent = \"#00ff00\"")]).theme
    let accented = Role.allCases.filter { theme[$0].foreground == .rgb(0x88, 0xc0, 0xd0) }
    #expect(!accented.isEmpty)
    #expect(accented.allSatisfy { changed[$0].foreground == .rgb(0, 0xff, 0) })
  }

  @Test(arguments: 0..<40)
  func `any theme made in code reads back from its print`(seed: Int) throws {
    var theme = Theme(name: "Seed \"\(seed)\"")
    for role in Role.allCases {
      let bits = (role.rawValue + 1) &* (seed + 3) &* 2_654_435_761 >> 7
      func attribute(_ shift: Int) -> Bool? { [nil, true, false][(bits >> shift) % 3] }
      let colors: [Color?] = [
        nil, .default, .indexed(UInt8(bits % 256)), .rgb(UInt8(bits % 251), 0, UInt8(seed)),
      ]
      theme[role] = Style(
        foreground: colors[bits % 4], background: colors[(bits >> 2) % 4], bold: attribute(3),
        dim: attribute(5), italic: attribute(7), underline: attribute(9), reverse: attribute(11))
    }
    theme.unread = RowLook(mark: "\"", titleLines: seed, messageLines: 0)
    theme.emptyTexts = EmptyTexts(none: "a\nb", filtered: "", trash: "é🎉")
    #expect(try load(["main": theme.toml]) == loadedAlone(theme))
  }

  private func loadedAlone(_ theme: Theme) -> LoadedTheme {
    LoadedTheme(
      theme: theme, errors: [],
      sources: [TOMLSource(name: "main", path: "main.toml", text: theme.toml)])
  }

  @Test func `the schema has one row for each role`() {
    #expect(ThemeSchema.roles.map(\.role.rawValue).sorted() == Role.allCases.map(\.rawValue))
    #expect(Set(ThemeSchema.roles.map(\.path)).count == Role.allCases.count)
  }

  @Test func `nine values in Swift make the same look as a file`() {
    let white = Color.rgb(255, 255, 255)
    let configuration = InboxUIConfiguration(
      read: .custom(
        background: .rgb(1, 2, 3), title: white, message: white, time: .default,
        titleAttributes: .bold, messageAttributes: [], timeAttributes: .italic, titleLines: 2,
        messageLines: 4),
      placeholder: "N", empty: EmptyTexts(none: "Nothing"))
    let theme = configuration.theme()
    #expect(theme.read == RowLook(mark: " ", titleLines: 2, messageLines: 4))
    #expect(theme.unread == Theme.default.unread)
    #expect(theme[.read] == Style(background: .rgb(1, 2, 3)))
    #expect(theme[.readTitle].foreground == white && theme[.readTitle].bold == true)
    #expect(theme[.readTime].italic == true && theme[.readTime].bold == false)
    #expect(theme.placeholderGlyph == "N" && theme.emptyTexts.none == "Nothing")
    #expect(InboxUIConfiguration(placeholder: " ").theme(named: "Default") == Theme.default)
  }
}
