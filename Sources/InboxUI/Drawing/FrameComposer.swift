import Foundation
import InboxCore

/// Composes a frame from bars, content and overlays; a pure function of state and time.
struct FrameComposer {
  let state: UIState
  /// The time of the frame, which relative times are computed from.
  let now: Date
  /// The time zone of the times.
  let zone: TimeZone

  private var areas: ScreenAreas { state.areas }

  /// Draws the frame.
  ///
  /// - Parameter drawn: The cached rows of the last frame, updated to this one; unchanged rows are
  ///   reused.
  /// - Returns: The frame, with one line per row of the terminal.
  func frame(reusing drawn: inout DrawnRows) -> Frame {
    guard state.size.holdsScreens else { return TooSmallScreen.frame(state.size) }
    let areas = areas
    var lines: [Line] = []
    lines.reserveCapacity(state.size.rows)
    lines.append(TopBar.line(state, at: now))
    let below = belowHelp
    let split = below.shownSplit
    let joints = joints(of: below, split)
    if areas.hasBorders { lines.append(BorderLine.top(state, at: now, joints: joints)) }
    lines += content(of: below, rows: areas.contentRows, reusing: &drawn)
      .prefix(areas.contentRows)
    let end = areas.contentTop + areas.contentRows
    lines += repeatElement(Line(), count: end - lines.count)
    if let contentTarget {
      for row in areas.contentTop..<end { lines[row].aim(at: contentTarget) }
    }
    if areas.hasBorders { lines.append(BorderLine.bottom(state, split, joints: joints)) }
    let help = state.screen == .help ? HelpContent(state) : nil
    if let help { HelpBox(state: state, content: help).lay(over: &lines) }
    // It hides the tabs only where no border is below them.
    if let banner = state.alerts.banner { lines[areas.hasBorders ? 1 : 0] = line(of: banner) }
    // Without borders it replaces the key hints, as it would hide a message.
    let tourLine = state.tourLine
    if areas.hasBorders, let tourLine { lines[lines.count - 1] = tourLine }
    let promptLine = promptLine
    let bottom = promptLine.map { [$0.line] } ?? bottomLines(with: tourLine, of: help)
    lines.removeLast(bottom.count - 1)
    lines += bottom
    if let menu = state.menu {
      let left = state.showsSources ? state.environment.sourceListColumns : 0
      MenuBox(menu, areas: areas, beside: cursorLines, from: left).lay(over: &lines)
    }
    if let titles = state.prompting.titles, !titles.matches.isEmpty {
      let menu = titles.menu(at: now, as: state.preferences.rows.timeFormat, in: zone)
      MenuBox(menu, areas: areas, isFixed: true).lay(over: &lines)
    }
    if let prompt = state.overlays.prompt { layCompletions(of: prompt, over: &lines) }
    let cursor = promptLine.map { Position(column: $0.cursor, row: state.size.rows - 1) }
    var frame = Frame(size: state.size, lines: lines, cursor: cursor).drawn(
      with: state.preferences.glyphs)
    frame.selection = selection(in: lines)
    if let (graphic, size) = below.pictured?.pictures.shownGraphic {
      frame.place(graphic, over: size)
    }
    guard !state.pictures.thumbnails.isEmpty, state.screen.isList else { return frame }
    for row in state.list.visibleRows(in: state.listLayout) {
      guard let (graphic, size) = state.pictures.thumbnails[row.number]?.shown else { continue }
      frame.place(graphic, over: size, of: row.number)
    }
    return frame
  }

  /// Draws the error of a rejected line above the prompt, else its completions.
  private func layCompletions(of prompt: PromptState, over lines: inout [Line]) {
    if let error = prompt.error {
      let told = PromptLine.lines(of: error, columns: areas.columns)
      lines.replaceSubrange((lines.count - 1 - told.count)..<(lines.count - 1), with: told)
    } else if areas.hasBorders {
      guard let completion = CompletionMenu(of: prompt, state) else { return }
      MenuBox(completion.menu, areas: areas, isFixed: true, limit: completion.limit).lay(
        over: &lines)
    } else if let completion = CompletionLine(of: prompt, state) {
      lines[lines.count - 2] = completion.line(columns: areas.columns)
    }
  }

  /// The mouse target of content lines without their own.
  private var contentTarget: ScreenTarget? {
    switch state.screen {
    case .list, .trash, .thread: .list
    case .reader: .reader
    // The help box has its own target.
    case .help: nil
    }
  }

