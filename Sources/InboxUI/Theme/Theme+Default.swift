extension Theme {
  /// The built-in theme `default`, as a literal so that the first frame needs no parsing.
  ///
  /// It uses only the terminal's default colors and its 16 palette colors, so it fits light and
  /// dark terminals. A test compares it with `themes/default.toml`.
  public static let `default` = Theme(
    name: "Default",
    styles: [
      .priorityMin: Style(dim: true),
      .priorityHigh: Style(foreground: .indexed(5), dim: false),
      .priorityMax: Style(foreground: .indexed(9), bold: true, dim: false),
      .readMessage: Style(foreground: .default, bold: false, dim: true),
      .readTime: Style(foreground: .default, bold: false, dim: true),
      .unreadMark: Style(foreground: .indexed(12), bold: true),
      .unreadTitle: Style(bold: true, dim: false),
      .unreadMessage: Style(foreground: .default, bold: false),
      .unreadTime: Style(foreground: .default, bold: false),
      .source: Style(foreground: .default, bold: false, dim: true),
      .expired: Style(dim: true, italic: true),
      .deleted: Style(bold: false, dim: true),
      .match: Style(
        foreground: .indexed(0), background: .indexed(11), bold: true, dim: false, underline: true),
      .marked: Style(foreground: .indexed(5), bold: true, dim: false),
      .pending: Style(bold: false, dim: true),
      .selectedTitle: Style(foreground: .default, dim: false, reverse: true),
      .cursor: Style(foreground: .indexed(12), bold: true, dim: false),
      .bar: Style(bold: true),
      .banner: Style(foreground: .indexed(0), background: .indexed(14)),
      .error: Style(foreground: .indexed(1), bold: true),
      .readerTitle: Style(bold: true),
      .readerField: Style(dim: true),
      .heading: Style(foreground: .indexed(4), bold: true),
      .emphasis: Style(italic: true),
      .strong: Style(bold: true),
      .strike: Style(dim: true),
      .code: Style(foreground: .indexed(6)),
      .codeBlock: Style(foreground: .indexed(6)),
      .quote: Style(dim: true),
      .added: Style(foreground: .indexed(2)),
      .removed: Style(foreground: .indexed(1)),
      .warning: Style(foreground: .indexed(3), bold: true),
      .link: Style(foreground: .indexed(12), underline: true),
      .name1: Style(foreground: .indexed(6)),
      .name2: Style(foreground: .indexed(5)),
      .name3: Style(foreground: .indexed(2)),
      .help: Style(dim: true),
      .helpKey: Style(bold: true, dim: false),
      .prompt: Style(bold: true),
      .border: Style(dim: true),
      .empty: Style(italic: true),
    ],
    placeholderGlyph: " ")
}
