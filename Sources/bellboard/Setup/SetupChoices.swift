import InboxCore
import InboxSettings
import InboxTOML
import InboxUI

/// The answers of setup; at first what the configuration says.
struct SetupChoices: Hashable {
  /// The theme by name or path; nil keeps a theme for each background.
  var theme: String?
  var density: RowOptions.Density
  var keys: KeymapPreset
  /// What becomes of notifications that other programs show on the desktop.
  var desktop: DesktopSettings.Receiving
  /// New topics on an ntfy server, as typed; empty for none.
  var topics = ""
  var readsGitHub: Bool
  /// Whether a line for the crontab is printed.
  var showsCronLine = false
  var hasHook: Bool
  var receivesHTTP: Bool
  /// Where new messages are shown besides the inbox.
  var alerts: Alerts.Desktop
  /// The way of the terminal: the one that is set, such as OSC 9, else by what it supports.
  private let terminalAlerts: Alerts.Desktop
  /// Whether the daemon is started, now and at each login.
  var startsDaemon: Bool

  init(_ facts: SetupFacts) {
    theme = facts.currentTheme
    density = facts.settings.preferences.rows.density
    keys = facts.settings.keyPreset
    desktop = facts.receiving.desktop.receiving
    readsGitHub = facts.github.isThere
    hasHook = facts.hook?.isThere ?? false
    receivesHTTP = facts.receiving.http.isEnabled
    alerts = facts.settings.preferences.alerts.default.desktop
    terminalAlerts = alerts.isOfTerminal ? alerts : .auto
    startsDaemon = facts.service.state == .startable
  }

  /// The answers on notifications of the desktop, and the values of the setting.
  static let desktopWords: [(word: String, value: DesktopSettings.Receiving)] = [
    ("no", .off), ("copy", .monitor), ("replace", .server),
  ]

  /// The answer that stands for the choice on the desktop's notifications.
  var desktopWord: String {
    get { Self.desktopWords.first { $0.value == desktop }?.word ?? desktop.rawValue }
    set { desktop = Self.desktopWords.first { $0.word == newValue }?.value ?? desktop }
  }

  static let alertWords = ["no", "terminal", "always"]

  /// The answer that stands for the choice on alerts.
  var alertWord: String {
    get { alerts == .off ? "no" : alerts == .dbus ? "always" : "terminal" }
    set { alerts = newValue == "no" ? .off : newValue == "always" ? .dbus : terminalAlerts }
  }

  /// Whether the daemon has something to do.
  func needsDaemon(_ facts: SetupFacts) -> Bool {
    let settings = facts.receiving
    let hasOthers =
      !settings.ntfy.isEmpty || !settings.commands.isEmpty || !settings.webhooks.isEmpty
      || settings.smtp.isEnabled
    return receivesHTTP || desktop != .off || !topics.isEmpty || readsGitHub || alerts == .dbus
      || hasOthers
  }
}

/// A change that setup makes to a file.
enum SetupChange: Hashable {
  /// A setting of the configuration, its value in TOML syntax.
  case setting(TOMLPath, String)
  /// The preset of keys: `[keys] preset` if there are bindings, else `keys`.
  case keyPreset(KeymapPreset)
  /// Tables at the end of the configuration.
  case tables(String)
  /// A program that is written to a new file.
  case program(path: String, text: String)
  /// Lines at the end of a shell's start file.
  case hook(SetupHook)
}

extension SetupChoices {
  /// The changes that lead from what is there to these choices.
  func changes(_ facts: SetupFacts) -> [SetupChange] {
    let before = SetupChoices(facts)
    var changes: [SetupChange] = []
    if let theme, theme != before.theme {
      changes.append(.setting(Settings.themePath, TOMLText.string(theme)))
    }
    if density != before.density {
      changes.append(.setting("density", TOMLText.string(density.rawValue)))
    }
    if keys != before.keys { changes.append(.keyPreset(keys)) }
    for source in SetupSource.allCases { changes += self.changes(of: source, facts) }
    return changes
  }

  func changes(of source: SetupSource, _ facts: SetupFacts) -> [SetupChange] {
    let before = SetupChoices(facts)
    switch source {
    case .desktop:
      return desktop == before.desktop
        ? [] : [.setting("desktop.receive", TOMLText.string(desktop.rawValue))]
    case .ntfy:
      return topics.isEmpty
        ? [] : [.tables(SetupTopics(topics, beside: facts.receiving.ntfy).table)]
    case .github:
      guard readsGitHub, !facts.github.isThere else { return [] }
      let program = SetupChange.program(
        path: facts.github.program, text: SetupGitHub.programText)
      return (facts.github.isInstalled ? [] : [program]) + [.tables(facts.github.tables)]
    case .cron: return []
    case .shell:
      guard let hook = facts.hook, hasHook, !hook.isThere else { return [] }
      return [.hook(hook)]
    case .http:
      return receivesHTTP == before.receivesHTTP
        ? [] : [.setting("http.enabled", "\(receivesHTTP)")]
    case .alerts:
      return alerts == before.alerts
        ? [] : [.setting("alerts.desktop", TOMLText.string(alerts.rawValue))]
    }
  }
}
