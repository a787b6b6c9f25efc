import InboxTOML

/// A text that a theme makes hard to read.
package struct FaintText: Sendable, Hashable {
  /// The path of its style in a theme file.
  var path: TOMLPath
  /// The key of its style in a theme file, such as `read.message`.
  package var key: String { "\(path)" }
  /// Whether it is in the row under the cursor.
  package var isSelected: Bool
  /// The contrast with its background, by WCAG 2.
  package var contrast: Float
  /// The contrast that it should have.
  package var least: Float
}

extension Theme {
  /// Minimum contrast of texts that are dim on purpose; that of others is ``Style/leastContrast``.
  private static let leastFaintContrast: Float = 3

  /// The texts of the screen with too little contrast, as far as the theme sets both colors.
  package var faintTexts: [FaintText] {
    let parts = Self.rowParts.flatMap { roles in
      [(roles, false), (roles + [.selected], true)]
    }
    return (parts + Self.others.map { ($0, false) }).compactMap { roles, isSelected in
      faintText(roles, isSelected: isSelected)
    }
  }

  private func faintText(_ roles: [Role], isSelected: Bool) -> FaintText? {
    let style = style(for: RoleSet(roles.map { RoleSet($0) }))
    let least =
      roles.contains(where: Self.faint.contains) ? Self.leastFaintContrast : Style.leastContrast
    guard let contrast = style.contrast(at: .direct), contrast < least,
      let role = roles.last(where: { $0 != .selected }),
      let row = ThemeSchema.roles.first(where: { $0.role == role })
    else { return nil }
    return FaintText(path: row.path, isSelected: isSelected, contrast: contrast, least: least)
  }

  /// The layers of the texts of a row.
  private static let rowParts: [[Role]] = [
    [.unread, .unreadTitle], [.unread, .unreadMessage], [.unread, .unreadTime],
    [.unread, .unreadMark], [.read, .readTitle], [.read, .readMessage], [.read, .readTime],
    [.unread, .source], [.unread, .priorityHigh], [.unread, .priorityMax],
  ]

  /// The layers of other texts.
  private static let others: [[Role]] = [
    [.bar], [.status], [.banner], [.error], [.match], [.marked], [.prompt], [.empty],
    [.reader], [.reader, .readerTitle], [.reader, .readerField], [.reader, .link],
    [.reader, .heading], [.reader, .strong], [.reader, .code], [.reader, .codeBlock],
    [.reader, .quote], [.reader, .added], [.reader, .removed], [.reader, .warning],
    [.name1], [.name2], [.name3], [.help], [.help, .helpKey],
  ]

  /// The roles of texts that are dim on purpose.
  private static let faint: Set<Role> = [
    .readMessage, .readTime, .unreadMark, .help, .readerField, .empty,
  ]
}
