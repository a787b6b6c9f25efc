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
