import InboxTOML

extension ThemeSchema {
  /// A text that a theme sets.
  struct TextRow: Sendable {
    let path: TOMLPath
    let value: any WritableKeyPath<Theme, String> & Sendable
    /// Most columns; nil where any text fits.
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
    TextRow(path: "unread.mark.text", value: \.unread.mark, limit: 1),
    TextRow(path: "read.mark.text", value: \.read.mark, limit: 1),
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

  /// Every key that is read.
  static let shape: TOMLShape = {
    let paths = [nameKey, inheritsKey] + texts.map(\.path) + lines.map(\.path)
    var shape = TOMLShape(values: paths, open: [palette])
    for row in roles {
      shape.allow(row.path, orBelow: row.backgroundKey == "bg" ? style : ground)
    }
    return shape
  }()

  private static let style = styleShape(backgroundKey: "bg")
  private static let ground = styleShape(backgroundKey: "background")

  private static func styleShape(backgroundKey: String) -> TOMLShape {
    let keys = [foregroundKey, backgroundKey] + attributes.map(\.key)
    return TOMLShape(values: keys.map { TOMLPath([.key($0)]) })
  }
}
