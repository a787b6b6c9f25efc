/// Lays out keys beside what they do, or above it where columns are few.
struct HelpLayout {
  /// Role under all of help.
  static let base = RoleSet(.help)

  /// Columns of a line.
  private let columns: Int
  /// Columns of the keys, the gap behind them included; 0 when they stand above.
  private let keyColumns: Int

  /// Columns of keys are as many as the longest ones take, within limits.
  init(columns: Int, rows: [HelpRow]) {
    self.columns = max(columns, 1)
    let longest = rows.map(\.term.columns).max() ?? 0
    keyColumns = columns < 40 ? 0 : min(longest + 2, columns / 3)
  }

  /// A heading and its commands.
  func lines(of block: HelpBlock) -> [Line] {
    let heading = TextLayout.truncate(block.heading, columns: max(columns - margin, 1))
    let title = Span(heading, roles: RoleSet(.readerTitle))
    return [line([blank(margin), title])] + block.rows.flatMap(lines)
  }

  private var margin: Int { columns >= 20 ? 1 : 0 }
  private var indent: Int { margin * 2 }

  private func lines(of row: HelpRow) -> [Line] {
    keyColumns > 0 ? beside(row) : above(row)
  }

  private func beside(_ row: HelpRow) -> [Line] {
    let keys = wrap(row.term, width: keyColumns - 2)
    let words = wrap(row.text, width: columns - indent - keyColumns - margin)
    return (0..<max(keys.count, words.count)).map { index in
      let key = keys.indices.contains(index) ? keys[index] : ""
      let word = words.indices.contains(index) ? words[index] : ""
      let gap = blank(keyColumns - key.columns)
      return line([blank(indent), Self.key(key), gap, Span(word, roles: Self.base)])
    }
  }

  private func above(_ row: HelpRow) -> [Line] {
    let keys = wrap(row.term, width: columns - indent)
    let words = wrap(row.text, width: columns - 2 * indent)
    return keys.map { line([blank(indent), Self.key($0)]) }
      + words.map { line([blank(2 * indent), Span($0, roles: Self.base)]) }
  }

  private func wrap(_ text: String, width: Int) -> [String] {
    TextLayout.wrap(text, width: max(width, 1), lines: .max)
  }

  private func blank(_ count: Int) -> Span { .blank(count, roles: Self.base) }

  private func line(_ spans: [Span]) -> Line {
    Line(spans.filter { $0.columns > 0 }, fill: Self.base)
  }

  private static func key(_ text: String) -> Span {
    Span(text, roles: base.union(RoleSet(.helpKey)))
  }
}
