import Foundation
import InboxText
import InboxUI

/// Draws setup's screen, as a function of its state and time.
struct SetupFrame {
  /// The smallest terminal that the pages fit on.
  static let smallest = Size(columns: 60, rows: 18)

  let state: SetupState
  let now: Date
  let zone: TimeZone

  /// The first row of the content.
  static let contentTop = 2

  /// The rows between the borders.
  static func contentRows(_ size: Size) -> Int { max(size.rows - 4, 1) }

  private var size: Size { state.size }
  private var rows: Int { Self.contentRows(size) }

  /// The frame, with one line per row of the terminal.
  var frame: Frame {
    guard Self.fits(size) else {
      let need = "too small: \(Self.smallest.columns)×\(Self.smallest.rows) needed"
      return TooSmallScreen.frame(size, saying: [need, "q quits"])
    }
    let left = SetupLeft(state: state)
    let isSplit = state.page != .done
    let content = isSplit ? split(left) : SetupDone(state).lines(rows: rows)
    let joints = isSplit ? [left.columns] : []
    let top = BorderLine.line(columns: size.columns, joint: "┬", at: joints, notes: [])
    let end = BorderLine.line(
      columns: size.columns, joint: "┴", at: joints, notes: [note].compactMap(\.self))
    let lines = [topBar, top] + content + [end, bottom]
    var frame = Frame(size: size, lines: lines, cursor: cursor)
    if isSplit { frame.selection = Position(column: 1, row: Self.contentTop + left.cursorLine) }
    return frame.drawn(with: state.facts.settings.preferences.glyphs)
  }

  /// Whether the pages fit on a terminal.
  static func fits(_ size: Size) -> Bool {
    size.columns >= smallest.columns && size.rows >= smallest.rows
  }

  /// The list at the left and what it shows at the right.
  private func split(_ left: SetupLeft) -> [Line] {
    let columns = size.columns - left.columns - 1
    let right = right(columns: columns)
    let starts = left.lines(rows: rows)
    let side = Span("│", columns: 1, roles: RoleSet(.border))
    return (0..<rows).map { row in
      let end = right.indices.contains(row) ? right[row] : Line()
      return Line(starts[row].padded(to: left.columns) + [side] + end.spans, fill: end.fill)
    }
  }

  private func right(columns: Int) -> [Line] {
    switch state.page {
    case .look:
      guard let theme = state.facts.themes[state.theme].theme else {
        let problem = state.facts.themes[state.theme].problem ?? ""
        return SetupText.paragraph(problem, columns: columns, roles: RoleSet(.error))
      }
      return sample(theme, columns: columns)
    case .keys: return keyLines(columns: columns)
    case .sources: return SetupExplanation(state).lines(columns: columns, rows: rows)
    case .done: return []
    }
  }

  private func sample(_ theme: Theme, columns: Int) -> [Line] {
    var preferences = state.facts.settings.preferences
    preferences.rows.density = state.choices.density
    return SampleInbox.frame(
      Size(columns: columns, rows: rows), theme: theme,
      keymap: state.facts.keymap(of: state.choices.keys), preferences: preferences, at: now,
      in: zone
    ).lines
  }

  private func keyLines(columns: Int) -> [Line] {
    let keymap = state.facts.keymap(of: state.choices.keys)
    let list = keymap.mostUsedLines(in: .list, heading: "In the list", columns: columns)
    let reader = keymap.mostUsedLines(in: .reader, heading: "In a message", columns: columns)
    return Array((list + [Line()] + reader).prefix(rows))
  }

  // MARK: Bars

  private var topBar: Line {
    let roles = RoleSet(.bar)
    let steps = SetupPage.allCases.map { page in
      let text = "\(page.rawValue) \(page.title)"
      return page == state.page
        ? Span("[\(text)]", roles: roles.union(RoleSet(.helpKey)))
        : Span(" \(text) ", roles: roles)
    }
    return Line([Span(Self.heading, roles: roles)] + steps, fill: roles)
  }

  private static let heading = " Bellboard setup  "

  /// The page whose name is at a column of the top bar.
  static func page(at column: Int) -> SetupPage? {
    var end = heading.count
    guard column >= end else { return nil }
    return SetupPage.allCases.first { page in
      end += "[\(page.rawValue) \(page.title)]".count
      return column < end
    }
  }

  /// What is wrong, or what to know while a text is typed.
  private var note: Span? {
    let room = size.columns - 4
    if let complaint = state.complaint {
      return Span(" \(TextLayout.truncate(complaint, columns: room)) ", roles: RoleSet(.error))
    }
    guard state.typed != nil else { return nil }
    return Span(" Enter accepts, Esc cancels, leave empty for none ", roles: RoleSet(.bar))
  }

  private static let question = "Server and topics: "

  /// The part of the typed text that fits.
  private var shownText: String? {
    state.typed.map { text in
      let text = text.printable()
      let room = size.columns - Self.question.columns - 2
      return text.columns > room ? text.ending(columns: room) : text
    }
  }

  private var cursor: Position? {
    shownText.map {
      Position(column: Self.question.columns + 1 + $0.columns, row: size.rows - 1)
    }
  }

  private var bottom: Line {
    let roles = RoleSet(.status)
    if let shownText {
      let prompt = Span(" " + Self.question, roles: roles.union(RoleSet(.prompt)))
      return Line([prompt, Span(shownText, roles: roles)], fill: roles)
    }
    let spans = fittingHints.flatMap { keys, label in
      [
        Span(keys, roles: roles.union(RoleSet(.helpKey))),
        Span(" \(label)  ", roles: roles.union(RoleSet(.help))),
      ]
    }
    return Line([Span(" ", roles: roles)] + spans, fill: roles)
  }

  /// The hints that fit; the last one, the way out, is kept.
  private var fittingHints: [(String, String)] {
    var shown = hints
    let width = { shown.reduce(1) { $0 + $1.0.columns + $1.1.columns + 3 } }
    while shown.count > 1, width() > size.columns { shown.remove(at: shown.count - 2) }
    return shown
  }

  private var hints: [(String, String)] {
    if state.isLeaving { return [("n", "go on"), ("y", "leave, nothing written")] }
    return switch state.page {
    case .look: [("j k", "choose"), ("d", "density"), ("Enter", "next"), ("q", "quit")]
    case .keys: [("j k", "choose"), ("Enter", "next"), ("←", "back"), ("q", "quit")]
    case .sources:
      [("j k", "move"), ("Space", "change"), ("Enter", "next"), ("←", "back"), ("q", "quit")]
    case .done:
      (state.plan.unplaced.isEmpty ? [("Enter", state.plan.isEmpty ? "finish" : "write it")] : [])
        + (state.offersDaemon ? [("Space", "bellboardd")] : [])
        + [("←", "back"), ("j k", "scroll"), ("q", "quit, nothing written")]
    }
  }
}
