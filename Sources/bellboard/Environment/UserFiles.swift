import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxTOML
import InboxTerminal
import InboxText
import InboxUI

/// The user's configuration and theme: loaded at the start and reloaded on changes.
final class UserFiles: PaneSettings {
  /// The theme at the start.
  let theme: Theme
  /// The keymap at the start.
  let keymap: Keymap
  /// The errors at the start, one line each.
  let problems: [String]

  private var environment: UserEnvironment
  private var themeOption: String?
  /// The terminal's background; nil until it is reported.
  private var background: ScreenBackground?
  private let watch: SettingsWatch
  private let systemZone: SystemZone
  /// Receives the environment after each reload of a valid configuration.
  var reloaded: (UserEnvironment) -> Void = { _ in }

  /// Loads both; a theme with errors is used as far as it could be read.
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
      Self.problems(of: environment) + keys.errors.map(\.description) + loaded.messages + problem
    watch = SettingsWatch(paths: environment.files(behind: loaded))
    systemZone = SystemZone(isFixed: environment.variables["TZ"] != nil)
  }

  /// The errors of the configuration, without those of keys and theme.
  private static func problems(of environment: UserEnvironment) -> [String] {
    environment.configuration.messages
      + environment.missingPrograms(of: environment.configuration).map(\.description)
  }

  /// Loads the theme; an unknown theme in the configuration falls back to the default theme.
  private static func theme(
    _ environment: UserEnvironment, _ option: String?
  ) throws(ThemeLookupError) -> (theme: LoadedTheme, problem: [String]) {
    do {
      return (try environment.theme(option: option), [])
    } catch {
      guard option == nil else { throw error }
      return (try environment.theme(named: "default"), [environment.error(for: error).description])
    }
  }

  /// The preferences of the screen.
  ///
  /// If only the theme given as an option can have errors, `bellboard theme check` is the command
  /// that shows them.
  var preferences: ScreenPreferences {
    var preferences = environment.settings.preferences
    preferences.mutes = environment.mutes.values.mutes(at: Date())
    if let themeOption, environment.configurationMessages.isEmpty,
      Self.problems(of: environment).isEmpty
    {
      preferences.configurationCheck = "bellboard theme check \(themeOption.printable())"
    }
    return preferences
  }

  var themeNames: [String] { environment.themes.names }

  var descriptor: Int32 { watch.fileDescriptor }

  func takeChange() -> Bool { watch.take() }

  func load(theme name: String) -> Event {
    let before = themeOption
    themeOption = name
    let event = load()
    // A theme that cannot be used must not block later changes.
    if case .configured(theme: nil, _, _, _) = event { themeOption = before }
    return event
  }

  func change(_ change: MuteChange, of subject: MuteSubject, at now: Date) -> String? {
    let file = MuteFile(path: environment.paths.mutes)
    do throws(MuteFileError) {
      switch change {
      case .mute(let end): try file.mute(subject, until: end, at: now)
      case .unmute:
        guard try file.unmute(subject, at: now) else { return StatusText.notMuted(subject).words }
      }
      return nil
    } catch {
      return ErrorText.text(forAny: error)
    }
  }

  func mutes(at now: Date) -> [ActiveMute] {
    MuteFile(path: environment.paths.mutes).content.values.mutes(at: now)
  }

  func edit(_ request: EditConfiguration) -> String? {
    if environment.isDemo { return "The demonstration writes nothing into your configuration" }
    return editConfiguration { edit in
      guard !request.isRemoval else {
        let isFound = request.tables.allSatisfy { edit.remove($0) }
        return isFound ? nil : "has no such rule any more as it was added; change it there by hand"
      }
      if let error = TOMLDocument(edit.text).syntaxErrors.first {
        return "has a mistake, which must be mended first: \(error)"
      }
      if case .addRule(let rule) = request.change, edit.text.contains(rule.body) {
        return "has this rule already"
      }
      for table in request.tables { edit.append(table) }
      // Behind tables in one line there would be none.
      return TOMLDocument(edit.text).syntaxErrors.isEmpty
        ? nil : "has them in a list in one line; write it into that list by hand"
    }
  }

  func keep(_ look: [KeepLook.Setting]) -> KeepLook.Outcome {
    let preferences = environment.settings.preferences
    let theme = themeToKeep
    let changed = [theme].compactMap(\.self) + look.filter { !$0.holds(in: preferences) }
    guard !changed.isEmpty else { return .kept([]) }
    let problem = editConfiguration { edit in
      let refused = changed.first { !edit.set(TOMLPath($0.name), to: $0.value) }
      return refused.map { "takes no \($0.name); write \($0.text) there by hand" }
    }
    if let problem { return .failed(problem) }
    // From now on the file names the theme, and its changes are followed.
    if theme != nil { themeOption = nil }
    return .kept(changed)
  }

  /// The theme in use as a setting; nil if the configuration has it.
  private var themeToKeep: KeepLook.Setting? {
    guard let themeOption else { return nil }
    let name =
      themeOption.contains("/") ? URL(fileURLWithPath: themeOption).path : themeOption
    let background = background ?? environment.background ?? .dark
    guard var choice = environment.settings.theme, choice.light != choice.dark else {
      let present = environment.settings.theme?.dark ?? "default"
      return present == name ? nil : KeepLook.Setting(theme: name)
    }
    guard choice.name(on: background) != name else { return nil }
    if background == .light { choice.light = name } else { choice.dark = name }
    return KeepLook.Setting(light: choice.light, dark: choice.dark)
  }

  /// Changes the text of the configuration, or makes one; returns why it was not changed.
  ///
  /// `change` returns why the text does not take it, nil if it does.
  private func editConfiguration(_ change: (inout TOMLEdit) -> String?) -> String? {
    let path = environment.paths.configuration
    let old = try? String(contentsOfFile: path, encoding: .utf8)
    guard old != nil || !FileManager.default.fileExists(atPath: path) else {
      return "\(path.printable()) cannot be read as a text in UTF-8"
    }
    var edit = TOMLEdit(old ?? "")
    if let problem = change(&edit) { return "\(path.printable()) \(problem)" }
    do {
      try EditedFile.write(edit.text, to: path, over: old)
      return nil
    } catch {
      return ErrorText.text(forAny: error)
    }
  }

  func preview(theme name: String) -> Theme? { try? environment.theme(named: name).theme }

  func load(on background: ScreenBackground) -> Event? {
    let before = environment.themeName(option: themeOption, on: self.background)
    self.background = background
    return environment.themeName(option: themeOption, on: background) == before ? nil : load()
  }

  /// Whether the theme depends on the terminal's background.
  var followsBackground: Bool { environment.followsBackground(option: themeOption) }

  var zone: TimeZone? { systemZone.now }

  /// Only of the inbox that a daemon without options receives into.
  var daemonScript: String? {
    guard !environment.isDemo, DaemonStateFile.read(environment.paths.daemonState) == nil,
      environment.inbox == (try? UserEnvironment(inboxName: nil))?.inbox
    else { return nil }
    return ShellQuoting.word(SetupFacts.ownPath) + " setup --daemon"
  }

  func load() -> Event {
    do {
      let environment = try environment.reloaded()
      // Defaults instead of a file that is being edited would change theme and keys.
      guard !environment.configuration.isUnreadable else {
        return .configured(
          theme: nil, keymap: nil, preferences: nil, problems: environment.configuration.messages)
      }
      let loaded = try environment.theme(option: themeOption, on: background)
      let keys = environment.keymap
      watch.paths = environment.files(behind: loaded)
      self.environment = environment
      reloaded(environment)
      return .configured(
        theme: loaded.errors.isEmpty ? loaded.theme : nil,
        keymap: keys.isWhole ? keys.keymap : nil, preferences: preferences,
        problems: Self.problems(of: environment) + keys.errors.map(\.description) + loaded.messages)
    } catch {
      let problem = ErrorText.text(forAny: error)
      return .configured(theme: nil, keymap: nil, preferences: nil, problems: [problem])
    }
  }
}
