import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxTOML
import InboxTerminal
import InboxTestSupport
import Testing

@testable import InboxUI
@testable import bellboard

@Suite struct UserFilesTests {
  let root: TemporaryFolder
  let files: UserFiles

  init() throws {
    root = try TemporaryFolder()
    try Data("theme = 'nord'".utf8).write(to: URL(filePath: root.path + "/config.toml"))
    files = try Self.files(in: root.path)
  }

  private static func files(
    in home: String, theme: String? = nil, _ more: [String: String] = [:]
  ) throws -> UserFiles {
    let variables = ["BELLBOARD_HOME": home].merging(more) { $1 }
    return try UserFiles(
      environment: UserEnvironment(inboxName: nil, variables: variables), themeOption: theme)
  }

  /// What is loaded after a change, and what is wrong with it.
  private func loaded(by files: UserFiles) throws -> (
    theme: Theme?, keymap: Keymap?, preferences: ScreenPreferences?, problems: [String]
  ) {
    guard case .configured(let theme, let keymap, let preferences, let problems) = files.load()
    else { throw CancellationError() }
    return (theme, keymap, preferences, problems)
  }

  /// Saves a file as editors do, and hands back the look that follows and the number of problems.
  private func save(_ text: String, to name: String) throws -> (Theme?, Int) {
    let path = "\(root.path)/\(name)"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    #expect(files.takeChange())
    let loaded = try loaded(by: files)
    return (loaded.theme, loaded.problems.count)
  }

  @Test func `the menu mutes a source with all below it, and unmutes the command's`() throws {
    let mutes = MuteFile(path: root.path + "/mutes.toml")
    #expect(files.change(.mute(until: nil), of: .source("ci"), at: .testing) == nil)
    let rule = try #require(mutes.content.values.rules.first)
    #expect(rule.filter.text == "source:ci")
    #expect(rule.filter.matches(.make(source: "ci/deploy"), at: .testing))
    try mutes.mute(.source("ci"), until: nil, at: .testing)
    #expect(files.change(.unmute, of: .source("ci"), at: .testing) == nil)
    #expect(mutes.content.values.rules == [])
  }

  @Test func `the mutes of the commands are known to the screen, and end from there`() throws {
    let file = MuteFile(path: root.path + "/mutes.toml")
    #expect(files.mutes(at: .testing) == [])
    try file.mute(.source("ci"), until: nil, at: .testing)
    try file.mute(.pattern("=cron"), until: .testing(60), at: .testing)
    try file.mute(.source("thread a"), until: nil, at: .testing)
    try file.mute(.thread("a \"b\""), until: nil, at: .testing)
    let mutes = [
      ActiveMute(.source("ci")), ActiveMute(.pattern("=cron"), until: .testing(60)),
      ActiveMute(.source("thread a")), ActiveMute(.thread("a \"b\"")),
    ]
    #expect(files.mutes(at: .testing) == mutes)
    #expect(files.mutes(at: .testing(60)).map(\.subject) == [0, 2, 3].map { mutes[$0].subject })
    let begun = try Self.files(in: root.path).preferences
    #expect(begun.mutes.filter { $0.end == nil } == [0, 2, 3].map { mutes[$0] })
    for mute in mutes {
      #expect(files.change(.unmute, of: mute.subject, at: .testing) == nil, "\(mute)")
    }
    #expect(file.content.values.rules == [])
  }

  private func look(density: RowOptions.Density = .auto, group: ListGrouping = .day)
    -> [KeepLook.Setting]
  {
    var inbox = ScreenDriver(count: 1)
    inbox.state.environment.preferences = ScreenPreferences()
    inbox.run("set density=\(density.rawValue)")
    inbox.run("group \(group.rawValue)")
    for case .pane(.keepLook(let request)) in inbox.press("w") { return request.settings }
    return []
  }

  private var configuration: String {
    (try? String(contentsOfFile: root.path + "/config.toml", encoding: .utf8)) ?? ""
  }

