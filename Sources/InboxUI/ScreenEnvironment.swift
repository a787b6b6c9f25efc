package import Foundation
import InboxText

/// The environment of the screen: terminal, configuration and host.
///
/// It is read-only for parts.
package struct ScreenEnvironment: Sendable {
  /// The size of the terminal.
  package var size: Size
  /// The graphics of the terminal; nil if none are known.
  var graphics: TerminalGraphics?
  /// How the terminal draws text.
  var measure = TextMeasure()
  /// The brightness of the terminal's background; nil until it is known.
  package var background: ScreenBackground?
  package var inboxName: String
  /// The host's title in the top bar; nil shows only the inbox's name.
  package var heading: String?
  /// Whether there are other inboxes.
  package var canSwitchInbox = false
  package var theme: Theme
  /// The theme before a preview; nil without a preview.
  var themeBeforePreview: Theme?
  /// Theme names, as last listed.
  var themeNames = ThemeLoader.builtInNames
  package var keymap: Keymap
  package var preferences: ScreenPreferences
  /// The settings changed by `:set`.
  var typedSettings = TypedSettings()
  /// The time zone for shown times.
  package var zone: TimeZone
  /// The options of the host program; nil if the inbox is the program.
  package var hostOptions: HostOptions?
  /// Whether the list of sources is shown, by its key; nil for the setting.
  var showsSourceList: Bool?
  /// The columns that the list of sources needs to show all names; 0 until they are known.
  var sourceColumns = 0
  /// The suggested folder for saved files.
  package var saveFolder = "."

  /// The layout of the terminal.
  var areas: ScreenAreas {
    var areas = ScreenAreas(size: size)
    areas.textColumns = preferences.readerWidth
    return areas
  }

  /// Previews a theme until ``endThemePreview()``.
  mutating func preview(_ theme: Theme) {
    themeBeforePreview = themeBeforePreview ?? self.theme
    self.theme = theme
  }

  /// Restores the theme from before the preview; false without a preview.
  mutating func endThemePreview() -> Bool {
    guard let before = themeBeforePreview else { return false }
    (theme, themeBeforePreview) = (before, nil)
    return true
  }

  /// Sets the theme; during a preview it shows afterwards.
  mutating func use(_ theme: Theme) {
    if themeBeforePreview == nil { self.theme = theme } else { themeBeforePreview = theme }
  }
}
