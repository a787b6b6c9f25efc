import InboxTOML

extension ThemeSchema {
  /// A text that a theme sets.
  struct TextRow: Sendable {
    let path: TOMLPath
    let value: any WritableKeyPath<Theme, String> & Sendable
    /// Most characters; nil where any text fits.
    var limit: Int?
  }

  /// A limit of lines that a theme sets.
  struct LinesRow: Sendable {
    let path: TOMLPath
    let value: any WritableKeyPath<Theme, Int> & Sendable
  }

  /// A colour of a style; the background has another key in some sections.
  static let foregroundKey = "fg"

  /// The attributes of a style.
  static let attributes: [(key: String, value: any WritableKeyPath<Style, Bool?> & Sendable)] = [
    ("bold", \.bold), ("dim", \.dim), ("italic", \.italic), ("underline", \.underline),
    ("reverse", \.reverse),
  ]

  static let texts: [TextRow] = [
    TextRow(path: "unread.mark.text", value: \.unread.mark, limit: 2),
    TextRow(path: "read.mark.text", value: \.read.mark, limit: 2),
    TextRow(path: "placeholder.glyph", value: \.placeholderGlyph, limit: 2),
    TextRow(path: "empty.text", value: \.emptyTexts.none),
    TextRow(path: "empty.filtered", value: \.emptyTexts.filtered),
    TextRow(path: "empty.trash", value: \.emptyTexts.trash),
  ]

  static let lines: [LinesRow] = [
    LinesRow(path: "unread.title.lines", value: \.unread.titleLines),
    LinesRow(path: "unread.message.lines", value: \.unread.messageLines),
    LinesRow(path: "read.title.lines", value: \.read.titleLines),
    LinesRow(path: "read.message.lines", value: \.read.messageLines),
  ]

  /// How many lines a text of a row can be given.
  static let lineRange = 0...99

  /// Every path that is read.
  static let known: Set<TOMLPath> = {
    var paths: Set<TOMLPath> = [nameKey, inheritsKey]
    for row in roles {
      paths.insert(row.path)
      let keys = [foregroundKey, row.backgroundKey] + attributes.map(\.key)
      paths.formUnion(keys.map { row.path.appending(key: $0) })
    }
    return paths.union(texts.map(\.path)).union(lines.map(\.path))
  }()
}
