import Foundation
import InboxText

/// The bar at the bottom: key hints or a status message at the left, the position at the right.
enum BottomBar {
  private static let roles = RoleSet(.status)

  /// Maximum lines of an error.
  private static let errorLines = 4

  /// The last line, or several for a long error.
  ///
  /// - Parameters:
  ///   - state: The state of the screen.
  ///   - help: The content of the help on top; nil for another screen.
  /// - Returns: The lines.
  static func lines(_ state: UIState, _ help: HelpContent?) -> [Line] {
    let columns = state.areas.columns
    let most = min(errorLines, state.areas.contentRows / 3)
    guard let status = state.status, status.isError, most > 1 else { return [line(state, help)] }
    let text = TextLayout.oneLine(status.text, columns: 1_000)
    guard text.columns > columns - 2 else { return [line(state, help)] }
    let width = columns - 2
    let isFitting = TextLayout.wrap(text, width: width, lines: most + 1).count <= most
    // Shorten long words before truncating the end, as on a single line.
    let shown = isFitting ? text : StatusLine.fitting(text, columns: 2 * width)
    let roles = RoleSet(.error)
    return TextLayout.wrap(shown, width: width, lines: most).map {
      Line([Span(" " + $0, columns: $0.columns + 1, roles: roles)], fill: roles)
    }
  }

  private static func line(_ state: UIState, _ help: HelpContent?) -> Line {
    let columns = state.areas.columns
    let status = state.waitingStatus ?? state.status
    let isMarksHidden = status != nil || !tellsMarks(state)
    let places = places(state, help, columns: columns - 2, namingMarks: isMarksHidden)
    let room = { (place: String) in
      columns - 2 - place.columns - (place.isEmpty ? 0 : BarLine.gap)
    }
    guard let status else {
      // On narrow screens, key hints take precedence over the position; in a list and in the
      // reader, the last two.
      let hints = KeyHints(state: state, scrolls: help?.last != 0)
      let fitting = places.map { (keys: hints.spans(columns: room($0)), place: $0) }
      let most = fitting.max { min($0.keys.hintCount, 2) < min($1.keys.hintCount, 2) }
      let both = showsEnds(state) ? most.flatMap { $0.keys.isEmpty ? nil : $0 } : nil
      let shown =
        both ?? fitting.first { !$0.keys.isEmpty }
        ?? (keys: [], place: places.first ?? "")
      return BarLine.line(shown.keys, right: shown.place, columns: columns, roles: roles)
    }
    let place = places.first ?? ""
    return line(status, place: place, room: room(place), columns: columns)
  }

  /// Whether the hints are for marked rows, with their number.
  static func tellsMarks(_ state: UIState) -> Bool {
    isInList(state) && !state.list.marks.isEmpty && state.interaction.pendingKeys.isEmpty
      && state.interaction.pendingCount == nil
  }

  /// Whether the hints end with the way out and the key of the help, which stay visible.
  private static func showsEnds(_ state: UIState) -> Bool {
    (isInList(state) || state.context == .reader) && state.interaction.pendingKeys.isEmpty
      && state.interaction.pendingCount == nil
  }

  /// Whether keys go to the list rather than to an overlay.
  static func isInList(_ state: UIState) -> Bool {
    state.context == .list || state.context == .trash
  }

  /// A status message; the position is dropped if there is no room for both.
  private static func line(
    _ status: StatusMessage, place: String, room: Int, columns: Int
  ) -> Line {
    let roles = status.isError ? roles.union(RoleSet(.error)) : roles
    let text = TextLayout.oneLine(status.text, columns: 1_000)
    let isFitting = text.columns <= room
    let shown = isFitting ? text : StatusLine.fitting(text, columns: columns - 2)
    return BarLine.line(
      [Span(shown, roles: roles)], right: isFitting ? place : "", columns: columns,
      roles: self.roles)
  }

  /// A confirmation; its answers are always visible.
  static func line(asking confirmation: ConfirmState, columns: Int) -> Line {
    let roles = RoleSet(.prompt)
    let yes = Span(" [y", columns: 3, roles: roles)
    let no = Span("/N]", columns: 3, roles: roles)
    let question = confirmation.sentence(columns: columns - yes.columns - no.columns - 2)
    let spans = [
      Span(question, roles: roles), yes.aimed(at: .answer(isYes: true, to: confirmation)),
      no.aimed(at: .answer(isYes: false, to: confirmation)),
    ]
    return BarLine.line(spans, right: "", columns: columns, roles: roles)
  }

