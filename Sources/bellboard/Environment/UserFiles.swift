import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxTOML
import InboxTerminal
import InboxText
import InboxUI

/// The user's configuration and theme: as they were at first, and as they change.
final class UserFiles: PaneSettings {
  /// The look at first.
  let theme: Theme
  /// The keys at first.
  let keymap: Keymap
  /// What was wrong with them at first, one line each.
  let problems: [String]

  private var environment: UserEnvironment
  private var themeOption: String?
  /// The terminal's background, once it has told of it.
  private var background: ScreenBackground?
  private let watch: SettingsWatch
  private let systemZone: SystemZone

  /// Reads both; a theme with mistakes is taken as far as it could be read.
  ///
  /// - Throws: `ThemeLookupError` when there is no such theme.
  init(environment: UserEnvironment, themeOption: String?) throws {
    self.environment = environment
    self.themeOption = themeOption
    let (loaded, problem) = try Self.theme(environment, themeOption)
    let keys = environment.keymap
    theme = loaded.theme
    keymap = keys.keymap
    problems =
      Self.problems(of: environment) + keys.problems + loaded.messages + problem
    watch = SettingsWatch(paths: environment.files(behind: loaded))
    systemZone = SystemZone(isFixed: environment.variables["TZ"] != nil)
  }

  /// What is wrong with the configuration beside keys and look.
  private static func problems(of environment: UserEnvironment) -> [String] {
    let configuration = environment.configuration
    return configuration.messages
      + environment.missingPrograms(of: configuration).map(\.description)
  }

  /// The look; one that the configuration names and nobody finds keeps no screen from opening.
  private static func theme(
    _ environment: UserEnvironment, _ option: String?
  ) throws(ThemeLookupError) -> (theme: LoadedTheme, problem: [String]) {
    do {
      return (try environment.theme(option: option), [])
    } catch {
      guard option == nil else { throw error }
      return (try environment.theme(named: "default"), [environment.message(for: error)])
    }
  }

  /// How the screen behaves.
  ///
  /// What is wrong with a theme that was asked for by name is not the configuration's to tell.
  var preferences: ScreenPreferences {
    var preferences = environment.settings.preferences
    if let themeOption, environment.configurationMessages.isEmpty,
      Self.problems(of: environment).isEmpty
    {
      preferences.configurationCheck = "bellboard theme check \(themeOption.printable())"
    }
    return preferences
  }

  var themeNames: [String] { environment.themes.names }

  var descriptor: Int32 { watch.fileDescriptor }

  func takeChange() -> Bool {
    watch.take()
  }

  func load(theme name: String) -> Event {
    let before = themeOption
    themeOption = name
    let event = load()
    // A theme that cannot be used must not stand in the way of later changes.
    if case .configured(theme: nil, _, _, _) = event { themeOption = before }
    return event
  }

  func change(_ change: MuteChange, of subject: MuteSubject, at now: Date) -> String? {
    let file = MuteFile(path: environment.paths.mutes)
    let muted: MuteFile.Subject =
      switch subject {
      case .source(let source): .source(SourcePattern(subtreeAt: source).text)
      case .thread(let thread): .thread(thread)
      }
    do throws(MuteFileError) {
      switch change {
      case .mute(let end): try file.mute(muted, until: end, at: now)
      case .unmute:
        guard try file.unmute(muted, at: now) else { return StatusText.notMuted(subject).words }
      }
      return nil
    } catch {
      return ErrorText.text(forAny: error)
    }
  }

  func preview(theme name: String) -> Theme? {
    try? environment.theme(named: name).theme
  }

  func load(on background: ScreenBackground) -> Event? {
    let before = environment.themeName(option: themeOption, on: self.background)
    self.background = background
    guard environment.themeName(option: themeOption, on: background) != before else { return nil }
    return load()
  }

  /// Whether the look depends on the terminal's background.
  var followsBackground: Bool { environment.followsBackground(option: themeOption) }

  var zone: TimeZone? { systemZone.now }

  func load() -> Event {
    do {
      let environment = try environment.reloaded()
      // Defaults in the place of a file that is being edited would change look and keys.
      guard !environment.configuration.isUnreadable else {
        return .configured(
          theme: nil, keymap: nil, preferences: nil, problems: environment.configuration.messages)
      }
      let loaded = try environment.theme(option: themeOption, on: background)
      let keys = environment.keymap
      watch.paths = environment.files(behind: loaded)
      self.environment = environment
      return .configured(
        theme: loaded.errors.isEmpty ? loaded.theme : nil,
        keymap: keys.isWhole ? keys.keymap : nil, preferences: preferences,
        problems: Self.problems(of: environment) + keys.problems + loaded.messages)
    } catch {
      let problem = ErrorText.text(forAny: error)
      return .configured(theme: nil, keymap: nil, preferences: nil, problems: [problem])
    }
  }
}
