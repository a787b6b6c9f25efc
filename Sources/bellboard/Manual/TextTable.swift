import InboxCore
import InboxText

/// Rows of cells in columns, wrapped to their widths.
enum TextTable {
  /// The lines of a row, indented by two columns.
  static func lines(_ cells: [(text: String, width: Int)]) -> [String] {
    let broken = cells.map { cell in
      cell.text.columns <= cell.width
        ? [cell.text] : TextLayout.wrap(cell.text, width: cell.width, lines: .max)
    }
    return (0..<(broken.map(\.count).max() ?? 0)).map { index in
      let texts = zip(broken, cells).dropLast().map { lines, cell in
        TextLayout.pad(lines.indices.contains(index) ? lines[index] : "", columns: cell.width)
      }
      let last = broken.last.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ""
      let line = "  " + (texts + [last]).joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Columns of a help text; a line of 80 would be wrapped again.
  private static let helpColumns = 78

  /// The terms of a help text with their explanations beside them.
  static func help(_ rows: [(term: String, text: String)], termColumns: Int) -> String {
    rows.flatMap { lines([($0.term, termColumns), ($0.text, helpColumns - termColumns - 4)]) }
      .joined(separator: "\n")
  }
}

/// Help on filter words, generated from their table.
enum FilterHelp {
  /// An introduction, then one line for each word.
  static var text: String {
    """
    Filter words, all of which have to match; of those with the same name any one, but for words, text:, \
    url:, id: and custom. (all); a '-' before \
    one negates it:

    """
      + TextTable.help(
        FilterWord.all.map { ($0.name + ($0.argument ?? ""), $0.summary) }, termColumns: 18)
  }
}
