import InboxUI

/// The keys in columns, under the headings that help has.
struct KeyTable {
  private let rows: [KeymapRow]

  /// Makes the table of a keymap.
  init(_ keymap: Keymap) {
    rows = keymap.rows
  }

  /// The table, one line a command.
  var text: String {
    let keys = rows.map(\.text)
    let keyWidth = keys.map(\.columns).max() ?? 0
    let summaryWidth = rows.map(\.info.summary.columns).max() ?? 0
    var lines: [String] = []
    var group: CommandInfo.Group?
    for (row, keys) in zip(rows, keys) {
      if row.info.group != group {
        lines += (group == nil ? [] : [""]) + [row.info.group.rawValue]
        group = row.info.group
      }
      let left = TextLayout.pad(keys, columns: keyWidth)
      let middle = TextLayout.pad(row.info.summary, columns: summaryWidth)
      lines.append("  \(left)  \(middle)  \(row.info.command.rawValue)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
