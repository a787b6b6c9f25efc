import InboxText

/// A bar chart of counts, scaled to the greatest.
struct BarChart {
  /// The heading.
  var title: String
  /// The labels and their counts.
  var rows: [(name: String, count: Int)]

  /// Maximum columns of a label.
  private static let nameColumns = 24
  /// Partial blocks, in eighths of a cell.
  private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The heading and a line for each row; empty if all counts are 0.
  func lines(columns: Int) -> [String] {
    let most = rows.map(\.count).max() ?? 0
    guard most > 0 else { return [] }
    let names = rows.map { TextLayout.truncate($0.name.printable(), columns: Self.nameColumns) }
    let width = names.map(\.columns).max() ?? 0
    let digits = String(most).count
    let room = max(columns - width - digits - 6, 1)
    return [title]
      + zip(names, rows).map { name, row in
        let number = String(row.count)
        return "  " + TextLayout.pad(name, columns: width) + "  "
          + String.blanks(digits - number.count) + number + "  "
          + Self.bar(row.count, of: most, columns: room)
      }
  }

  /// A bar; at least an eighth of a column for any count above 0.
  private static func bar(_ count: Int, of most: Int, columns: Int) -> String {
    guard count > 0 else { return "" }
    let eighths = max(Int(Double(count) / Double(most) * Double(columns * 8)), 1)
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
