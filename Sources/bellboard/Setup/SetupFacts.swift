import BellboardSupport
import Foundation
import InboxSettings
import InboxSystem
import InboxTOML
import InboxUI

/// What setup finds on the machine, read once at its start.
struct SetupFacts {
  let path: String
  /// The text of the configuration; nil if there is none.
  let text: String?
  let settings: Settings
  let receiving: ReceivingSettings
  /// The themes to choose from, in the order of their names.
  let themes: [SetupTheme]
  /// The shell hook; nil for a shell that has none.
  let hook: SetupHook?
  let github: SetupGitHub
  let service: SetupService
  /// The path of this program, for lines that other programs run.
  let program: String
  /// The theme that `BELLBOARD_THEME` sets; nil if it does not.
  let themeOfVariable: String?
  /// The terminal's background, as far as its variables tell.
  let background: ScreenBackground?
  private let home: String?

  init(_ environment: UserEnvironment, service: SetupService, program: String = ownPath) {
    path = environment.paths.configuration
    text = try? String(contentsOfFile: path, encoding: .utf8)
    settings = environment.settings
    receiving = environment.receiving.values
    themes = SetupTheme.all(in: environment)
    hook = SetupHook(variables: environment.variables)
    github = SetupGitHub(environment)
    self.service = service
    self.program = program
    themeOfVariable = environment.variables["BELLBOARD_THEME"].flatMap { $0.isEmpty ? nil : $0 }
    background = environment.background
    home = environment.variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The path of the running program, even if it was found by `PATH`.
  static var ownPath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "bellboard"
  }

  /// Whether a path is a symbolic link to a file that does not exist.
  static func isBrokenLink(_ path: String) -> Bool {
    let manager = FileManager.default
    return (try? manager.destinationOfSymbolicLink(atPath: path)) != nil
      && !manager.fileExists(atPath: path)
  }

  /// The theme of the configuration; nil if it has one for each background.
  var currentTheme: String? {
    guard let choice = settings.theme else { return "default" }
    return choice.light == choice.dark ? choice.dark : nil
  }

  /// A path as a person writes it, with `~` for the home folder.
  func shown(_ path: String) -> String {
    guard let home, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// The keymap of a preset with the user's own bindings.
  func keymap(of preset: KeymapPreset) -> Keymap {
    var keymap = preset.keymap
    _ = keymap.apply(settings.keys)
    return keymap
  }
}

/// A theme to choose in setup.
struct SetupTheme: Hashable {
  /// The name or path for the configuration; nil for what it has: a theme for each background.
  let name: String?
  let label: String
  /// The look; nil if its file cannot be used.
  let theme: Theme?
  /// What is wrong with its file.
  let problem: String?

  /// All themes that can be named, after the one that the configuration has otherwise.
  static func all(in environment: UserEnvironment) -> [SetupTheme] {
    let themes = environment.themes.names.map { named($0, environment) }
    guard let choice = environment.settings.theme else { return themes }
    guard choice.light != choice.dark else {
      let isKnown = themes.contains { $0.name == choice.dark }
      return (isKnown ? [] : [named(choice.dark, environment)]) + themes
    }
    let shown = named(environment.themeName(), environment)
    let both = SetupTheme(
      name: nil, label: "by background", theme: shown.theme, problem: shown.problem)
    return [both] + themes
  }

  private static func named(_ name: String, _ environment: UserEnvironment) -> SetupTheme {
    do throws(ThemeLookupError) {
      let loaded = try environment.theme(named: name)
      let problem = loaded.messages.first
      return SetupTheme(
        name: name, label: name, theme: problem == nil ? loaded.theme : nil, problem: problem)
    } catch {
      return SetupTheme(name: name, label: name, theme: nil, problem: error.report)
    }
  }
}

/// The program that reads GitHub's notifications, and what it needs.
struct SetupGitHub: Hashable {
  /// The path that setup writes the program to.
  let program: String
  /// The file with the token.
  let tokenFile: String
  /// Whether the configuration runs such a program already.
  let isThere: Bool
  /// Whether the program is installed already; then it is kept.
  let isInstalled: Bool
  let hasToken: Bool
  let hasPython: Bool
  /// The name of the table, which no other program has.
  private let name: String
  /// Whether the program finds the token without being told.
  private let isUsualFile: Bool

