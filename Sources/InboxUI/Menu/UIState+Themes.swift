import Foundation

/// The menu of themes, in which the screen takes the look of the one under the cursor.
extension UIState {
  /// Lets one choose from the themes; the present one is ticked.
  mutating func offerThemes() -> [Effect] {
    let present = theme.name.folding(options: .diacriticInsensitive, locale: nil).lowercased()
      .replacing(" ", with: "-")
    menu = MenuState(
      title: "Theme",
      items: environment.themeNames.map {
        MenuItem($0, isTicked: $0 == present, choice: .theme($0))
      })
    return []
  }

  /// Uses another theme from now on.
  mutating func useTheme(_ name: String) -> [Effect] {
    configure(by: .useTheme(name))
  }

  /// Asks for the theme under the cursor of the menu of themes; in other menus nothing.
  func previewChosenTheme() -> [Effect] {
    guard case .theme(let name) = menu?.selectedItem?.choice else { return [] }
    return [.pane(.previewTheme(name))]
  }

  /// Shows a theme as long as the cursor of the menu is on it.
  mutating func preview(_ theme: Theme, named name: String) {
    guard menu?.selectedItem?.choice == .theme(name) else { return }
    environment.preview(theme)
    layOut()
  }
}
