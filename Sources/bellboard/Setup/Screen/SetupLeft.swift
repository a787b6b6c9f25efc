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

  let state: SetupState

  private static let sourceColumns = 37

  var columns: Int {
    switch state.page {
    case .look: min((state.facts.themes.map(\.label.columns).max() ?? 0) + 5, 30)
    case .keys: 20
    case .sources, .done: min(Self.sourceColumns, state.size.columns * 6 / 10)
    }
  }

  private var items: [Item] {
    switch state.page {
    case .look:
      let before = SetupChoices(state.facts).theme
      let themes = state.facts.themes.enumerated().map { index, theme in
        choice(theme.label, index, isCurrent: theme.name == before)
      }
      return [Item(line: heading("Theme"))] + themes
    case .keys:
      let before = state.facts.settings.keyPreset
      let presets = KeymapPreset.allCases.enumerated().map { index, preset in
        choice(preset.rawValue, index, isCurrent: preset == before)
      }
      return [Item(line: heading("Keys as in"))] + presets
    case .sources, .done: return sources
    }
  }

  /// The rows of the list; the last line of the look is for the density.
  private var rows: Int { SetupFrame.contentRows(state.size) - (state.page == .look ? 2 : 0) }

  private var cursor: Int { items.firstIndex { $0.row == state.cursor } ?? 0 }

  /// The first item that is shown.
  private var first: Int { min(max(cursor - rows / 2, 0), max(items.count - rows, 0)) }

  /// The content line of the cursor.
  var cursorLine: Int { cursor - first }

  /// The row at a content line; nil for none.
  func row(at line: Int) -> Int? {
    guard (0..<rows).contains(line), items.indices.contains(first + line) else { return nil }
    return items[first + line].row
  }

  /// The lines, one for each row of the content.
  func lines(rows contentRows: Int) -> [Line] {
    var lines = items[first...].prefix(rows).map(\.line)
    lines += repeatElement(Line(), count: max(contentRows - lines.count, 0))
    if state.page == .look { lines[contentRows - 1] = density }
    return lines
  }

  private var density: Line {
    let value = state.choices.density.rawValue
    let texts = [": density (\(value))", ": \(value)"]
    let text = texts.first { $0.columns <= columns - 2 } ?? texts[1]
    return Line([
      Span(" d", roles: RoleSet(.helpKey)),
      Span(TextLayout.truncate(text, columns: columns - 2), roles: RoleSet(.help)),
    ])
  }

  private func heading(_ text: String) -> Line {
    Line([Span(" \(text)", roles: RoleSet(.readerTitle))])
  }

  /// A row of a list to choose one of; a tick is at the one that is set now.
  private func choice(_ label: String, _ index: Int, isCurrent: Bool) -> Item {
    let text = TextLayout.pad(label.printable(), columns: columns - 4)
    return item("\(isCurrent ? " ✓ " : "   ")\(text) ", index)
  }

  private func item(_ text: String, _ index: Int) -> Item {
    Item(line: Line([Span(text, roles: index == state.cursor ? .chosen : [])]), row: index)
  }

  private var sources: [Item] {
    var items = [Item(line: heading("From where"))]
    for (index, source) in state.sources.enumerated() {
      if source == .alerts { items += [Item(line: Line()), Item(line: heading("To where"))] }
      let (isOn, value) = mark(of: source)
      let end = value.isEmpty ? "" : "  " + TextLayout.truncate(value.printable(), columns: 9)
      let room = columns - 6 - end.columns
      let title = TextLayout.pad(source.texts(state.facts).title, columns: max(room, 1))
      items.append(item(" [\(isOn ? "x" : " ")] \(title)\(end) ", index))
    }
    return items
  }

  /// Whether a source is chosen, and its answer in a word.
  private func mark(of source: SetupSource) -> (Bool, String) {
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
