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

  /// Lists the keys of every place, from the top.
  mutating func widen() {
    scope = .everywhere
    position = ScrollPosition()
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

  /// Scrolls by a motion; `lines` is how long the list is.
  mutating func move(_ motion: Command.Motion, lines: Int, in areas: ScreenAreas) {
    position.move(motion, page: areas.page, last: Self.last(lines, areas))
  }

  /// Scrolls by lines, upward when negative; `count` is how long the list is.
  mutating func scroll(_ lines: Int, of count: Int, in areas: ScreenAreas) {
    position.scroll(lines, last: Self.last(count, areas))
  }

  /// Stays within the list after its length or the screen has changed.
  mutating func clamp(lines: Int, in areas: ScreenAreas) {
    position.clamp(to: Self.last(lines, areas))
  }

  /// Where the list stands, as the reader's place is shown.
  func scrollLabel(lines: Int, in areas: ScreenAreas) -> String {
    position.label(last: Self.last(lines, areas))
  }

  private static func last(_ lines: Int, _ areas: ScreenAreas) -> Int {
    max(lines - areas.contentRows, 0)
  }
}
