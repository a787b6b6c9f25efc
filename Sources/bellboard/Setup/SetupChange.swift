import InboxCore
import InboxSettings
import InboxTOML
import InboxUI

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
