import InboxText
import InboxTOML

extension TOMLReader {
  /// Decodes the style of a role from a section or an inline table; empty if it is absent.
  mutating func style(of row: ThemeSchema.RoleRow, palette: [String: Color]) -> Style {
    guard let value = document.value(at: row.path) else { return Style() }
    guard case .table(let entries) = value else {
      return row.isMark
        ? markOnly(value, at: row.path)
        : Style(foreground: color(at: row.path, palette: palette, orTable: true))
    }
    func given(_ keys: [String]) -> [TOMLPath] {
      keys.filter { entries[$0] != nil }.map(row.path.appending(key:))
    }
    var style = Style()
    style.foreground = color(atOneOf: given(ThemeSchema.foregroundKeys), palette: palette)
    style.background = color(atOneOf: given(ThemeSchema.backgroundKeys), palette: palette)
    for attribute in ThemeSchema.attributes where entries[attribute.key] != nil {
      style[keyPath: attribute.value] = boolean(at: row.path.appending(key: attribute.key))
    }
    return style
  }

  /// Decodes a color that has one of several keys; a second one is reported.
  private mutating func color(atOneOf paths: [TOMLPath], palette: [String: Color]) -> Color? {
    guard let first = paths.first else { return nil }
    for other in paths.dropFirst() {
      report(.unusable("this is \(first) by another name; keep one of them"), at: other)
    }
    return color(at: first, palette: palette)
  }

  /// Decodes a text of a theme from its own key, or for a mark from a string instead of its table.
  mutating func text(of row: ThemeSchema.TextRow) -> String? {
    var path = row.path
    if let parent = path.parent,
      ThemeSchema.roles.contains(where: { $0.isMark && $0.path == parent }),
      case .string = document.value(at: parent)
    {
      path = parent
    }
    guard let text = string(at: path) else { return nil }
    guard let limit = row.limit, text.columns > limit else { return text }
    let expected = limit == 1 ? "at most one column" : "at most \(limit) columns"
    return refuse(text, "a text of \(expected)", at: path)
  }

  /// Decodes a color by name, number or value; an invalid one is reported with the nearest name.
  mutating func color(
    at path: TOMLPath, palette: [String: Color], orTable: Bool = false
  ) -> Color? {
    let expected = "a color"
    switch document.value(at: path) {
    case nil: return nil
    case .string(let text):
      if let color = palette[text] ?? Color(text: text) ?? Color(looseName: text) { return color }
      let known = palette.keys + Color.names + ["default"]
      let nearest = text.hasPrefix("#") ? nil : NearestName.nearest(to: text, in: known)
      return refuse(text, Self.colorWords, nearest: nearest, at: path)
    case .integer(let index):
      return UInt8(exactly: index).map(Color.indexed)
        ?? refuse(String(index), Self.colorWords, at: path)
    case let value?:
      return mismatch(value, orTable ? expected + " or a table" : expected, at: path)
    }
  }

  /// Decodes a palette, colors by name; they cannot refer to each other.
  mutating func palette(at path: TOMLPath) -> [String: Color] {
    guard let value = document.value(at: path) else { return [:] }
    guard case .table = value else { return mismatch(value, "a table", at: path) ?? [:] }
    var palette: [String: Color] = [:]
    for name in document.keys(of: path) {
      palette[name] = color(at: path.appending(key: name), palette: [:])
    }
    return palette
  }

  private static let colorWords =
    "default, a name such as red or brightred, 0–255, #rgb, #rrggbb or a name of the palette"

  private mutating func markOnly(_ value: TOMLValue, at path: TOMLPath) -> Style {
    if case .string = value { return Style() }
    let _: String? = mismatch(value, "a string or a table", at: path)
    return Style()
  }
}
