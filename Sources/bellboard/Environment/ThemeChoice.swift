import InboxTOML
import InboxUI

/// The theme setting, by name or path: one for all backgrounds, or one for each.
struct ThemeChoice: Hashable {
  /// The theme on a light background.
  var light: String
  /// The theme on a dark or unknown background.
  var dark: String

  /// The theme for a background.
  func name(on background: ScreenBackground) -> String {
    background == .light ? light : dark
  }
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
