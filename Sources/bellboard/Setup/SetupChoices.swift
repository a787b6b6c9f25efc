import InboxCore
import InboxSettings
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
    startsDaemon = facts.service.state == .startable
  }

  /// The answers on notifications of the desktop, and the values of the setting.
  static let desktopWords: [(word: String, value: DesktopSettings.Receiving)] = [
    ("no", .off), ("copy", .monitor), ("replace", .server),
  ]

  /// The answers on alerts, and the values of the setting.
  ///
  /// A way of the terminal that is set already, such as OSC 9, stays the one of the terminal.
  static func alertWords(
    keeping value: Alerts.Desktop
  ) -> [(word: String, value: Alerts.Desktop)] {
    [("no", .off), ("terminal", value.isOfTerminal ? value : .auto), ("always", .dbus)]
  }

  /// The answer that stands for the choice on the desktop's notifications.
  var desktopWord: String {
    Self.desktopWords.first { $0.value == desktop }?.word ?? desktop.rawValue
  }

  /// The answer that stands for the choice on alerts.
  var alertWord: String {
    Self.alertWords(keeping: alerts).first { $0.value == alerts }?.word ?? alerts.rawValue
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
