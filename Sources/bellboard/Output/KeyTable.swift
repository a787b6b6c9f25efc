import InboxText
import InboxUI

/// The keys in columns, place by place.
struct KeyTable {
  private let places: [(title: String, rows: [KeymapRow])]

  /// Makes the table of a keymap.
  init(_ keymap: Keymap) {
    places = KeyPlace.all.map { ($0.title, keymap.rows(in: $0)) }.filter { !$0.1.isEmpty }
  }

  /// The table, one line a command.
  var text: String {
    let rows = places.flatMap(\.rows)
    let keyWidth = rows.map(\.text.columns).max() ?? 0
    let summaryWidth = rows.map(\.info.summary.columns).max() ?? 0
    let blocks = places.map { place in
      let lines = place.rows.map { row in
        let left = TextLayout.pad(row.text, columns: keyWidth)
        let middle = TextLayout.pad(row.info.summary, columns: summaryWidth)
        return "  \(left)  \(middle)  \(row.info.command.name)\n"
      }
      return place.title + "\n" + lines.joined()
    }
    return blocks.joined(separator: "\n")
  }
}
