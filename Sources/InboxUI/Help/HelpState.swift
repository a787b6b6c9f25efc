import InboxText

/// The state of the help: its scope, search and scroll position.
struct HelpState: Sendable, Hashable {
  /// The scope of the listed keys.
  enum Scope: Sendable, Hashable {
    /// The keys of the current screen.
    case here
    /// The keys of every screen, prompt, menu and question.
    case everywhere
  }

  /// The scope of the listed keys.
  private(set) var scope = Scope.here
  /// The search text; empty shows all rows.
  private(set) var search = ""
  private var position = ScrollPosition()

  /// Creates the help, scrolled to the top.
  init() {}

  /// The scroll offset in lines.
  var scroll: Int { position.line }

  /// Lists the keys of every place, from the top; false if they are listed already.
  mutating func widen() -> Bool {
    guard scope == .here else { return false }
    scope = .everywhere
    position = ScrollPosition()
    return true
  }

  /// Opens the prompt for the search.
  mutating func beginSearch() -> Reply {
    narrow(to: "")
    return Reply(overlay: .prompt(PromptState(.keys)))
  }

  /// Filters the rows to those that contain all words of a text.
  mutating func narrow(to text: String) {
    search = text
    position = ScrollPosition()
  }

  /// Whether a row contains all words of the search, in its keys or its explanation.
  func matches(_ row: HelpRow) -> Bool {
    let words = Self.folded(search).split(separator: " ")
    guard !words.isEmpty else { return true }
    let text = Self.folded(row.term + " " + row.text)
    return words.allSatisfy(text.contains)
  }

  private static func folded(_ text: String) -> String {
    String(decoding: TextFolding.bytes(of: text, keepsCase: false), as: UTF8.self)
  }

  /// Scrolls by a motion.
  mutating func move(_ motion: Command.Motion, in room: HelpRoom) {
    position.move(motion, page: room.areas.page, last: room.last)
  }

  /// Scrolls by lines; negative scrolls up.
  mutating func scroll(_ lines: Int, in room: HelpRoom) {
    position.scroll(lines, last: room.last)
  }

  /// Clamps the scroll offset after a change of the content or the screen.
  mutating func clamp(to room: HelpRoom) {
    position.clamp(to: room.last)
  }

  /// The scroll position, in the same form as in the reader.
  func scrollLabel(in room: HelpRoom) -> String {
    position.label(last: room.last)
  }
}

/// The areas of the help, and the length of its content.
struct HelpRoom {
  /// The areas within its box.
  let areas: ScreenAreas
  /// The number of lines of the content.
  let lines: Int

  /// Creates the room of the help on a screen.
  init(_ state: UIState) {
    areas = HelpBox.areas(within: state.areas)
    lines = HelpContent(state).lines.count
  }

  /// The maximum scroll offset.
  var last: Int { max(lines - areas.contentRows, 0) }
}
