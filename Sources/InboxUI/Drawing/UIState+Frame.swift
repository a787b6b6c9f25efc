import InboxText
package import Foundation
import InboxCore

extension UIState {
  /// Draws the screen; the frame depends on state and time alone.
  ///
  /// - Parameters:
  ///   - now: The time of the frame; relative times count from it.
  ///   - zone: The time zone of the times.
  /// - Returns: A frame with one line for each row of the terminal.
  package func frame(at now: Date, in zone: TimeZone) -> Frame {
    var drawn = DrawnRows()
    return frame(at: now, in: zone, reusing: &drawn)
  }

  /// Draws the same frame in less time, as rows that look as in the last one are not laid out anew.
  ///
  /// - Parameters:
  ///   - now: The time of the frame; relative times count from it.
  ///   - zone: The time zone of the times.
  ///   - drawn: The rows of the last frame, and of this one afterwards.
  /// - Returns: A frame with one line for each row of the terminal.
  package func frame(
    at now: Date, in zone: TimeZone, reusing drawn: inout DrawnRows
  ) -> Frame {
    guard size.holdsScreens else { return TooSmallScreen.frame(size) }
    let areas = areas
    var lines: [Line] = []
    lines.reserveCapacity(size.rows)
    lines.append(topLine(at: now))
    let below = belowHelp
    let split = below.shownSplit
    if areas.hasBorders { lines.append(BorderLine.top(self, split)) }
    lines += below.content(rows: areas.contentRows, at: now, in: zone, reusing: &drawn)
      .prefix(areas.contentRows)
    let end = areas.contentTop + areas.contentRows
    lines += repeatElement(Line(), count: end - lines.count)
    if let contentTarget {
      for row in areas.contentTop..<end { lines[row].aim(at: contentTarget) }
    }
    if areas.hasBorders { lines.append(BorderLine.bottom(self, split)) }
    if screen == .help { HelpBox(self).lay(over: &lines) }
    // Without a border it would hide a message, and takes the place of the hints.
    let tourLine = tourLine(at: now)
    if areas.hasBorders, let tourLine { lines[lines.count - 1] = tourLine }
    let bottom = bottomLines(with: tourLine)
    lines.removeLast(bottom.count - 1)
    lines += bottom
    if let menu {
      MenuBox(menu, areas: areas, keepingClearOf: cursorRow).lay(over: &lines)
    }
    if let titles = prompting.titles, !titles.matches.isEmpty {
      let menu = titles.menu(at: now, as: preferences.rows.timeFormat, in: zone)
      MenuBox(menu, areas: areas, isFixed: true).lay(over: &lines)
    }
    if let error = prompt?.error {
      let told = PromptLine.lines(of: error, columns: areas.columns)
      lines.replaceSubrange((lines.count - 1 - told.count)..<(lines.count - 1), with: told)
    }
    if let palette = CommandPalette(self) {
      MenuBox(palette.menu, areas: areas, isFixed: true).lay(over: &lines)
    } else if let completion = CompletionLine(self) {
      lines[lines.count - 2] = completion.line(columns: areas.columns)
    }
    var frame = Frame(size: size, lines: lines, cursor: promptCursor).drawn(
      with: preferences.glyphs)
    if let (graphic, size) = reader?.shownGraphic { frame.place(graphic, over: size) }
    return frame
  }

  /// The target of the content where its lines have none of their own.
  private var contentTarget: ScreenTarget? {
    switch screen {
    case .list, .trash, .thread: .list
    case .reader: .reader
    // Its box has a target of its own.
    case .help: nil
    }
  }

  private func content(
    rows: Int, at now: Date, in zone: TimeZone, reusing drawn: inout DrawnRows
  ) -> [Line] {
    switch screen {
    case .list, .trash, .thread:
      if let shownSplit {
        PreviewScreen.lines(self, shownSplit, at: now, in: zone, reusing: &drawn)
      } else {
        ListScreen.lines(self, rows: rows, at: now, in: zone, reusing: &drawn)
      }
    case .reader: ReaderScreen.lines(self, rows: rows, at: now, in: zone)
    // It lies over the others.
    case .help: []
    }
  }

  /// The same with help taken away, over which it lies.
  private var belowHelp: UIState {
    guard screen == .help else { return self }
    var below = self
    while below.screens.count > 1, below.screen == .help { _ = below.stack.pop() }
    return below
  }

  /// The row of the content in which the cursor's message begins; nil where there is no list.
  private var cursorRow: Int? {
    screen.isList ? list.cursorRow(in: listLayout) : nil
  }

  private func topLine(at now: Date) -> Line {
    guard let banner = alerts.banner else { return TopBar.line(self, isQuiet: isQuiet(at: now)) }
    return BannerLine.line(banner, keymap: keymap, context: context, columns: areas.columns)
      .aimed(at: .banner(banner.arrival.number))
  }

  /// The present step of the tour; nil without one, or while something lies over the screen.
  func tourLine(at now: Date) -> Line? {
    guard let tour, overlays.open == nil else { return nil }
    return tour.line(
      in: partContext(at: now), isOnList: screen == .list, columns: areas.columns)
  }

  private func bottomLines(with tourLine: Line?) -> [Line] {
    switch context {
    case .prompt:
      if let prompt {
        return [PromptLine(prompt, columns: areas.columns, note: note(on: prompt)).line]
      }
    case .confirm:
      if let confirmation { return [BottomBar.line(asking: confirmation, columns: areas.columns)] }
    default: break
    }
    if !areas.hasBorders, status == nil, interaction.pendingKeys.isEmpty, let tourLine {
      return [tourLine]
    }
    return BottomBar.lines(self)
  }

  private func note(on line: PromptState) -> String {
    prompting.note(on: line, filtering: list)
  }

  private var promptCursor: Position? {
    prompt.map {
      Position(
        column: PromptLine($0, columns: areas.columns, note: note(on: $0)).cursor,
        row: size.rows - 1)
    }
  }
}

/// The notice on a terminal that is too small for any screen.
enum TooSmallScreen {
  private static let texts = [
    "too small", "\(ScreenAreas.smallest.columns)×\(ScreenAreas.smallest.rows) needed",
  ]

  static func frame(_ size: Size) -> Frame {
    let rows = max(size.rows, 0)
    var lines = Array(repeating: Line(), count: rows)
    for (row, text) in texts.prefix(rows).enumerated() {
      lines[row] = Line([Span(String(text.prefix(max(size.columns, 0))), roles: RoleSet(.error))])
    }
    return Frame(size: size, lines: lines)
  }
}

extension Size {
  /// Whether the screens can be drawn.
  var holdsScreens: Bool {
    columns >= ScreenAreas.smallest.columns && rows >= ScreenAreas.smallest.rows
  }
}
