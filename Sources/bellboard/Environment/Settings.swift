import BellboardSupport
import InboxCore
import InboxSettings
import InboxTOML
import InboxUI

/// The settings of the configuration file.
struct Settings: TOMLRoot, Hashable {
  enum ColorChoice: String, CaseIterable, Sendable, Hashable {
    /// Colors if the terminal has them and `NO_COLOR` is not set.
    case auto
    case always
    /// Never; attributes such as bold are kept.
    case never
  }

  /// The theme, or one for each background; nil if not set.
  var theme: ThemeChoice?
  /// The settings of the inbox, such as its name and limits.
  var store = StoreSettings()
  /// The initial order of a list.
  var sort = MessageOrder.newest
  var color = ColorChoice.auto
  /// The settings of the sources that the daemon receives from.
  var receiving = ReceivingSettings()
  /// The preferences of the screen, and of commands that do the same.
  var preferences = Self.programPreferences
  /// The preset that ``keys`` changes.
  var keyPreset = KeymapPreset.default
  /// Unparsed key bindings, in the order of the file.
  var keys: [KeymapEntry] = []

  /// The default preferences, with the names of this program and its commands.
  private static let programPreferences = {
    var preferences = ScreenPreferences()
    preferences.programName = "Bellboard"
    preferences.configurationName = "config.toml"
    preferences.configurationCheck = "bellboard config check"
    preferences.firstSteps = firstSteps
    return preferences
  }()
}

extension Settings {
  /// The commands that an empty inbox suggests.
  private static let firstSteps = [
    FirstStep("bellboard push \"hello\"", "put a message here"),
    FirstStep("bellboard demo", "try the keys on a throw-away inbox"),
    FirstStep("eval \"$(bellboard hook bash)\"", "be told when a long command ends"),
    FirstStep("bellboard setup", "receive from other programs"),
  ]
}

/// The table of settings: those of the program itself, and those that other modules declare.
extension Settings {
  static let table = TOMLTable<Settings>(
    parts: [{ ownPart }, { keysPart }, { screenPart }, { receivingPart }])

  /// The rows of all settings except the keys, in the order of the template.
  static var rows: [TOMLRow<Settings>] { table.rows.filter { $0.path != keysPath } }

  private static let ownPart = TOMLPart(
    [themeRow] + StoreSettings.rows.map { $0.lifted(to: \.store) } + programRows)
  private static let keysPart = TOMLPart([keysRow])
  private static let screenPart = TOMLPart(
    ScreenPreferences.rows.map { $0.lifted(to: \Settings.preferences) })
  private static let receivingPart = TOMLPart(
    ReceivingSettings.rows.map { $0.lifted(to: \Settings.receiving) })

  /// The path of the theme setting.
  static let themePath: TOMLPath = "theme"

  private static let themeRow = TOMLRow<Settings>(
    themePath, type: "name or path, or { light = …, dark = … } to follow the terminal",
    default: TOMLText.string("default"),
    subkeys: .named(ScreenBackground.allCases.map(\.rawValue)), "how the screen looks"
  ) { reader, path, settings in
    if let theme = reader.theme(at: path) { settings.theme = theme }
  }

  private static let programRows: [TOMLRow<Settings>] = [
    .choice("sort", \.sort, "the order in which a list begins"),
    .choice("color", \.color, "when colors are used"),
  ]

  /// The path of the key bindings.
  static let keysPath: TOMLPath = "keys"

  private static let keysRow = TOMLRow<Settings>(
    keysPath, type: "command names by key", subkeys: .any, "what keys do"
  ) { reader, path, settings in
    settings.keyPreset = KeymapPreset.read(&reader, at: path) ?? .default
    settings.keys = KeymapEntry.entries(&reader, at: path)
  }
}

/// The texts around the settings in the template and in the manual.
extension Settings {
  /// The template of a configuration file: every setting, commented out at its default.
  static var template: String {
    let text = """
      # Bellboard's configuration.
      #
      # Each setting is listed with its default, commented out by a '# '. Remove that and change
      # the value. For a setting below a [table], remove it from the line of the [table] too.
      # 'bellboard config check' reports errors.

      """
    return text + comment(following) + "\n\n" + TOMLRow.template(of: rows)
      + comment(keysHelp) + comment(keysExample)
  }

  /// Explains when a change of the file takes effect.
  static let following = """
    An open screen applies changes as soon as the file is saved, or on R; inbox, sort, color
    and maximum_notifications apply after a restart. bellboardd applies changes too.
    """

  static let keysHelp = """
    A preset has the keys of another program: keys = "vim", mutt, newsboat or emacs;
    beside bindings it is called preset, under [keys]. [keys] binds a key wherever its command
    applies, [keys.list], [keys.reader] and so on in one place; 'unbind' removes the
    binding of a key. A key can be bound to a command, to a line as typed after ':', to a
    program ('!' runs it with {url}, {title} and other fields, '|' pipes the text to it), or
    to a list of them. 'bellboard keys' lists the commands.
    """

  static let keysExample = """
    [keys]
    "X" = ":snooze 2h"
    "W" = ["toggle-read", "delete"]
    "P" = "!gh pr view {url}"
    [keys.reader]
    "X" = "unbind"
    """

  private static func comment(_ text: String) -> String {
    text.split(separator: "\n").map { "# \($0)\n" }.joined()
  }
}

/// The theme setting, by name or path: one for all backgrounds, or one for each.
struct ThemeChoice: Hashable {
  /// The theme on a light background.
  var light: String
  /// The theme on a dark or unknown background.
  var dark: String

  func name(on background: ScreenBackground) -> String { background == .light ? light : dark }
}

extension TOMLReader {
  /// Reads a theme, or a table with one for each background; a missing one is the default theme.
  mutating func theme(at path: TOMLPath) -> ThemeChoice? {
    guard case .table? = document.value(at: path) else {
      return string(at: path).map { ThemeChoice(light: $0, dark: $0) }
    }
    reportUnknownKeys(at: path, known: ScreenBackground.allCases.map(\.rawValue))
    let names = ScreenBackground.allCases.map { string(at: path.appending(key: $0.rawValue)) }
    return ThemeChoice(light: names[0] ?? "default", dark: names[1] ?? "default")
  }
}
