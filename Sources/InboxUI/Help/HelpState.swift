/// The state of the help: its scope, search, selected row and scroll position.
struct HelpState: Sendable, Hashable {
  /// The scope of the listed keys.
  enum Scope: Sendable, Hashable {
    /// The most used keys of the current screen.
    case essential
    /// All keys of the current screen.
    case here
    /// The keys of every screen, prompt, menu and question.
    case everywhere
  }

  /// The scope of the listed keys.
  private(set) var scope = Scope.essential
  /// The search text; empty shows all rows.
  private(set) var search = ""
  /// The index of the selected row among those with a command.
  private(set) var selected = 0
  var position = ScrollPosition()

  /// The scroll offset in lines.
  var scroll: Int { position.line }

  /// Lists the keys of the next wider scope, from the top; false if there is none.
  mutating func widen() -> Bool {
    guard scope != .everywhere else { return false }
    scope = scope == .essential ? .here : .everywhere
    goToTop()
    return true
  }

  /// Opens the prompt for the search, which is never among the most used keys alone.
  mutating func beginSearch() -> Reply {
    if scope == .essential { scope = .here }
    narrow(to: "")
    return Reply(overlay: .prompt(PromptState(.keys)))
  }

  /// Filters the rows to those that contain all words of a text.
  mutating func narrow(to text: String) {
    search = text
    goToTop()
  }

  private mutating func goToTop() {
    (selected, position) = (0, ScrollPosition())
  }

  /// Whether a row contains all words of the search, in its keys or its explanation.
  func matches(_ row: HelpRow) -> Bool {
    let words = search.folded.split(separator: " ")
    guard !words.isEmpty else { return true }
    let text = (row.term + " " + row.text).folded
    return words.allSatisfy(text.contains)
  }

  /// Selects the next or previous row, or scrolls by a longer motion and selects a visible row.
  ///
  /// While the selected row is out of sight, or no row follows, the text scrolls by a line: headings
  /// and marks have no command.
  mutating func move(_ motion: Command.Motion, in content: HelpContent) {
    let next = selected + (motion == .moveDown ? 1 : -1)
    if [.moveDown, .moveUp].contains(motion), isVisible(selected, in: content),
      content.rows.indices.contains(next)
    {
      selected = next
      position.show(content.rows[next].lines, height: content.areas.contentRows, last: content.last)
      return
    }
    position.move(motion, page: content.areas.page, last: content.last)
    if motion == .top { selected = 0 }
    if motion == .bottom { selected = max(content.rows.count - 1, 0) }
    if !isVisible(selected, in: content) { selectNearest(in: content) }
  }

  private func isVisible(_ index: Int, in content: HelpContent) -> Bool {
    guard content.rows.indices.contains(index) else { return false }
    let visible = scroll..<(scroll + content.areas.contentRows)
    return visible.contains(content.rows[index].lines.lowerBound)
  }

  /// Selects the visible row nearest to the selected one; without any, the last one above.
  private mutating func selectNearest(in content: HelpContent) {
    let visible = content.rows.indices.filter { isVisible($0, in: content) }
    let nearest = visible.min { abs($0 - selected) < abs($1 - selected) }
    let above = content.rows.lastIndex { $0.lines.lowerBound < scroll }
    selected = nearest ?? above ?? 0
  }
}
