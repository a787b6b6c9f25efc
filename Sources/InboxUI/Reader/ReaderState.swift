import InboxText
package import InboxCore

/// The reader: one message, shown whole.
package struct ReaderState: Sendable, Hashable {
  /// The message's number.
  package let number: MessageNumber
  /// The message; nil until it was read from the store.
  package private(set) var message: Message?
  /// The text that is searched for, with its matches.
  private(set) var search: ReaderSearch?
  /// What opened the message from outside of the list, until it is at hand.
  private(set) var origin: Origin?
  /// Whether a link or an alert opened the reader; the next one then takes its place.
  private(set) var hasOrigin = false
  /// Whether text or attachments have links beside those of the tap and the actions.
  private(set) var hasLinks = false
  private var position = ScrollPosition()
  /// The message's lines for the width of the screen: a long text is broken once, not each frame.
  private var laidOut: ReaderContent?

  /// The origin of a message that the cursor is not on.
  enum Origin: Sendable, Hashable {
    case deepLink
    case alert
  }

  /// Makes a reader that has read nothing yet.
  package init(number: MessageNumber) {
    self.number = number
  }

  /// Makes a reader in the place of another, whose search goes on.
  init(number: MessageNumber, replacing earlier: ReaderState?) {
    self.number = number
    search = earlier?.search?.withoutCurrent
    hasOrigin = earlier?.hasOrigin ?? false
  }

  /// Lines that are scrolled out above.
  package var scroll: Int { position.line }

  /// Notes what opened the message.
  mutating func begin(from origin: Origin) {
    self.origin = origin
    hasOrigin = true
  }

  /// Takes what opened the message, which counts once.
  mutating func takeOrigin() -> Origin? {
    defer { origin = nil }
    return origin
  }

  /// Takes the message in.
  mutating func receive(_ message: Message, in areas: ScreenAreas) {
    if message != self.message {
      laidOut = nil
      hasLinks = !MessageText.furtherLinks(of: message).isEmpty
    }
    self.message = message
    layOut(in: areas)
  }

  /// Scrolls by a motion.
  mutating func move(_ motion: Command.Motion, in areas: ScreenAreas) {
    position.move(motion, page: areas.page, last: lastLine(in: areas))
  }

  /// The lines of the message at a width; nil until it was read.
  func content(columns: Int) -> ReaderContent? {
    if let laidOut, laidOut.columns == columns { return laidOut }
    return message.map { ReaderContent(of: $0, columns: columns) }
  }

  /// Breaks the message into lines that fit the screen, and stays within them.
  mutating func layOut(in areas: ScreenAreas) {
    if laidOut?.columns != areas.columns {
      laidOut = content(columns: areas.columns)
      if let search, let laidOut { self.search = search.again(in: laidOut) }
    }
    position.clamp(to: lastLine(in: areas))
  }

  /// The last line that can be on top: the text fills the content as long as it can.
  private func lastLine(in areas: ScreenAreas) -> Int {
    let lines = content(columns: areas.columns)?.rows.count ?? 0
    return max(lines - areas.contentRows, 0)
  }

  /// Whether the end of the message is in sight.
  func isAtEnd(in areas: ScreenAreas) -> Bool {
    scroll >= lastLine(in: areas)
  }

  /// How far the message is scrolled, in per cent or as a word; empty when all of it is in sight.
  func scrollLabel(in areas: ScreenAreas) -> String {
    position.label(last: lastLine(in: areas))
  }

  /// The times in sight that are shown relative to the present moment.
  func visibleTimes(in areas: ScreenAreas) -> [ReaderMoment] {
    guard let content = content(columns: areas.columns) else { return [] }
    return content.rows.dropFirst(scroll).prefix(areas.contentRows).compactMap { row in
      guard case .moment(let moment) = row, moment.hasRelative else { return nil }
      return moment
    }
  }
}

extension ReaderState {
  /// Searches the message; the same search again goes on to the next match.
  ///
  /// - Returns: What the status line shows.
  mutating func search(for text: String, in areas: ScreenAreas) -> String? {
    guard let content = content(columns: areas.columns) else { return nil }
    if text == search?.text, search?.current != nil { return step(by: 1, in: areas) }
    var search = ReaderSearch(text, in: content)
    search.begin(at: scroll)
    self.search = search
    return showMatch(of: search, didWrap: false, in: areas)
  }

  /// Goes to the next or previous match.
  ///
  /// - Returns: What the status line shows.
  mutating func step(by step: Int, in areas: ScreenAreas) -> String? {
    guard var search else { return "No previous search" }
    let didWrap = search.step(by: step)
    self.search = search
    return showMatch(of: search, didWrap: didWrap, in: areas)
  }

  /// Scrolls to the present match unless it is in sight, and says which one it is.
  private mutating func showMatch(
    of search: ReaderSearch, didWrap: Bool, in areas: ScreenAreas
  ) -> String {
    guard let current = search.current else { return "No match for “\(search.text)”" }
    position.show(
      search.matches[current].row, rows: areas.contentRows, last: lastLine(in: areas))
    let wrapped = didWrap ? " · search wrapped" : ""
    return "Match \(current + 1) of \(search.count)\(wrapped)"
  }
}
