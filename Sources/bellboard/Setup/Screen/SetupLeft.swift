import InboxSettings
import InboxText
import InboxUI

/// The list at the left of a page, with its cursor.
struct SetupLeft {
  /// A line of the list, and the row that the cursor can be on.
  private struct Item {
    var line: Line
    var row: Int?
  }

  let columns: Int
  private let state: SetupState
  private let items: [Item]
  private let first: Int

  private static let sourceColumns = 37

  init(_ state: SetupState) {
    self.state = state
    let columns = Self.columns(state)
    let items = Self.items(state, columns)
    let rows = Self.rows(state)
    let cursor = items.firstIndex { $0.row == state.cursor } ?? 0
    (self.columns, self.items) = (columns, items)
    first = min(max(cursor - rows / 2, 0), max(items.count - rows, 0))
  }

  private static func columns(_ state: SetupState) -> Int {
    switch state.page {
    case .look: min((state.facts.themes.map(\.label.columns).max() ?? 0) + 5, 30)
    case .keys: 20
    case .sources, .done: min(sourceColumns, state.size.columns * 6 / 10)
    }
  }

  private static func items(_ state: SetupState, _ columns: Int) -> [Item] {
    switch state.page {
    case .look:
      let before = SetupChoices(state.facts).theme
      let themes = state.facts.themes.enumerated().map { index, theme in
        choice(theme.label, index, isCurrent: theme.name == before, state, columns)
      }
      return [Item(line: heading("Theme"))] + themes
    case .keys:
      let before = state.facts.settings.keyPreset
      let presets = KeymapPreset.allCases.enumerated().map { index, preset in
        choice(preset.rawValue, index, isCurrent: preset == before, state, columns)
      }
      return [Item(line: heading("Keys as in"))] + presets
    case .sources, .done: return sources(state, columns)
    }
  }

  /// The rows of the list; the last line of the look is for the density.
  private static func rows(_ state: SetupState) -> Int {
    SetupFrame.contentRows(state.size) - (state.page == .look ? 2 : 0)
  }

  /// The content line of the cursor.
  var cursorLine: Int { (items.firstIndex { $0.row == state.cursor } ?? 0) - first }

  /// The row at a content line; nil for none.
  func row(at line: Int) -> Int? {
    guard line >= 0, line < Self.rows(state), items.indices.contains(first + line) else {
      return nil
    }
    return items[first + line].row
  }

  /// The lines, one for each row of the content.
  func lines(rows: Int) -> [Line] {
    var lines = items[first...].prefix(Self.rows(state)).map(\.line)
    lines += repeatElement(Line(), count: max(rows - lines.count, 0))
    if state.page == .look { lines[rows - 1] = density }
    return lines
  }

  private var density: Line {
    let value = state.choices.density.rawValue
    let texts = [": row height (\(value))", ": \(value)"]
    let text = texts.first { $0.columns <= columns - 2 } ?? texts[1]
    return Line([
      Span(" d", roles: RoleSet(.helpKey)),
      Span(TextLayout.truncate(text, columns: columns - 2), roles: RoleSet(.help)),
    ])
  }

  private static func heading(_ text: String) -> Line {
    Line([Span(" \(text)", roles: RoleSet(.readerTitle))])
  }

  /// A row of a list to choose one of; a tick is at the one that is set now.
  private static func choice(
    _ label: String, _ index: Int, isCurrent: Bool, _ state: SetupState, _ columns: Int
  ) -> Item {
    let text = TextLayout.pad(label.printable(), columns: columns - 4)
    return row("\(isCurrent ? " ✓ " : "   ")\(text) ", index, state)
  }

  private static func row(_ text: String, _ index: Int, _ state: SetupState) -> Item {
    Item(line: Line([Span(text, roles: index == state.cursor ? .chosen : [])]), row: index)
  }

  private static func sources(_ state: SetupState, _ columns: Int) -> [Item] {
    var items = [Item(line: heading("From where"))]
    for (index, source) in state.sources.enumerated() {
      if source == .alerts { items += [Item(line: Line()), Item(line: heading("To where"))] }
      let (isOn, value) = mark(of: source, state)
      let end = value.isEmpty ? "" : "  " + TextLayout.truncate(value.printable(), columns: 9)
      let room = columns - 6 - end.columns
      let title = TextLayout.pad(source.texts(state.facts).title, columns: max(room, 1))
      items.append(row(" [\(isOn ? "x" : " ")] \(title)\(end) ", index, state))
    }
    return items
  }

  /// Whether a source is chosen, and its answer in a word.
  private static func mark(of source: SetupSource, _ state: SetupState) -> (Bool, String) {
    switch source.answer {
    case .yesOrNo(let path): return (state.choices[keyPath: path], "")
    case .word(let words, let path):
      let word = state.choices[keyPath: path]
      return (word != words[0], word)
    case .topics:
      let topics = state.choices.topics.split(separator: "/").last.map(String.init) ?? ""
      return (!topics.isEmpty || !state.facts.receiving.ntfy.isEmpty, topics)
    }
  }
}
