import InboxText
import InboxCore

/// The last line: keys or what happened at the left, the place in the list on the right.
enum BottomBar {
  private static let roles = RoleSet(.status)

  /// Most lines that an error takes.
  private static let errorLines = 4

  /// The last line, or several with an error that does not fit into one.
  static func lines(_ state: UIState) -> [Line] {
    let columns = state.areas.columns
    let most = min(errorLines, state.areas.contentRows / 3)
    guard let status = state.status, status.isError, most > 1 else { return [line(state)] }
    let text = TextLayout.oneLine(status.text, columns: 1_000)
    guard text.columns > columns - 2 else { return [line(state)] }
    let width = columns - 2
    let isFitting = TextLayout.wrap(text, width: width, lines: most + 1).count <= most
    // Long words give way before the end does, as on a single line.
    let shown = isFitting ? text : StatusText.fitting(text, columns: 2 * width)
    let roles = RoleSet(.error)
    return TextLayout.wrap(shown, width: width, lines: most).map {
      Line([Span(" " + $0, columns: $0.columns + 1, roles: roles)], fill: roles)
    }
  }

  private static func line(_ state: UIState) -> Line {
    let columns = state.areas.columns
    let place = place(state, columns: columns - 2)
    let room = columns - 2 - place.columns - (place.isEmpty ? 0 : BarLine.gap)
    guard let status = state.status else {
      let hints =
        state.pendingKeys.isEmpty
        ? KeyHints.spans(
          state.keymap, in: state.context, of: state.currentRow, columns: room,
          isThread: state.screen == .thread, host: state.embedding)
        : KeyHints.spans(
          after: state.pendingKeys, state.keymap, in: state.context, columns: room)
      return BarLine.line(hints, right: place, columns: columns, roles: roles)
    }
    return line(status, place: place, room: room, columns: columns)
  }

  /// What happened; where it does not fit beside the place, the place gives way.
  private static func line(
    _ status: StatusMessage, place: String, room: Int, columns: Int
  ) -> Line {
    let roles = status.isError ? roles.union(RoleSet(.error)) : roles
    let text = TextLayout.oneLine(status.text, columns: 1_000)
    let isFitting = text.columns <= room
    let shown = isFitting ? text : StatusText.fitting(text, columns: columns - 2)
    return BarLine.line(
      [Span(shown, roles: roles)], right: isFitting ? place : "", columns: columns,
      roles: self.roles)
  }

  /// A question, whose end with the possible answers is always in sight.
  static func line(asking confirmation: ConfirmState, columns: Int) -> Line {
    let roles = RoleSet(.prompt)
    let answers = " [y/N]"
    let question = TextLayout.truncate(
      confirmation.sentence, columns: columns - answers.columns - 2)
    return BarLine.line(
      [Span(question + answers, roles: roles)], right: "", columns: columns, roles: roles)
  }

  /// How many are marked, and the place of the cursor.
  private static func place(_ state: UIState, columns: Int) -> String {
    // On few columns the keys that scroll tell more.
    guard state.screen != .help else { return columns < 38 ? "" : state.helpPlace }
    let list = state.list
    let position = position(list)
    if state.screen == .reader {
      let scroll = state.readerPlace
      return scroll.isEmpty ? position : "\(position) · \(scroll)"
    }
    guard !list.marked.isEmpty else { return position }
    let marked = "\(list.marked.count) marked"
    return BarLine.fitting(["\(marked) · \(position)", marked], columns: columns) ?? ""
  }

  /// Such as `1/128`; `~` stands for what is not known yet.
  private static func position(_ list: ListState) -> String {
    guard list.selected != nil else { return "" }
    let total = list.total.map { "/\($0)" } ?? ""
    guard let position = list.position else { return "~" + total }
    return "\(position)" + (total.isEmpty ? "/~" : total)
  }
}

/// Fits what the status line tells into its columns, so that the sentence survives a long path.
enum StatusText {
  /// Fewest columns that a long word keeps.
  private static let shortest = 12

  /// The text in at most so many columns.
  ///
  /// The longest words give way first: of a path the end stays, of others the beginning. Only a
  /// text of short words loses its own end.
  static func fitting(_ text: String, columns: Int) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var excess = text.columns - columns
    while excess > 0 {
      let widths = words.map(\.columns)
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > shortest
      else { break }
      let short = shortened(words[widest], columns: max(widths[widest] - excess, shortest))
      excess -= widths[widest] - short.columns
      words[widest] = short
    }
    return TextLayout.truncate(words.joined(separator: " "), columns: columns)
  }

  private static func shortened(_ word: String, columns: Int) -> String {
    guard word.contains("/") else { return TextLayout.truncate(word, columns: columns) }
    return TextLayout.ellipsis + word.ending(columns: columns - 1)
  }
}
