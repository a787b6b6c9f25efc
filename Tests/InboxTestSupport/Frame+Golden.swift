import InboxText
package import InboxUI

extension Frame {
  /// The frame as people can read it in a file: its text, its roles by letters, and their legend.
  package var golden: String {
    let used = Set(lines.flatMap { $0.spans.map(\.roles.top) + [$0.fill.top] })
    let legend = Role.allCases.filter(used.contains).map { "\($0.letter) \($0)" }
    let cursor = cursor.map { ["cursor at column \($0.column), row \($0.row)"] } ?? []
    let parts = [
      ["\(size.columns)×\(size.rows)"] + lines.map { "|\($0.grid(size.columns))|" } + cursor,
      lines.map { "|\($0.roleGrid(size.columns))|" },
      legend,
    ]
    return parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

extension Line {
  /// Columns of all spans.
  package var columns: Int { spans.reduce(0) { $0 + $1.columns } }

  /// The text without its roles.
  package var text: String { spans.map(\.text).joined() }

  fileprivate func grid(_ width: Int) -> String {
    text + String(repeating: " ", count: max(width - columns, 0))
  }

  fileprivate func roleGrid(_ width: Int) -> String {
    let letters = spans.map { String(repeating: $0.roles.top.letter, count: $0.columns) }
    return letters.joined()
      + String(repeating: fill.top.letter, count: max(width - columns, 0))
  }
}

extension RoleSet {
  /// The role of the highest layer; the ground where there is none.
  package var top: Role { roles.last ?? .row }
}
