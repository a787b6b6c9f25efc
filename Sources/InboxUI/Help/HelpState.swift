/// The list of keys, as far as it is scrolled.
struct HelpState: Sendable, Hashable {
  private var position = ScrollPosition()

  /// Makes help at its top.
  init() {}

  /// Lines that are scrolled out above.
  var scroll: Int { position.line }

  /// Scrolls by a motion; `lines` is how long the list is.
  mutating func move(_ motion: Command.Motion, lines: Int, in areas: ScreenAreas) {
    position.move(motion, page: areas.page, last: Self.last(lines, areas))
  }

  /// Stays within the list after its length or the screen has changed.
  mutating func clamp(lines: Int, in areas: ScreenAreas) {
    position.clamp(to: Self.last(lines, areas))
  }

  /// Where the list stands, as the reader's place is shown.
  func place(lines: Int, in areas: ScreenAreas) -> String {
    position.label(last: Self.last(lines, areas))
  }

  private static func last(_ lines: Int, _ areas: ScreenAreas) -> Int {
    max(lines - areas.contentRows, 0)
  }
}
