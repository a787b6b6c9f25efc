package import Foundation

/// The environment of the screen: what the terminal, the configuration and the host give it.
///
/// The parts read it and never change it.
package struct ScreenEnvironment: Sendable {
  /// Columns and rows of the terminal.
  package var size: Size
  /// The graphics of the terminal; nil while none are known.
  var graphics: TerminalGraphics?
  /// Name of the inbox.
  package var inboxName: String
  /// What a host calls its inbox in the bar on top; nil shows the inbox's name alone.
  package var heading: String?
  /// Whether there are inboxes to switch between.
  package var canSwitchInbox = false
  /// How it looks.
  package var theme: Theme
  /// The look before themes were previewed; nil while none is.
  var themeBeforePreview: Theme?
  /// Names of the themes, as last listed.
  var themeNames = ThemeLoader.builtInNames
  /// What keys mean.
  package var keymap: Keymap
  /// How it behaves.
  package var preferences: ScreenPreferences
  /// The time zone in which times are shown.
  package var zone: TimeZone
  /// What the host program decides; nil where the inbox is the program.
  package var hostOptions: HostOptions?
  /// The folder that is offered where a file is saved.
  package var saveFolder = "."
}

extension ScreenEnvironment {
  /// How the rows of the terminal are shared.
  var areas: ScreenAreas {
    var areas = ScreenAreas(size: size)
    areas.textColumns = preferences.readerWidth
    return areas
  }

  /// Shows a theme until ``endThemePreview()``.
  mutating func preview(_ theme: Theme) {
    themeBeforePreview = themeBeforePreview ?? self.theme
    self.theme = theme
  }

  /// Restores the theme from before the preview; false where there is none.
  mutating func endThemePreview() -> Bool {
    guard let before = themeBeforePreview else { return false }
    (theme, themeBeforePreview) = (before, nil)
    return true
  }

  /// Uses a theme; one that is previewed stays in sight until the preview ends.
  mutating func use(_ theme: Theme) {
    if themeBeforePreview == nil { self.theme = theme } else { themeBeforePreview = theme }
  }
}
