import InboxText
import InboxUI

/// Lays out the texts of setup's screen.
enum SetupText {
  /// A paragraph, wrapped, with a blank at both margins and later lines as deep as asked.
  static func paragraph(
    _ text: String, columns: Int, roles: RoleSet = [], indent: Int = 0
  ) -> [Line] {
    let margin = String.blanks(1 + indent)
    return TextLayout.wrap(text.printable(), width: max(columns - 2 - indent, 1), lines: .max)
      .map { Line([Span(margin + $0, roles: roles)]) }
  }

  static func heading(_ text: String, columns: Int) -> [Line] {
    paragraph(text, columns: columns, roles: RoleSet(.readerTitle))
  }

  static func files(_ files: [SetupFile], _ facts: SetupFacts, columns: Int) -> [Line] {
    files.flatMap { file in
      paragraph(
        file.heading(facts.shown(file.path)), columns: columns, roles: RoleSet(.strong))
        + file.lines.flatMap {
          paragraph($0, columns: columns, roles: RoleSet(.added), indent: 2)
        }
    }
  }

  /// The lines that have no place in the configuration; none without any.
  static func unplaced(_ lines: [String], _ facts: SetupFacts, columns: Int) -> [Line] {
    guard !lines.isEmpty else { return [] }
    let reason = "\(facts.shown(facts.path)) has no place for these lines; add them by hand:"
    return paragraph(reason, columns: columns, roles: RoleSet(.error))
      + lines.flatMap { paragraph($0, columns: columns, roles: RoleSet(.error), indent: 2) }
  }

  /// The lines that fit, with an ellipsis in place of those that do not.
  static func cut(_ lines: [Line], to rows: Int) -> [Line] {
    guard lines.count > rows else { return lines }
    return lines.prefix(rows - 1) + [Line([Span(" " + TextLayout.ellipsis, roles: RoleSet(.help))])]
  }
}

extension Line {
  /// The spans with blanks up to a width.
  func padded(to columns: Int) -> [Span] {
    let free = columns - spans.reduce(0) { $0 + $1.columns }
    guard free > 0 else { return spans }
    return spans + [Span(String.blanks(free), columns: free, roles: fill)]
  }
}
