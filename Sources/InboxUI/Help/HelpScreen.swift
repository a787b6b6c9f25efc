import InboxCore
import InboxText

/// The content of the help: keys and the meaning of marks, in one or two columns.
struct HelpContent {
  /// A row that can be selected, as its key has a command on the screen below.
  struct Row: Hashable {
    var command: Command
    /// Its place among ``lines``.
    var lines: Range<Int>
  }

  /// The areas within its box.
  let areas: ScreenAreas
  /// All lines, top first.
  let lines: [Line]
  /// The rows with a command, of the left column first.
  let rows: [Row]
  private let position: ScrollPosition

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
    areas = HelpBox.areas(in: state)
    let columns = areas.columns
    let help = state.stack.help ?? HelpState()
    position = help.position
    var blocks = HelpBlock.all(of: state, in: help.scope)
    if isNarrowed {
      for place in blocks.indices { blocks[place].rows.removeAll { !help.matches($0) } }
    }
    blocks.removeAll { $0.rows.isEmpty }
    guard !blocks.isEmpty else {
      lines = HelpLayout(columns: columns, rows: []).lines(of: "No such key here")
      rows = []
      return
    }
    let choices = blocks.flatMap(\.rows).filter { $0.command != nil }
    let selected = choices.indices.contains(help.selected) ? choices[help.selected] : nil
    let hasColumns = columns >= Self.twoColumns && help.scope != .essential
    let width = hasColumns ? (columns - Self.gap) / 2 : columns
    let layout = HelpLayout(columns: width, rows: blocks.flatMap(\.rows), selected: selected)
    let parts = blocks.map(layout.lines)
    let split = hasColumns ? Self.evenSplit(of: parts) : parts.count
    let left = Self.joined(parts[..<split])
    let right = Self.joined(parts[split...])
    lines = Self.sideBySide(left.map(\.line), right.map(\.line), width: width)
    rows = Self.rows(of: left) + Self.rows(of: right)
  }

  /// The maximum scroll offset.
  var last: Int { max(lines.count - areas.contentRows, 0) }

  /// The scroll position, as the bar at the bottom names it.
  var scrollLabel: String { position.label(last: last) }

  /// The visible lines, padded with blank ones to a number of rows.
  func visibleLines(rows: Int) -> [Line] {
    let shown = lines.dropFirst(position.line).prefix(rows)
    return shown + Array(repeating: Line(fill: HelpLayout.base), count: rows - shown.count)
  }

  /// The blocks one below the other, separated by a blank line.
  private static func joined(_ blocks: ArraySlice<[HelpLine]>) -> [HelpLine] {
    Array(blocks.joined(separator: [HelpLine(line: Line(fill: HelpLayout.base))]))
  }

  /// The number of blocks in the left of two columns of similar height.
  private static func evenSplit(of blocks: [[HelpLine]]) -> Int {
    let height = { (count: Int) in
      max(joined(blocks[..<count]).count, joined(blocks[count...]).count)
    }
    return (0...blocks.count).reversed().min { height($0) < height($1) } ?? blocks.count
  }

  private static func sideBySide(_ left: [Line], _ right: [Line], width: Int) -> [Line] {
    (0..<max(left.count, right.count)).map { index in
      let start = left.indices.contains(index) ? left[index].spans : []
      guard right.indices.contains(index) else { return Line(start, fill: HelpLayout.base) }
      let space = Span.blank(width + gap - start.columns, roles: HelpLayout.base)
      return Line(start + [space] + right[index].spans, fill: HelpLayout.base)
    }
  }

  private static func rows(of lines: [HelpLine]) -> [Row] {
    var rows: [Row] = []
    for (index, line) in lines.enumerated() {
      guard let command = line.command else { continue }
      if rows.last?.command == command {
        rows[rows.count - 1].lines = rows[rows.count - 1].lines.lowerBound..<(index + 1)
      } else {
        rows.append(Row(command: command, lines: index..<(index + 1)))
      }
    }
    return rows
  }
}

/// A line of the help, and the command of its row.
struct HelpLine {
  var line: Line
  var command: Command?
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
  /// The command that Enter runs; nil for a mark, or a key of another screen.
  var command: Command?

  init(_ term: String, _ text: String, command: Command? = nil) {
    self.term = term.printable()
    self.text = text
    self.command = command
  }

  /// Creates the row of bound keys; those of several tabs have no command.
  init(_ row: KeymapRow, isRunnable: Bool) {
    let isSingle = !row.commandName.contains(" ")
    self.init(row.text, row.summary, command: isRunnable && isSingle ? row.command : nil)
  }
}

extension HelpBlock {
  /// The blocks of a scope: keys, then the meaning of marks if there is a list.
  static func all(of state: UIState, in scope: HelpState.Scope) -> [HelpBlock] {
    let context = state.keyContext(of: state.stack.topBelowHelp)
    let mouse = state.preferences.mouse && state.hostOptions == nil ? [mouse] : []
    switch scope {
    case .essential: return [essential(state.keymap, in: context)]
    case .here:
      let blocks = own(state.keymap, in: [context]) + keys(state.keymap, in: context)
      let hasRows = [.list, .trash].contains(context)
      return blocks + mouse + (hasRows ? [marks(in: state.theme)] : [])
    case .everywhere:
      let sections = KeySection.all.map { place in
        HelpBlock(
          heading: place.title,
          rows: state.keymap.rows(in: place).map { HelpRow($0, isRunnable: false) })
      }
      let own = own(state.keymap, in: [.list, .trash, .sources, .reader, .help])
      return own + sections + mouse + [marks(in: state.theme)]
    }
  }

