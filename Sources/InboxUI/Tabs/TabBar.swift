import InboxCore
import InboxText

/// The tab bar at the top; the current tab is filled, with half blocks beside it that show it without
/// colors, too.
enum TabBar {
  private static let roles = RoleSet(.bar)
  /// Minimum columns of a bar whose tabs leave room for unread messages of other inboxes.
  private static let columnsForOthers = 60

  /// The tab bar, with the name of the inbox and the order at the right.
  static func line(_ state: UIState, sign: Span? = nil, quiet: String?) -> Line {
    let columns = state.areas.columns
    let bell = Span(quiet == nil ? "🔔 " : "🔕 ", roles: roles)
    let place = state.listCounts.tabs.place(of: state.stack.listInBar)
    let (tabs, counts) = (state.listCounts.tabs, state.stack.listInBar.snapshot.counts)
    let labels = tabs.tabs.enumerated().map { index, tab in
      label(
        tab, count: tabs.count(of: tab, counts: counts), isShown: index == place,
        isMuted: state.preferences.mutes.include(tab.filter)
      )
      .map { $0.aimed(at: .tab(index)) }
    }
    let others = columns < columnsForOthers ? nil : others(state)?.columns
    // A filter without a tab is nowhere else on the screen.
    let filter = place == nil ? state.stack.listInBar.filterName(at: state.now, in: state.zone) : ""
    let end =
      max(others ?? 0, TopBar.room(ofFilter: filter, columns: columns)) + BarLine.room(of: sign)
    let kept = end > 0 ? end + BarLine.gap : 0
    let left =
      [bell] + fitting(labels, around: place, columns: columns - 2 - bell.columns - kept)
    let room = columns - 2 - left.columns - BarLine.room(of: sign) - BarLine.gap
    let right =
      BarLine.fitting(endings(state, filter, quiet), columns: room)
      ?? TextLayout.truncate(filter, columns: room)
    return BarLine.line(left, sign: sign, right: right, columns: columns, roles: roles)
  }

  /// The name of the inbox with what is unread in others, in its short form; nil without others.
  private static func others(_ state: UIState) -> String? {
    let names = TopBar.names(state)
    return names.count > 1 ? names[names.count - 2] : nil
  }

  private static func label(
    _ tab: TabState.Tab, count: Int?, isShown: Bool, isMuted: Bool
  ) -> [Span] {
    let number = count.map { $0 > 0 ? " \($0)" : "" } ?? ""
    let text = tab.tab.label + (isMuted ? " " + RowMark.muted.sign : "") + number
    guard isShown else { return [Span(" \(text) ", roles: roles)] }
    let end = roles.union(RoleSet(.cursor))
    return [
      Span("▐", columns: 1, roles: end), Span(text, roles: roles.union(.chosen)),
      Span("▌", columns: 1, roles: end),
    ]
  }

  /// The tabs around the current one that fit; `…` stands for the others.
  private static func fitting(_ labels: [[Span]], around place: Int?, columns: Int) -> [Span] {
    let all = labels.flatMap(\.self)
    guard all.columns > columns, !labels.isEmpty else { return all }
    let dots = Span("…", columns: 1, roles: roles)
    let start = place ?? 0
    var shown = start..<(start + 1)
    var used = labels[start].columns + 2
    while true {
      if shown.upperBound < labels.count, used + labels[shown.upperBound].columns <= columns {
        used += labels[shown.upperBound].columns
        shown = shown.lowerBound..<(shown.upperBound + 1)
      } else if shown.lowerBound > 0, used + labels[shown.lowerBound - 1].columns <= columns {
        used += labels[shown.lowerBound - 1].columns
        shown = (shown.lowerBound - 1)..<shown.upperBound
      } else {
        break
      }
    }
    var spans = labels[shown].flatMap(\.self)
    if shown.lowerBound > 0 { spans.insert(dots, at: 0) }
    if shown.upperBound < labels.count { spans.append(dots) }
    guard spans.columns > columns else { return spans }
    // The current tab takes precedence over the `…`.
    return Line(labels[start]).fitted(to: max(columns, 0)).spans
  }

  /// The texts for the right end, longest first.
  private static func endings(_ state: UIState, _ filter: String, _ quiet: String?) -> [String] {
    let list = state.stack.listInBar
    let order = list.query.order.rawValue
    var texts =
      TopBar.names(state).map { "\($0) · \(order)" } + [others(state), order].compactMap(\.self)
    if !filter.isEmpty {
      let counted = filter + (list.total.map { " (\($0))" } ?? "")
      texts = texts.map { "\(counted) · \($0)" } + [counted]
    }
    if let strip = state.listCounts.strip.text(in: state) {
      texts = texts.map { "\(strip)   \($0)" } + texts
    }
    return TopBar.adding(quiet, to: texts, state)
  }
}
