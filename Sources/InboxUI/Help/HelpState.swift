import InboxText

/// The state of help: which keys it lists, and how far it is scrolled.
struct HelpState: Sendable, Hashable {
  /// The keys that are listed.
  enum Scope: Sendable, Hashable {
    /// Those of the screen below.
    case here
    /// Those of every screen, prompt, menu and question.
    case everywhere
  }

  /// The keys that are listed.
  private(set) var scope = Scope.here
  /// What was typed to narrow the rows; empty shows all.
  private(set) var search = ""
  private var position = ScrollPosition()

  /// Makes help at its top.
  init() {}

  /// Lines that are scrolled out above.
  var scroll: Int { position.line }

  /// Lists the keys of every place, from the top; false where they are listed already.
  mutating func widen() -> Bool {
    guard scope == .here else { return false }
    scope = .everywhere
    position = ScrollPosition()
    return true
  }

  /// Lets a person type what narrows the rows.
  mutating func beginSearch() -> Reply {
    narrow(to: "")
    return Reply(overlay: .prompt(PromptState(.keys)))
  }

  /// Lists only the rows that have all words of a text.
  mutating func narrow(to text: String) {
    search = text
    position = ScrollPosition()
  }

  /// Whether a row has all words that were typed, in its keys or its explanation.
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

  /// Scrolls by lines, upward when negative.
  mutating func scroll(_ lines: Int, in room: HelpRoom) {
    position.scroll(lines, last: room.last)
  }

  /// Stays within the list after its length or the screen has changed.
  mutating func clamp(to room: HelpRoom) {
    position.clamp(to: room.last)
  }

  /// Where the list stands, as the reader's place is shown.
  func scrollLabel(in room: HelpRoom) -> String {
    position.label(last: room.last)
  }
}

/// The room of help, and how long the list of keys is.
struct HelpRoom {
  /// The areas within its box.
  let areas: ScreenAreas
  /// Lines of the keys that are listed.
  let lines: Int

  /// Makes the room of help on a screen.
  init(_ state: UIState) {
    areas = HelpBox.areas(within: state.areas)
    lines = HelpContent(state).lines.count
  }

  /// The last line to which it scrolls, from 0.
  var last: Int { max(lines - areas.contentRows, 0) }
}
