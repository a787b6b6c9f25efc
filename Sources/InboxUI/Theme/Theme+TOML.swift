import InboxTOML

extension Theme {
  /// The theme as TOML without inheritance; parsing it gives an equal theme.
  ///
  /// Colors of the palette are written by their names, so that a change of the palette changes
  /// every role with that color. Of names with the same color, the first by the alphabet is written.
  package var toml: String {
    var text = "name = \(TOMLText.string(name))\n"
    let names = Dictionary(
      palette.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
    if !palette.isEmpty {
      text += "\n[palette]\n"
      for (name, color) in palette.sorted(by: { $0.key < $1.key }) {
        let used = names[color] ?? name
        let note = used == name ? "" : "  # written as \(used) below"
        text += "\(TOMLText.key(name)) = \(TOMLText.string(color.text))\(note)\n"
      }
    }
    var sections: [String] = []
    for row in ThemeSchema.roles {
      guard case .key(let section) = row.path.components.first, !sections.contains(section) else {
        continue
      }
      sections.append(section)
      text += "\n" + tomlText(ofSection: section, naming: names)
    }
    return text
  }

  /// The TOML of a section: its own values, then an inline table for each part.
  private func tomlText(ofSection section: String, naming names: [Color: String]) -> String {
    let rows = ThemeSchema.roles.filter { $0.path.components.first == .key(section) }
    var text = "[\(section)]\n"
    for row in rows {
      let entries = entries(of: row, naming: names)
      if row.path.components.count == 1 {
        text += "# \(row.summary)\n"
        text += entries.map { "\($0.key) = \($0.value)\n" }.joined()
      } else if entries.isEmpty {
        text += "# \(row.path.lastKey): \(row.summary)\n"
      } else {
        let inner = entries.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
        text += "\(row.path.lastKey) = { \(inner) }  # \(row.summary)\n"
      }
    }
    return text
  }

  /// The values that are set for a role: texts, colors, attributes, line limits.
  private func entries(
    of row: ThemeSchema.RoleRow, naming names: [Color: String]
  ) -> [(key: String, value: String)] {
    let style = self[row.role]
    let texts = ThemeSchema.texts.filter { $0.path.parent == row.path }
      .map { ($0.path.lastKey, TOMLText.string(self[keyPath: $0.value])) }
    let colors = [
      (ThemeSchema.foregroundKeys[0], style.foreground), (row.backgroundKey, style.background),
    ]
    .compactMap { key, color in color.map { (key, TOMLText.string(names[$0] ?? $0.text)) } }
    let attributes = ThemeSchema.attributes
      .compactMap { key, value in style[keyPath: value].map { (key, String($0)) } }
    let lines = ThemeSchema.lines.filter { $0.path.parent == row.path }
      .map { ($0.path.lastKey, String(self[keyPath: $0.value])) }
    return texts + colors + attributes + lines
  }
}