  @Test func `a rule of the menu is written, applies, and is taken out as it was written`() throws {
    let path = root.path + "/config.toml"
    let before = try String(contentsOfFile: path, encoding: .utf8)
    var screen = ScreenDriver(count: 1) { $1.source = "ci" }
    screen.press("A")
    let items = try #require(screen.state.menu?.items)
    for item in items {
      screen.press("A", "\(try #require(item.key))")
      if screen.state.overlays.prompt != nil { screen.type("build") }
      let asked = screen.state.overlays.prompt == nil ? screen.effects : screen.press("Enter")
      guard case .pane(.edit(let request))? = asked.last else {
        Issue.record("\(item.label) writes nothing")
        continue
      }
      #expect(files.edit(request) == nil)
      let environment = try UserEnvironment(
        inboxName: nil, variables: ["BELLBOARD_HOME": root.path])
      #expect(environment.configuration.messages == [])
      let rule = try #require(environment.rules.first)
      #expect(rule.actions != RuleActions() && rule.filter.text.contains("source:=ci"))
      #expect(files.edit(request)?.hasSuffix("has this rule already") == true)
      guard case .addRule(let offer) = request.change else { continue }
      #expect(rule.hours?.text == (item.key == "n" ? "22:00-07:00" : nil))
      let removal = EditConfiguration(.removeRule(offer))
      #expect(files.edit(removal) == nil)
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(before))
      #expect(files.edit(removal)?.contains("by hand") == true)
    }
    #expect(items.count == 6)
  }

  @Test func `the look is written where the file has it, and its comments stay`() throws {
    let text = "# mine\ntheme = 'nord' # blue\n# of alerts\n[alerts]\nbell = \"off\"\n"
    _ = try save(text, to: "config.toml")
    _ = files.load(theme: "dracula")
    guard case .kept(let written) = files.keep(look(density: .compact)) else {
      Issue.record("nothing was written")
      return
    }
    #expect(written.map(\.text) == ["theme = \"dracula\"", "density = \"compact\""])
    #expect(configuration.hasPrefix("# mine\ntheme = \"dracula\" # blue\ndensity = \"compact\"\n"))
    #expect(configuration.hasSuffix("# of alerts\n[alerts]\nbell = \"off\"\n"))
    // What is written is in force, and from then on the file decides.
    let kept = try loaded(by: files)
    #expect(kept.theme?.name == "Dracula" && kept.preferences?.rows.density == .compact)
    #expect(files.keep(look(density: .compact)) == .kept([]))
    #expect(try save("theme = 'dark'", to: "config.toml").0?.name == "Dark")
  }

  @Test func `a theme for each background is kept for the present one`() throws {
    _ = try save("theme = { light = \"light\", dark = \"nord\" }", to: "config.toml")
    _ = files.load(on: .light)
    _ = files.load(theme: "gruvbox-dark")
    #expect(files.keep(look()) == .kept([KeepLook.Setting(light: "gruvbox-dark", dark: "nord")]))
    #expect(configuration == "theme = { light = \"gruvbox-dark\", dark = \"nord\" }")
  }

  @Test func `a file that cannot take the look is left as it is`() throws {
    _ = try save("theme = 'nord'\n", to: "config.toml")
    _ = files.load(theme: "dracula")
    let broken = "theme = [\n"
    try Data(broken.utf8).write(to: URL(filePath: root.path + "/config.toml"), options: .atomic)
    guard case .failed(let reason) = files.keep(look()) else {
      Issue.record("it was written")
      return
    }
    #expect(reason.hasSuffix("config.toml takes no theme; write theme = \"dracula\" there by hand"))
    #expect(configuration == broken)
  }

  @Test func `a theme of the user's restyles the screen when it is saved`() throws {
    #expect(files.theme.name == "Nord")
    #expect(try save("name = 'Own'", to: "themes/nord.toml").0?.name == "Own")
    #expect(try save("name = 'Again'", to: "themes/nord.toml").0?.name == "Again")
    #expect(try save("theme = 'dark'", to: "config.toml").0?.name == "Dark")
  }

  @Test func `programs of the screen that are not there are told, and looked for again`() throws {
    let programs = try ProgramFolder()
    try programs.add("shows", "true")
    let text = "opener = 'firefoxx -n'\nbrowser = 'shows'\nclipboard = 'natve'"
    try Data(text.utf8).write(to: URL(filePath: root.path + "/config.toml"))
    let path = root.path + "/config.toml"
    let files = try Self.files(in: root.path, ["PATH": programs.path])
    #expect(
      files.problems == [
        "\(path):1:10: opener: there is no program firefoxx",
        "\(path):3:13: clipboard: there is no program natve; did you mean 'native'?",
      ])
    try Data("opener = 'shows'\nclipboard = 'osc52'".utf8).write(to: URL(filePath: path))
    #expect(try loaded(by: files).problems == [])
  }

  @Test func `keys of which one hides longer ones are taken all the same`() throws {
    func keymap(_ text: String) throws -> Keymap? {
      _ = try save(text, to: "config.toml")
      return try loaded(by: files).keymap
    }
    let taken = try #require(try keymap("[keys]\n'g' = 'delete'"))
    #expect(taken.command(for: .character("g"), in: .list) == .acting(.delete))
    #expect(try keymap("[keys]\n'g' = 'delet'") == nil)
  }

  @Test func `the themes that can be named are the user's and the built-in ones`() throws {
    #expect(files.themeNames == ThemeLoader.builtInNames.sorted())
    _ = try save("name = 'Harbour'", to: "themes/nord.toml")
    try Data("name = 'Harbour'".utf8).write(to: URL(filePath: root.path + "/themes/harbour.toml"))
    #expect(files.themeNames == (ThemeLoader.builtInNames + ["harbour"]).sorted())
  }

  @Test func `what is wrong with a theme asked for is checked by its own command`() throws {
    let path = root.path + "/mine.toml"
    try Data("[unread]\nmarc = 1\nmark = 2".utf8).write(to: URL(filePath: path))
    let files = try Self.files(in: root.path, theme: path)
    #expect(files.problems.count == 2)
    #expect(files.preferences.configurationCheck == "bellboard theme check \(path)")
    #expect(self.files.preferences.configurationCheck == "bellboard config check")
  }

  @Test func `a mistake of the configuration is checked by that of the configuration`() throws {
    try Data("colour = 'never'".utf8).write(to: URL(filePath: root.path + "/config.toml"))
    let files = try Self.files(in: root.path, theme: "nord")
    #expect(files.preferences.configurationCheck == "bellboard config check")
  }

  @Test func `a bad save keeps the look and is watched on`() throws {
    let bad = try save("bra = 'red'", to: "themes/nord.toml")
    #expect(bad.0 == nil && bad.1 == 1)
    let gone = try save("theme = 'nrod'", to: "config.toml")
    #expect(gone.0 == nil && gone.1 == 1)
    let half = try save("theme = ", to: "config.toml")
    #expect(half.0 == nil && half.1 == 1)
    #expect(try save("theme = 'light'", to: "config.toml").0?.name == "Light")
  }
}