  /// The number of marked rows and the position of the cursor, in the longest form first.
  private static func places(
    _ state: UIState, _ help: HelpContent?, columns: Int, namingMarks: Bool
  ) -> [String] {
    // On narrow screens the scroll keys are more useful than the position.
    if let help { return [columns < 38 ? "" : help.scrollLabel] }
    let list = state.list
    if state.screen == .reader { return readerPlaces(state) }
    let parts = [list.isFollowing ? "following" : "", position(list)].filter { !$0.isEmpty }
    guard namingMarks, !list.marks.isEmpty else { return [parts.joined(separator: " · "), ""] }
    let marked = "\(list.marks.count) marked"
    let all = ([marked] + parts).joined(separator: " · ")
    return [BarLine.fitting([all, marked], columns: columns) ?? ""]
  }

  /// The position of the message in its list, if it is listed, and the scroll position.
  private static func readerPlaces(_ state: UIState) -> [String] {
    let isListed = state.reader.map { state.list.index(of: $0.number) != nil } ?? false
    let position = isListed ? position(state.list) : ""
    let scroll = state.reader?.scrollLabel(in: state.areas) ?? ""
    let parts = [position, scroll].filter { !$0.isEmpty }
    return [parts.joined(separator: " · "), position, ""]
  }

  /// The position, such as `1/128`; `~` stands for an unknown number.
  ///
  /// With folded groups an unknown position is left out, as the rows above are not counted.
  private static func position(_ list: ListState) -> String {
    guard list.selected != nil else { return "" }
    let total = list.shownCount.map { "/\($0)" } ?? ""
    guard let position = list.position else { return list.hasFolded ? "" : "~" + total }
    return "\(position)" + (total.isEmpty ? "/~" : total)
  }
}

extension [Span] {
  /// The number of key hints among them.
  fileprivate var hintCount: Int { Set(compactMap(\.target)).count }
}

/// Shortens the texts of the status line to fit; long words such as paths, and names, are shortened
/// first.
enum StatusLine {
  /// Minimum columns of a shortened word, or of a name where a shorter form of the text has more.
  private static let shortest = 12
  /// Minimum columns of a name where a longer form does not fit.
  private static let shortestName = 4

  /// Shortens a text to a number of columns.
  ///
  /// The longest words are shortened first: a path keeps its end, other words their start. Only a
  /// text of short words is truncated: before its last part, such as `u undo`, if that is short.
  static func fitting(_ text: String, columns: Int) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let short = shortening(
      words, at: Array(words.indices), to: columns - words.count + 1, least: shortest)
    var (start, end) = (short.joined(separator: " "), "")
    if let last = start.range(of: " · ", options: .backwards),
      case let part = String(start[last.lowerBound...]), part.columns <= columns / 2
    {
      (start, end) = (String(start[..<last.lowerBound]), part)
    }
    return TextLayout.truncate(start, columns: columns - end.columns) + end
  }

  /// The first form of a text that fits with its names shortened, so that no other word is cut.
  ///
  /// - Parameters:
  ///   - forms: The forms, the longest first: in each, words and names take turns.
  ///   - columns: The columns; the last form is truncated at its end if it does not fit either.
  /// - Returns: The text.
  static func fitting(_ forms: [[String]], columns: Int) -> String {
    let leasts = forms.flatMap { [($0, shortest), ($0, shortestName)] }
      .filter { $0.1 == shortest || $0.0 != forms[0] || forms.count == 1 }
    let texts = leasts.map { form, least in
      let names = Array(stride(from: 1, to: form.count, by: 2))
      return shortening(form, at: names, to: columns, least: least).joined()
    }
    return texts.first { $0.columns <= columns }
      ?? TextLayout.truncate(texts.last ?? "", columns: columns)
  }

  /// Shortens some of the parts of a text, the longest first.
  private static func shortening(
    _ parts: [String], at places: [Int], to columns: Int, least: Int
  ) -> [String] {
    var parts = parts
    var excess = parts.reduce(0) { $0 + $1.columns } - columns
    while excess > 0, let widest = places.max(by: { parts[$0].columns < parts[$1].columns }),
      case let width = parts[widest].columns, width > least
    {
      parts[widest] = shortened(parts[widest], columns: max(width - excess, least))
      excess -= width - parts[widest].columns
    }
    return parts
  }

  private static func shortened(_ word: String, columns: Int) -> String {
    // Of a link the scheme and the machine matter most.
    guard word.contains("/"), !word.contains("://") else {
      return TextLayout.truncate(word, columns: columns)
    }
    return TextLayout.ellipsis + word.ending(columns: columns - 1)
  }
}
