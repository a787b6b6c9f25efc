import InboxText

/// A table of terms in a help text, each with its explanation beside it.
enum HelpTable {
  /// Columns of a help text; a line of 80 would be wrapped again.
  private static let columns = 78

  /// One row a term; explanations that wrap continue below their own column.
  ///
  /// - Parameters:
  ///   - rows: The terms and their explanations.
  ///   - termColumns: Columns of the terms.
  /// - Returns: The lines, indented by two columns.
  static func text(_ rows: [(term: String, text: String)], termColumns: Int) -> String {
    let indent = String(repeating: " ", count: termColumns + 4)
    return rows.flatMap { row in
      let lines = TextLayout.wrap(row.text, width: columns - indent.count, lines: 20)
      let first = "  \(TextLayout.pad(row.term, columns: termColumns))  \(lines.first ?? "")"
      return [first] + lines.dropFirst().map { indent + $0 }
    }.joined(separator: "\n")
  }
}
