/// The keys that work on a screen and what they do, laid out in one or two columns.
struct HelpContent {
  /// All lines, top first.
  let lines: [Line]

  /// Columns from which on there is room for two columns of keys.
  private static let twoColumns = 100
  /// Columns between the two.
  private static let gap = 2

  /// Lays out the keys of the screen that help lies on.
  init(_ state: UIState) {
    let columns = state.areas.columns
    let context = state.contextBelowHelp
    var blocks = Self.rows(state.keymap, in: context)
    if [.list, .trash].contains(context) { blocks.append(HelpBlock.marks(in: state.theme)) }
    guard columns >= Self.twoColumns else {
      let layout = HelpLayout(columns: columns, rows: blocks.flatMap(\.rows))
      lines = Self.joined(blocks.map(layout.lines))
      return
    }
    let width = (columns - Self.gap) / 2
    let layout = HelpLayout(columns: width, rows: blocks.flatMap(\.rows))
    lines = Self.sideBySide(blocks.map(layout.lines), width: width)
  }

  /// The commands of a screen by heading with their keys, then those of prompts, menus, questions.
  private static func rows(_ keymap: Keymap, in context: InputContext) -> [HelpBlock] {
    let screen = CommandInfo.Group.allCases.map { group in
      let rows = CommandInfo.table.filter { $0.group == group }.compactMap { info in
        let names = keymap.names(of: info.command, in: context)
        return names.isEmpty ? nil : HelpRow(names.lineOfKeys, info.summary)
      }
      return HelpBlock(heading: group.rawValue, rows: rows)
    }
    let typing = KeyPlace.typing.map { place in
      let rows = keymap.rows(in: place).map { HelpRow($0.text, $0.info.summary) }
      return HelpBlock(heading: place.title, rows: rows)
    }
    return (screen + typing).filter { !$0.rows.isEmpty }
  }

  /// The blocks below each other, a blank line between them.
  private static func joined(_ blocks: [[Line]]) -> [Line] {
    Array(blocks.joined(separator: [Line(fill: HelpLayout.base)]))
  }

  /// The blocks in two columns of about the same height.
  private static func sideBySide(_ blocks: [[Line]], width: Int) -> [Line] {
    let splits = (0...blocks.count).map { count in
      (left: joined(Array(blocks.prefix(count))), right: joined(Array(blocks.dropFirst(count))))
    }
    guard
      let best = splits.min(by: {
        max($0.left.count, $0.right.count) < max($1.left.count, $1.right.count)
      })
    else { return [] }
    return (0..<max(best.left.count, best.right.count)).map { index in
      let left = best.left.indices.contains(index) ? best.left[index].spans : []
      guard best.right.indices.contains(index) else { return Line(left, fill: HelpLayout.base) }
      let space = Span.blank(width + gap - left.columns, roles: HelpLayout.base)
      return Line(left + [space] + best.right[index].spans, fill: HelpLayout.base)
    }
  }
}