@Suite struct UserThemeTests {
  let root: TemporaryFolder
  let paths: Paths

  init() throws {
    root = try TemporaryFolder()
    paths = Paths(environment: ["BELLBOARD_HOME": root.path])
    try FileManager.default.createDirectory(
      atPath: root.path + "/themes", withIntermediateDirectories: true)
  }

  private func file(_ name: String) -> String { "\(root.path)/themes/\(name).toml" }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  private func environment(_ variable: String = "") throws -> UserEnvironment {
    try UserEnvironment(
      inboxName: nil, variables: ["BELLBOARD_HOME": root.path, "BELLBOARD_THEME": variable])
  }

  /// A theme as it is loaded, with the files that it depends on.
  private func load(
    _ name: String?, variable: String = ""
  ) throws -> (theme: Theme, messages: [String], watched: [String]) {
    let environment = try environment(variable)
    let loaded = try environment.theme(option: name)
    return (loaded.theme, loaded.messages, environment.files(behind: loaded))
  }

  @Test func `without a choice the standard look is taken, and its file waited for`() throws {
    let choice = try load(nil)
    #expect(choice.theme == .default && choice.messages == [])
    #expect(choice.watched == [paths.configuration, paths.mutes, file("default")])
  }

  @Test func `a file named like the standard look replaces it`() throws {
    try write("inherits = 'default'\nbar = 'red'", to: "default")
    let choice = try load(nil)
    #expect(choice.theme[.bar].foreground == .indexed(1))
    #expect(choice.messages == [])
    #expect(choice.watched.contains(file("default")))
  }

  @Test func `what is wrong is told by file and position, of parents too, all watched`() throws {
    try write("inherits = 'below'\nbra = 'red'", to: "mine")
    try write("\nbar = 'rde'", to: "below")
    let choice = try load(nil, variable: "mine")
    #expect(choice.messages.count == 2)
    #expect(choice.messages[0] == "\(file("mine")):2:1: unknown key bra; did you mean 'bar'?")
    #expect(choice.messages[1].hasPrefix("\(file("below")):2:7: bar is \"rde\""))
    #expect(choice.watched == [paths.configuration, paths.mutes, file("mine"), file("below")])
  }

  @Test func `a theme by path is watched at its path`() throws {
    try write("bar = 'red'", to: "mine")
    let choice = try load(file("mine"))
    #expect(choice.watched == [paths.configuration, paths.mutes, file("mine")])
  }

  @Test func `a built-in theme is watched where a file would win, its parents too`() throws {
    let choice = try load("nord")
    #expect(choice.theme.name == "Nord")
    #expect(choice.watched == [paths.configuration, paths.mutes, file("nord"), file("dark")])
  }

  @Test func `a name that is not there is reported with the nearest one`() throws {
    let error = #expect(throws: ThemeLookupError.self) { try load("nrod") }
    #expect(error?.description == "no theme named nrod; did you mean 'nord'?")
  }

  @Test func `one theme for each background, where the configuration says so`() throws {
    try Data("theme = { light = 'light', dark = 'nord' }".utf8)
      .write(to: URL(filePath: paths.configuration))
    let environment = try environment()
    #expect(environment.themeName() == "nord")
    #expect(environment.themeName(on: .light) == "light")
    #expect(environment.followsBackground(option: nil))
    #expect(!environment.followsBackground(option: "dracula"))
    #expect(try !self.environment("b").followsBackground(option: nil))
  }

  @Test func `the option wins over the variable, and that over the configuration`() throws {
    #expect(try environment().themeName() == "default")
    try Data("theme = 'c'".utf8).write(to: URL(filePath: paths.configuration))
    #expect(try environment().themeName() == "c")
    #expect(try environment("b").themeName() == "b")
    #expect(try environment("b").themeName(option: "a") == "a")
  }
}
