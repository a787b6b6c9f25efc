import InboxText

/// A chart of counts: a bar for each, as long as its share of the greatest.
struct BarChart {
  /// What is counted.
  var title: String
  /// The names with their counts.
  var rows: [(name: String, count: Int)]

  /// Most columns of a name.
  private static let nameColumns = 24
  /// Parts of a cell, an eighth each.
  private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The title and a line for each row; none where nothing was counted.
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

  /// A bar; what was counted at all has at least an eighth of a column.
  private static func bar(_ count: Int, of most: Int, columns: Int) -> String {
    guard count > 0 else { return "" }
    let eighths = max(Int(Double(count) / Double(most) * Double(columns * 8)), 1)
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