  /// The most used commands, by screen.
  private static let essentials: [InputContext: [Command]] = [
    .list: [
      .moving(.moveDown), .reading(.view), .acting(.done), .acting(.snooze),
      .acting(.delete), .acting(.undo), .finding(.search), .finding(.filter),
      .screen(.commandLine), .reading(.close),
    ],
    .trash: [
      .moving(.moveDown), .reading(.view), .acting(.restore), .acting(.purge), .acting(.undo),
      .finding(.search), .finding(.filter), .acting(.mark), .finding(.trash), .reading(.close),
    ],
    .sources: [
      .moving(.moveDown), .finding(.messages), .finding(.toggleFold), .finding(.fold),
      .finding(.unfold), .acting(.markAllRead), .tabbing(.nextTab), .finding(.sources),
      .screen(.commandLine), .reading(.back),
    ],
    .reader: [
      .reading(.readPage), .stepping(.nextMessage), .reading(.open), .acting(.actions),
      .acting(.done), .acting(.snooze), .acting(.delete), .finding(.search),
      .finding(.thread), .reading(.close),
    ],
  ]

  /// The most used commands of a screen, with their keys.
  fileprivate static func essential(
    _ keymap: Keymap, in context: InputContext, heading: String = "Most used"
  ) -> HelpBlock {
    let rows = (essentials[context] ?? []).compactMap { command -> HelpRow? in
      guard let row = keymap.row(of: command, in: context) else { return nil }
      guard let (opposite, text) = pairs[command], let key = row.names.first,
        let other = keymap.row(of: opposite, in: context)?.names.first
      else { return HelpRow(row, isRunnable: true) }
      return HelpRow("\(key) \(other)", text, command: command)
    }
    return HelpBlock(heading: heading, rows: rows)
  }

  /// Commands that share a row with their opposite among the most used ones.
  private static let pairs: [Command: (opposite: Command, text: String)] = [
    .moving(.moveDown): (.moving(.moveUp), "Down, up"),
    .stepping(.nextMessage): (.stepping(.previousMessage), "Next, previous message"),
  ]

  /// The commands of a screen by group, with their keys.
  private static func keys(_ keymap: Keymap, in context: InputContext) -> [HelpBlock] {
    CommandInfo.Group.allCases.map { group in
      let rows = keymap.rows(of: group, in: context).map { HelpRow($0, isRunnable: true) }
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
      HelpRow("Wheel", "Scroll"),
      HelpRow("Click", "Select a message; again: open in reader"),
      HelpRow("", "Choose a tab, hint, menu item or answer"),
      HelpRow("Drag", "Resize the preview"),
      HelpRow("Shift", "Hold it to select text in the terminal"),
    ])

  /// The meaning of the marks of a row, with the marks of a theme.
  static func marks(in theme: Theme) -> HelpBlock {
    let looks = [
      (theme.look(of: .unread).mark, "Unread"),
      (theme.look(of: .read).mark, "Read"),
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
  private let selected: HelpRow?

  /// Creates a layout; the column of the keys is as wide as the longest, within limits.
  init(columns: Int, rows: [HelpRow], selected: HelpRow? = nil) {
    self.columns = max(columns, 1)
    self.selected = selected
    let longest = rows.map(\.term.columns).max() ?? 0
    keyColumns = columns < 36 ? 0 : min(longest + 2, columns / 3)
  }

  /// The lines of a heading and its rows.
  func lines(of block: HelpBlock) -> [HelpLine] {
    let heading = TextLayout.truncate(block.heading, columns: max(columns - margin, 1))
    let title = Span(heading, roles: RoleSet(.readerTitle))
    return [HelpLine(line: line([blank(margin), title]))]
      + block.rows.flatMap { row in
        lines(of: row).map { HelpLine(line: $0, command: row.command) }
      }
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
    let lines = keyColumns > 0 ? beside(row) : above(row)
    return row == selected ? lines.map(highlighted) : lines
  }

  /// A line of the selected row: highlighted from the margin to the last column.
  private func highlighted(_ line: Line) -> Line {
    let end = Span.blank(columns - line.spans.columns, roles: Self.base)
    return self.line(
      (line.spans + [end]).map { span in
        var span = span
        span.roles.formUnion(.chosen)
        return span
      })
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

extension Keymap {
  /// The most used keys of a screen below a heading, as the help lists them but shorter.
  package func mostUsedLines(
    in context: InputContext, heading: String, columns: Int
  ) -> [Line] {
    var block = HelpBlock.essential(self, in: context, heading: heading)
    for index in block.rows.indices {
      // What a key does in other cases follows a semicolon.
      let clauses = block.rows[index].text.split(separator: ";", maxSplits: 1)
      if let clause = clauses.first { block.rows[index].text = String(clause) }
    }
    return HelpLayout(columns: columns, rows: block.rows).lines(of: block).map(\.line)
  }
}
