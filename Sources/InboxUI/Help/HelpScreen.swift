import InboxCore
import InboxText

/// The keys of the screen below on the whole content of the screen.
enum HelpScreen {
  /// The lines of the list of keys that are in sight.
  ///
  /// - Parameters:
  ///   - state: Whose keys are listed, and how far they are scrolled.
  ///   - rows: Lines of the content.
  /// - Returns: Exactly `rows` lines.
  static func lines(_ state: UIState, rows: Int) -> [Line] {
    let content = HelpContent(state).lines
    let shown = content.dropFirst(max(state.help?.scroll ?? 0, 0)).prefix(max(rows, 0))
    let blank = Line(fill: HelpLayout.base)
    return shown + Array(repeating: blank, count: max(rows - shown.count, 0))
  }
}

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

/// A heading of help and the rows below it.
struct HelpBlock {
  var heading: String
  var rows: [HelpRow]
}

/// What is explained and its explanation.
struct HelpRow {
  /// A key or a mark, made printable.
  var term: String
  /// What it does or means.
  var text: String

  init(_ term: String, _ text: String) {
    self.term = term.printable()
    self.text = text
  }
}

extension HelpBlock {
  /// What the marks of a row mean, in the words and signs of a theme.
  static func marks(in theme: Theme) -> HelpBlock {
    let looks = [
      (theme.look(of: .unread).mark, "An unread message."),
      (theme.look(of: .read).mark, "A message that was read."),
    ]
    let statuses = looks.filter { $0.0.contains { $0 != " " } }.map { HelpRow($0.0, $0.1) }
    let others = RowMark.allCases.map { HelpRow($0.sample, $0.meaning) }
    return HelpBlock(heading: "Marks of a message", rows: statuses + others)
  }
}

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

/// The list of keys, as far as it is scrolled.
struct HelpState: Sendable, Hashable {
  private var position = ScrollPosition()

  /// Makes help at its top.
  init() {}

  /// Lines that are scrolled out above.
  var scroll: Int { position.line }

  /// Scrolls by a motion; `lines` is how long the list is.
  mutating func move(_ motion: Command.Motion, lines: Int, in areas: ScreenAreas) {
    position.move(motion, page: areas.page, last: Self.last(lines, areas))
  }

  /// Stays within the list after its length or the screen has changed.
  mutating func clamp(lines: Int, in areas: ScreenAreas) {
    position.clamp(to: Self.last(lines, areas))
  }

  /// Where the list stands, as the reader's place is shown.
  func place(lines: Int, in areas: ScreenAreas) -> String {
    position.label(last: Self.last(lines, areas))
  }

  private static func last(_ lines: Int, _ areas: ScreenAreas) -> Int {
    max(lines - areas.contentRows, 0)
  }
}
