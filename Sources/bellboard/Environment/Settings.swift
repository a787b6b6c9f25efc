import BellboardSupport
import InboxCore
import InboxSettings
import InboxTOML
import InboxUI

/// The settings of the configuration file.
struct Settings: TOMLRoot, Hashable {
  /// The choice of colours.
  enum ColorChoice: String, CaseIterable, Sendable, Hashable {
    /// As the terminal and `NO_COLOR` say.
    case auto
    /// Always.
    case always
    /// Never; attributes stay.
    case never
  }

  /// The theme, or one for each background; nil where the file says nothing.
  var theme: ThemeChoice?
  /// Which inbox is used, and how it is kept.
  var store = StoreSettings()
  /// The order in which a list begins.
  var sort = MessageOrder.newest
  /// When colours are used.
  var color = ColorChoice.auto
  /// The ways in, which the daemon keeps open.
  var receiving = ReceivingSettings()
  /// How the screen behaves, and commands that do the same as it.
  var preferences = Self.programPreferences
  /// The keys that are changed by ``keys``.
  var keyPreset = KeymapPreset.default
  /// Changes of keys, as written, in the order of the file.
  var keys: [KeymapEntry] = []

  /// The preferences without a file: how the screen names the program and its commands.
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
  /// The commands by which a new inbox is filled, or seen filled.
  private static let firstSteps = [
    FirstStep("bellboard push \"hello\"", "put a message here"),
    FirstStep("bellboard demo", "try the keys on a throw-away inbox"),
    FirstStep("eval \"$(bellboard hook bash)\"", "tell how long commands ended"),
    FirstStep("bellboard setup", "receive from other programs"),
  ]
}

/// The rows of the file: those of the program itself, and those that the screen declares.
extension Settings {
  /// All that the file can say.
  static let table = TOMLTable<Settings>(
    parts: [{ ownPart }, { keysPart }, { screenPart }, { receivingPart }])

  /// One row for each setting but the keys, in the order of a file that has them all.
  static var rows: [TOMLRow<Settings>] { table.rows.filter { $0.path != keysPath } }

  private static let ownPart = TOMLPart(
    [themeRow] + StoreSettings.rows.map { $0.lifted(to: \.store) } + programRows)
  private static let keysPart = TOMLPart([keysRow])
  private static let screenPart = TOMLPart(
    ScreenPreferences.rows.map { $0.lifted(to: \Settings.preferences) })
  private static let receivingPart = TOMLPart(
    ReceivingSettings.rows.map { $0.lifted(to: \Settings.receiving) })

  /// Where the file names the theme.
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
    .choice("color", \.color, "when colours are used"),
  ]

  /// Where the file changes keys.
  static let keysPath: TOMLPath = "keys"

  private static let keysRow = TOMLRow<Settings>(
    keysPath, type: "command names by key", subkeys: .any, "what keys do"
  ) { reader, path, settings in
    settings.keyPreset = KeymapPreset.read(&reader, at: path) ?? .default
    settings.keys = KeymapEntry.entries(&reader, at: path)
  }
}

/// The texts around the rows: in a new file and in the manual.
extension Settings {
  /// A configuration file that says nothing yet: every setting, commented out at its default.
  static var template: String {
    let text = """
      # Bellboard's configuration.
      #
      # Each setting stands here with its default, behind a '# '. Take that away and change
      # the value. 'bellboard config check' says what is wrong with it.

      """
    return text + comment(following) + "\n\n" + rows.map { $0.commented + "\n" }.joined()
      + comment(keysHelp) + comment(keysExample)
  }

  /// When a change of the file shows.
  static let following = """
    An open screen follows as soon as the file is saved, or on R; inbox, sort, color
    and maximum_notifications count from the next start. bellboardd follows too.
    """

  /// How the file binds keys.
  static let keysHelp = """
    A preset has the keys of another program: keys = "vim", mutt, newsboat or emacs;
    beside bindings it is called preset, under [keys]. [keys] binds a key wherever its command
    applies, [keys.list], [keys.reader] and so on in one place; 'unbind' takes a key's
    meaning away. A key can stand for a command, for a line as typed behind ':', for a
    program ('!' runs it with {url}, {title} and other fields, '|' gives it the text), or
    for a list of them. 'bellboard keys' lists the commands.
    """

  /// Some bindings, as a file has them.
  static let keysExample = """
    [keys]
    "X" = ":snooze 2h"
    "A" = ["toggle-read", "delete"]
    "P" = "!gh pr view {url}"
    [keys.reader]
    "X" = "unbind"
    """

  private static func comment(_ text: String) -> String {
    text.split(separator: "\n").map { "# \($0)\n" }.joined()
  }
}