  private static let fileName = "github-notifications"
  private static let variable = "GITHUB_TOKEN_FILE"
  private static let usualTokenFile = "~/.config/bellboard/github-token"

  /// Looks for the program, its token and Python.
  init(_ environment: UserEnvironment) {
    let paths = environment.paths
    program = (paths.inboxes as NSString).deletingLastPathComponent + "/" + Self.fileName
    let commands = environment.receiving.values.commands
    name = SetupName.free(["github", "github-notifications"], beside: commands.map(\.name))
    let known = commands.first { command in
      command.command.contains { ($0 as NSString).lastPathComponent == Self.fileName }
    }
    isThere = known != nil
    let ownFile = (paths.configuration as NSString).deletingLastPathComponent + "/github-token"
    let file = known.map { Self.tokenFile(of: $0.command, environment) } ?? ownFile
    tokenFile = HomePath.expanded(file, environment: environment.variables)
    isInstalled = FileManager.default.fileExists(atPath: program)
    hasToken = FileManager.default.fileExists(atPath: tokenFile)
    hasPython = ProgramSearch(path: environment.variables["PATH"]).finds("python3")
    isUsualFile =
      tokenFile == HomePath.expanded(Self.usualTokenFile, environment: environment.variables)
  }

  /// The file that a command which is there reads the token from.
  private static func tokenFile(
    of words: [String], _ environment: UserEnvironment
  ) -> String {
    let start = "\(variable)="
    let named = words.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    return named ?? environment.variables[variable] ?? usualTokenFile
  }

  /// The text of the program, as in `Examples/Recipes`.
  static var programText: String {
    String(decoding: PackageResources.github_notifications, as: UTF8.self)
  }

  /// The tables that run the program, and tell GitHub what was read here.
  var tables: String {
    let words = (isUsualFile ? [] : ["env", "\(Self.variable)=\(tokenFile)"]) + [program]
    return """
      [[command]]
      name = \(TOMLText.string(name))
      command = \(TOMLText.list(words))

      [[rules]]
      filter = "source:github/*"
      on_read = \(TOMLText.list(words + ["--read"]))
      """
  }
}

/// The lines in a shell's start file that load the shell hook.
struct SetupHook: Hashable {
  let shell: String
  /// The path of its start file.
  let path: String
  /// The text to append to it.
  let lines: String

  /// Finds the hook of the user's shell; nil for an unsupported shell or without `HOME`.
  init?(variables: [String: String]) {
    guard let home = variables["HOME"], home.hasPrefix("/"),
      let name = variables["SHELL"]?.split(separator: "/").last.map(String.init),
      let shell = ShellHook.Shell(rawValue: name)
    else { return nil }
    let line: String
    switch shell {
    case .bash: (path, line) = (home + "/.bashrc", "eval \"$(bellboard hook bash)\"")
    case .zsh:
      let folder = variables["ZDOTDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
      (path, line) = (folder + "/.zshrc", "eval \"$(bellboard hook zsh)\"")
    case .fish:
      let folder = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      path = (folder ?? home + "/.config") + "/fish/config.fish"
      line = "bellboard hook fish | source"
    }
    self.shell = name
    lines = "# Notify when long commands finish.\n\(line)\n"
  }

  /// Whether the start file loads a hook already.
  var isThere: Bool { text.contains("bellboard hook") }

  /// The text of the start file with the hook.
  var changedText: String {
    text.isEmpty || text.hasSuffix("\n") ? text + lines : text + "\n" + lines
  }

  /// The text of the start file; empty if there is none.
  var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
