import InboxText

/// The box of the help over a screen; it covers a small screen completely.
struct HelpBox {
  private static let ground = RoleSet(.row)
  private static let border = ground.union(RoleSet(.border))
  /// Minimum columns of a screen for a box.
  private static let fewestColumns = 40
  /// Minimum columns of a screen for margins at both sides of the box.
  private static let columnsForMargin = 60
  /// Maximum columns of the content.
  private static let widest = 130
  /// Maximum columns of the most used keys, which are short.
  private static let widestEssential = 76

  let state: UIState
  let content: HelpContent
  private var inner: ScreenAreas { content.areas }

  /// The areas within the box.
  static func areas(in state: UIState) -> ScreenAreas {
    let areas = state.areas
    guard isFramed(areas) else { return areas }
    var inner = areas
    let margin = areas.columns < columnsForMargin ? 0 : 2
    let most = state.stack.help?.scope == .essential ? widestEssential : widest
    inner.columns = min(areas.columns - 2 * (margin + 1), most)
    return inner
  }

  private static func isFramed(_ areas: ScreenAreas) -> Bool {
    areas.columns >= fewestColumns && areas.hasBorders
  }

  /// Draws the help over the lines of a screen; at full height its edges cover the borders.
  func lay(over lines: inout [Line]) {
    let areas = state.areas
    guard Self.isFramed(areas) else {
      let shown = content.visibleLines(rows: areas.contentRows)
      lines.replaceSubrange(
        areas.contentTop..<(areas.contentTop + shown.count),
        with: shown.map { $0.aimed(at: .help) })
      return
    }
    let box = self.lines
    let top = areas.contentTop - 1 + (areas.contentRows + 2 - box.count) / 2
    let left = (areas.columns - inner.columns - 2) / 2
    for (index, spans) in box.enumerated() where lines.indices.contains(top + index) {
      lines[top + index] = lines[top + index].overlaid(
        with: spans.map { $0.aimed(at: .help) }, at: left)
    }
  }

  private var lines: [[Span]] {
    // A search narrows the rows and leaves the box as high as it is.
    let all = search.isEmpty ? content : HelpContent(state, isNarrowed: false)
    let rows = min(all.lines.count, inner.contentRows)
    let side = Span("│", columns: 1, roles: Self.border)
    let shown = content.visibleLines(rows: rows).map { line in
      [side] + line.spans + [.blank(inner.columns - line.spans.columns, roles: line.fill), side]
    }
    return [edge("┌", "┐", title: title)] + shown + [edge("└", "┘", note: note)]
  }

  private var scope: HelpState.Scope { state.stack.help?.scope ?? .here }
  private var search: String { state.stack.help?.search ?? "" }

  private var title: String {
    let place =
      scope == .everywhere ? "all screens" : state.keyContext(of: state.stack.topBelowHelp).rawValue
    let narrowed = search.isEmpty ? "" : " with “\(TextLayout.oneLine(search, columns: 20))”"
    return "Keys: \(place)\(narrowed)"
  }

  /// The keys for running a row, for searching, and for listing more keys.
  private var note: String {
    let key = { (command: Command) in state.keymap.names(of: command, in: .help).first }
    let run = content.rows.isEmpty ? nil : key(.typing(.accept)).map { "\($0) run" }
    let search = key(.finding(.search)).map { "\($0) search" }
    let more = key(.screen(.help)).flatMap { key in
      switch scope {
      case .essential: "\(key) all keys"
      case .here: "\(key) all screens"
      case .everywhere: nil
      }
    }
    return [run, search, more].compactMap(\.self).joined(separator: " · ")
  }

  /// A horizontal edge with a title at the left or a note at the right.
  private func edge(_ start: String, _ end: String, title: String = "", note: String = "") -> [Span]
  {
    let room = inner.columns - 4
    let name = title.isEmpty ? "" : " \(TextLayout.truncate(title, columns: room)) "
    let end = (note.isEmpty ? "" : " \(TextLayout.truncate(note, columns: room)) ─") + end
    let free = inner.columns + 2 - 2 - name.columns - end.columns
    let rule = String(repeating: "─", count: max(free, 0))
    return [
      Span(start + "─", roles: Self.border),
      Span(name, roles: Self.ground.union(RoleSet(.prompt))), Span(rule + end, roles: Self.border),
    ].filter { $0.columns > 0 }
  }
}
