import InboxCore
import InboxText

/// Lays out the visible lines of the help.
enum HelpScreen {
  /// The visible lines of the help, padded with blank ones.
  ///
  /// - Parameters:
  ///   - state: The state with the keymap and the scroll position.
  ///   - rows: The height of the area.
  /// - Returns: Exactly `rows` lines.
  static func lines(_ state: UIState, rows: Int) -> [Line] {
    let content = HelpContent(state).lines
    let shown = content.dropFirst(max(state.help?.scroll ?? 0, 0)).prefix(max(rows, 0))
    let blank = Line(fill: HelpLayout.base)
    return shown + Array(repeating: blank, count: max(rows - shown.count, 0))
  }
}

/// The content of the help: keys and the meaning of marks, in one or two columns.
struct HelpContent {
  /// All lines, top first.
  let lines: [Line]

  /// Minimum width for two columns.
  private static let twoColumns = 100
  /// The gap between the two columns.
  private static let gap = 2

  /// Lays out the help of the current screen, or of all places.
  ///
  /// - Parameters:
  ///   - state: The state with the keymap.
  ///   - isNarrowed: Whether only rows that match the search are included.
  init(_ state: UIState, isNarrowed: Bool = true) {
    let columns = HelpBox.areas(within: state.areas).columns
    let help = state.help ?? HelpState()
    var blocks = HelpBlock.all(of: state, in: help.scope)
    if isNarrowed {
      for place in blocks.indices { blocks[place].rows.removeAll { !help.matches($0) } }
    }
    blocks.removeAll { $0.rows.isEmpty }
    guard !blocks.isEmpty else {
      lines = HelpLayout(columns: columns, rows: []).lines(of: "No key does that here.")
      return
    }
    guard columns >= Self.twoColumns else {
      let layout = HelpLayout(columns: columns, rows: blocks.flatMap(\.rows))
      lines = Self.joined(blocks.map(layout.lines))
      return
    }
    let width = (columns - Self.gap) / 2
    let layout = HelpLayout(columns: width, rows: blocks.flatMap(\.rows))
    lines = Self.sideBySide(blocks.map(layout.lines), width: width)
  }

  /// The blocks one below the other, separated by a blank line.
  private static func joined(_ blocks: [[Line]]) -> [Line] {
    Array(blocks.joined(separator: [Line(fill: HelpLayout.base)]))
  }

  /// The blocks in two columns of similar height, the left one first.
  private static func sideBySide(_ blocks: [[Line]], width: Int) -> [Line] {
    let splits = (0...blocks.count).reversed().map { count in
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

/// A section of the help: a heading and its rows.
struct HelpBlock {
  var heading: String
  var rows: [HelpRow]
}

/// A key or mark with its explanation.
struct HelpRow: Hashable {
  /// The key or mark, printable.
  var term: String
  /// The explanation.
  var text: String

  init(_ term: String, _ text: String) {
    self.term = term.printable()
    self.text = text
  }
}

extension HelpBlock {
  /// The blocks of a scope: keys, then the meaning of marks if there is a list.
  static func all(of state: UIState, in scope: HelpState.Scope) -> [HelpBlock] {
    let context = state.context(of: state.stack.topBelowHelp)
    let mouse = state.preferences.mouse && state.hostOptions == nil ? [mouse] : []
    switch scope {
    case .here:
      let blocks = own(state.keymap, in: [context]) + keys(state.keymap, in: context)
      let hasRows = [.list, .trash].contains(context)
      return blocks + mouse + (hasRows ? [marks(in: state.theme)] : [])
    case .everywhere:
      let sections = KeySection.all.map { place in
        HelpBlock(
          heading: place.title,
          rows: state.keymap.rows(in: place).map { HelpRow($0.text, $0.summary) })
      }
      let own = own(state.keymap, in: [.list, .trash, .reader, .help])
      return own + sections + mouse + [marks(in: state.theme)]
    }
  }

  /// The commands of a screen by group, with their keys.
  private static func keys(_ keymap: Keymap, in context: InputContext) -> [HelpBlock] {
    CommandInfo.Group.allCases.map { group in
      let rows = keymap.rows(of: group, in: context).map { HelpRow($0.text, $0.summary) }
      return HelpBlock(heading: group.rawValue, rows: rows)
    }
  }

  /// The keys that the user or the preset has bound to command lines, programs or chains.
  private static func own(_ keymap: Keymap, in contexts: [InputContext]) -> [HelpBlock] {
    [("Your own", false), ("Of the preset", true)].map { heading, isOfPreset in
      var rows: [HelpRow] = []
      for row in contexts.flatMap({ keymap.lineRows(in: $0) })
      where row.isOfPreset == isOfPreset && !rows.contains(HelpRow(row.keys, row.text)) {
        rows.append(HelpRow(row.keys, row.text))
      }
      return HelpBlock(heading: heading, rows: rows)
    }
  }

  /// The help on the mouse.
  private static let mouse = HelpBlock(
    heading: "Mouse",
    rows: [
      HelpRow("Wheel", "Scroll what is under the pointer."),
      HelpRow("Click", "Select a message; on the selected one, show it in the reader."),
      HelpRow("", "Choose a tab, a hint, an item of a menu, or an answer."),
      HelpRow("Drag", "Move the border of the preview."),
      HelpRow("Shift", "With it, select text as the terminal does."),
    ])

  /// The meaning of the marks of a row, with the marks of a theme.
  static func marks(in theme: Theme) -> HelpBlock {
    let looks = [
      (theme.look(of: .unread).mark, "Unread."),
      (theme.look(of: .read).mark, "Read."),
    ]
    let statuses = looks.filter { $0.0.contains { $0 != " " } }.map { HelpRow($0.0, $0.1) }
    let others = RowMark.allCases.map { HelpRow($0.sample, $0.meaning) }
    return HelpBlock(heading: "Marks of a message", rows: statuses + others)
  }
}

/// The layout of keys beside their explanation, or above it on narrow screens.
struct HelpLayout {
  /// The role below the whole help.
  static let base = RoleSet(.help)

  /// The columns of a line.
  private let columns: Int
  /// The columns of the keys with the gap after them; 0 if they are above the explanation.
  private let keyColumns: Int

  /// Creates a layout; the column of the keys is as wide as the longest, within limits.
  init(columns: Int, rows: [HelpRow]) {
    self.columns = max(columns, 1)
    let longest = rows.map(\.term.columns).max() ?? 0
    keyColumns = columns < 36 ? 0 : min(longest + 2, columns / 3)
  }

  /// The lines of a heading and its rows.
  func lines(of block: HelpBlock) -> [Line] {
    let heading = TextLayout.truncate(block.heading, columns: max(columns - margin, 1))
    let title = Span(heading, roles: RoleSet(.readerTitle))
    return [line([blank(margin), title])] + block.rows.flatMap(lines)
  }

  /// The lines of a sentence in place of rows.
  func lines(of sentence: String) -> [Line] {
    wrap(sentence, width: columns - 2 * margin).map {
      line([blank(margin), Span($0, roles: Self.base)])
    }
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