  private func content(
    of state: UIState, rows: Int, reusing drawn: inout DrawnRows
  ) -> [Line] {
    switch state.screen {
    case .list, .trash, .thread:
      guard state.showsSources else { return list(of: state, rows: rows, reusing: &drawn) }
      let list = list(of: state, rows: rows, reusing: &drawn)
      let sources = SourceListScreen.lines(state, rows: rows)
      return zip(sources, list + repeatElement(Line(), count: max(rows - list.count, 0))).map {
        var line = Line($0.spans + $1.spans, fill: $1.fill)
        line.target = $1.target ?? .list
        return line
      }
    case .reader: return ReaderScreen.lines(state, rows: rows, at: now, in: zone)
    // Help is drawn over the content.
    case .help: return []
    }
  }

  /// The rows of a list, with the preview.
  private func list(of state: UIState, rows: Int, reusing drawn: inout DrawnRows) -> [Line] {
    if let split = state.shownSplit {
      PreviewScreen.lines(state, split, at: now, in: zone, reusing: &drawn)
    } else {
      ListScreen.lines(state, rows: rows, at: now, in: zone, reusing: &drawn)
    }
  }

  /// The columns of the borders between the sources, the list and the preview.
  private func joints(of state: UIState, _ split: PreviewSplit?) -> [Int] {
    let start = state.showsSources ? state.environment.sourceListColumns : 0
    let border = split.flatMap { $0.side == .right ? start + $0.list.columns : nil }
    return (start > 0 ? [start - 1] : []) + (border.map { [$0] } ?? [])
  }

  /// The state of the screen that help covers.
  private var belowHelp: UIState {
    var below = state
    while below.stack.screens.count > 1, below.screen == .help { _ = below.stack.pop() }
    return below
  }

  /// The start of the selected item of a menu, else of the selected row of help or of a list.
  private func selection(in lines: [Line]) -> Position? {
    let isMenu = state.menu != nil
    let isHelp = state.screen == .help
    let role = RoleSet(isMenu || isHelp ? .selectedTitle : .cursor)
    for (row, line) in lines.enumerated() {
      let index = line.spans.firstIndex { span in
        span.roles.contains(role) && (isMenu ? span.isOfItem : !isHelp || span.target == .help)
      }
      guard let index else { continue }
      return Position(column: Array(line.spans[..<index]).columns, row: row)
    }
    return nil
  }

  /// The content lines of the row under the cursor; nil unless a list is shown.
  private var cursorLines: Range<Int>? {
    state.screen.isList ? state.list.cursorLines(in: state.listLayout) : nil
  }

  private func line(of banner: Banner) -> Line {
    BannerLine.line(
      banner, keymap: state.keymap, context: state.context, columns: areas.columns
    ).aimed(at: .banner(banner.arrival.number))
  }

  private func bottomLines(with tourLine: Line?, of help: HelpContent?) -> [Line] {
    if case .question(let question) = state.overlays.open {
      return [BottomBar.line(asking: question, columns: areas.columns)]
    }
    if !areas.hasBorders, state.status == nil, state.interaction.pendingKeys.isEmpty, let tourLine {
      return [tourLine]
    }
    return BottomBar.lines(state, help)
  }

  private var promptLine: PromptLine? {
    state.overlays.prompt.map { prompt in
      let note = state.prompting.note(on: prompt, filtering: state.list)
      return PromptLine(prompt, columns: areas.columns, note: note)
    }
  }
}

/// The notice on a terminal that is too small.
package enum TooSmallScreen {
  private static let usualTexts = [
    "too small", "\(ScreenAreas.smallest.columns)×\(ScreenAreas.smallest.rows) min",
  ]

  /// A frame with nothing but some lines of text.
  package static func frame(_ size: Size, saying texts: [String]? = nil) -> Frame {
    let rows = max(size.rows, 0)
    var lines = Array(repeating: Line(), count: rows)
    for (row, text) in (texts ?? usualTexts).prefix(rows).enumerated() {
      lines[row] = Line([Span(String(text.prefix(max(size.columns, 0))), roles: RoleSet(.error))])
    }
    return Frame(size: size, lines: lines)
  }
}

extension Size {
  /// Whether the terminal is large enough for the screens.
  var holdsScreens: Bool {
    columns >= ScreenAreas.smallest.columns && rows >= ScreenAreas.smallest.rows
  }
}

extension Span {
  /// Whether it is part of an item of a menu.
  fileprivate var isOfItem: Bool {
    if case .item = target { true } else { false }
  }
}
