import Foundation
import InboxText
package import InboxCore

/// The state of the reader, which shows one whole message.
package struct ReaderState: Sendable, Hashable {
  /// The message's number.
  package let number: MessageNumber
  /// The message; nil until it is loaded.
  package private(set) var message: Message?
  /// The messages before it in its thread that are shown below it, newest first.
  private var earlier: [Message] = []
  /// The search with its matches.
  private(set) var search: ReaderSearch?
  /// The origin of a message that was not opened from the list, until it is loaded.
  private(set) var origin: Origin?
  /// Whether a link or alert opened the reader; the next one then replaces it.
  private(set) var hasOrigin = false
  /// The horizontal scroll offset in columns, if long lines are not wrapped.
  private(set) var column = 0
  /// Whether long lines are wrapped.
  private var wraps = true
  /// Whether Markdown is shown as raw text.
  private(set) var isRaw = false
  /// Whether further fields and all earlier occurrences are unfolded.
  private(set) var showsFields = false
  /// The pending layout outside of the event loop.
  private var rendering: ReaderRendering?
  /// Whether the layout is outdated by a change of fields other than the text.
  private var isStale = false
  /// The line to scroll to after a long text is laid out completely.
  private var awaitedLine: Int?
  private var position = ScrollPosition()
  /// The images of the message, and the picture of one.
  private(set) var pictures = ReaderPictures()
  /// The cached layout, so that a text is not wrapped for each frame.
  private var laidOut: ReaderContent?

  /// The origin of a message that was not opened from the list.
  enum Origin: Sendable, Hashable {
    case deepLink
    case alert
  }

  /// Creates a reader of a message that is not loaded yet, with further fields unfolded or not.
  package init(number: MessageNumber, opening showsFields: Bool = false) {
    self.number = number
    self.showsFields = showsFields
  }

  /// Creates a reader that replaces another, whose search and options it keeps.
  init(number: MessageNumber, replacing earlier: ReaderState?) {
    self.number = number
    search = earlier?.search?.withoutCurrent
    wraps = earlier?.wraps ?? true
    isRaw = earlier?.isRaw ?? false
    showsFields = earlier?.showsFields ?? false
    hasOrigin = earlier?.hasOrigin ?? false
  }

  /// The vertical scroll offset in lines.
  package var scroll: Int { position.line }

  /// Sets the origin of the message.
  mutating func begin(from origin: Origin) {
    self.origin = origin
    hasOrigin = true
  }

  /// Returns the origin once, then nil.
  mutating func takeOrigin() -> Origin? {
    defer { origin = nil }
    return origin
  }

  /// Handles the loaded message, and those before it in its thread.
  mutating func receive(
    _ message: Message, after earlier: [Message] = [], in areas: ScreenAreas
  ) {
    self.earlier = earlier
    if message != self.message {
      pictures.take(message)
      // Keep the old layout of a long text until the new one is complete, so that it does not jump.
      isStale = laidOut?.isBeginning == false && isLong && message.hasText(of: self.message)
      if !isStale { laidOut = nil }
    }
    self.message = message
    layOut(in: areas)
  }

  /// Scrolls by a motion.
  mutating func move(_ motion: Command.Motion, in areas: ScreenAreas) {
    // The last line is known only after the complete layout.
    awaitedLine = motion == .bottom && laidOut?.isBeginning == true ? Int.max : nil
    position.move(motion, page: areas.page, last: lastLine(in: areas))
  }

  /// Scrolls by lines; negative scrolls up.
  mutating func scroll(_ lines: Int, in areas: ScreenAreas) {
    awaitedLine = nil
    position.scroll(lines, last: lastLine(in: areas))
  }

  /// The numbered links; the first has the number 1.
  var links: [String] { laidOut?.links ?? [] }

  /// Whether there are links other than those of the tap and the actions.
  var hasLinks: Bool {
    let known = Set((message?.actions.compactMap(\.url) ?? []) + [message?.tap.url ?? ""])
    return links.contains { !known.contains($0) }
  }

  /// The layout of the message on a screen; nil until it is loaded.
  func content(in areas: ScreenAreas) -> ReaderContent? {
    let form = form(in: areas)
    if let laidOut, laidOut.form == form { return laidOut }
    return message.map { ReaderContent(of: $0, as: form, upTo: ReaderRendering.mostAtOnce) }
  }

  /// Lays out the message for the screen, and clamps the scroll offset.
  mutating func layOut(in areas: ScreenAreas) {
    if laidOut?.form != form(in: areas) {
      show(content(in: areas))
      if laidOut?.isBeginning == true, position.line > 0 {
        awaitedLine = awaitedLine ?? position.line
      }
    }
    clamp(in: areas)
  }

  /// Whether the text is laid out outside of the event loop.
  private var isLong: Bool { (message?.body?.utf8.count ?? 0) > ReaderRendering.mostAtOnce }

  private mutating func show(_ content: ReaderContent?) {
    laidOut = content
    if let search, let laidOut { self.search = search.again(in: laidOut) }
  }

  private mutating func clamp(in areas: ScreenAreas) {
    position.clamp(to: lastLine(in: areas))
    column = min(column, max((laidOut?.widest ?? 0) - areas.columns, 0))
  }

  private func form(in areas: ScreenAreas) -> ReaderForm {
    ReaderForm(
      columns: areas.columns, textColumns: areas.textColumns, wraps: wraps, isRaw: isRaw,
      showsFields: showsFields, picture: pictures.shown, earlier: earlier)
  }

  /// The maximum scroll offset, at which the last line is at the bottom.
  private func lastLine(in areas: ScreenAreas) -> Int {
    max((content(in: areas)?.rows.count ?? 0) - areas.contentRows, 0)
  }

  /// Whether the end of the message is visible.
  func isAtEnd(in areas: ScreenAreas) -> Bool {
    scroll >= lastLine(in: areas)
  }

  /// The scroll position in percent or as a word; empty if all of the message is visible.
  func scrollLabel(in areas: ScreenAreas) -> String {
    position.label(last: lastLine(in: areas))
  }

  /// The visible times that are shown relative to now.
  func visibleTimes(in areas: ScreenAreas) -> [Date] {
    guard let content = content(in: areas) else { return [] }
    return content.rows.dropFirst(scroll).prefix(areas.contentRows).compactMap { row in
      switch row {
      case .moment(let moment): moment.hasRelative ? moment.date : nil
      case .occurrence(let occurrence): occurrence.relativeDate
      case .line, .hint, .keys, .picture: nil
      }
    }
  }

  /// Unfolds or folds number, id, tags, further fields and all earlier occurrences; nil without a
  /// message.
  mutating func toggleFields(in areas: ScreenAreas) -> Bool? {
    guard message != nil else { return nil }
    showsFields.toggle()
    layOut(in: areas)
    return showsFields
  }

  /// Scrolls sideways by columns; false if lines are wrapped.
  mutating func scroll(columns: Int, in areas: ScreenAreas) -> Bool {
    guard !wraps else { return false }
    column = max(column + columns, 0)
    clamp(in: areas)
    return true
  }

  /// Requests the complete layout of a long text once; nil while it is pending or current.
  mutating func takeRendering() -> ReaderRendering? {
    guard rendering == nil, let message, let laidOut, laidOut.isBeginning || isStale else {
      return nil
    }
    rendering = ReaderRendering(message: message, form: laidOut.form)
    return rendering
  }

  /// Handles a layout, unless it is no longer requested.
  mutating func receive(
    _ content: ReaderContent, of rendering: ReaderRendering, in areas: ScreenAreas
  ) {
    guard rendering == self.rendering else { return }
    self.rendering = nil
    guard laidOut?.form == content.form, message?.hasText(of: rendering.message) == true else {
      return
    }
    isStale = rendering.message != message
    show(content)
    if let awaitedLine { position.line = awaitedLine }
    awaitedLine = nil
    clamp(in: areas)
  }

  /// Shows the first or next image of the message, or hides the last one.
  ///
  /// - Returns: The text of the status line; nil while no message is loaded.
  mutating func showPicture(
    in areas: ScreenAreas, _ environment: ScreenEnvironment
  ) -> StatusText? {
    guard let message else { return nil }
    guard environment.preferences.pictures != .never else { return .picturesOff }
    guard !pictures.all.isEmpty else { return .noImage }
    let room = ReaderPictures.Room(areas, in: environment)
    pictures.update(for: message, in: room)
    return pictures.chooseNext()?.status(in: room) ?? .pictureHidden
  }

  /// Updates the picture for message, room and setting.
  mutating func updatePictures(for room: ReaderPictures.Room, in areas: ScreenAreas) {
    pictures.update(for: message, in: room)
    layOut(in: areas)
  }

  /// Handles a picture, to which it scrolls if the user requested it, a graphic, or nil for a failure.
  ///
  /// - Returns: False if it is no longer requested.
  mutating func takePicture(
    _ drawn: DrawnPicture?, of request: PictureRequest, in areas: ScreenAreas
  ) -> Bool {
    guard pictures.take(drawn, of: request) else { return false }
    layOut(in: areas)
    if case .characters = drawn, pictures.isChosen, let rows = laidOut?.pictureRows {
      position.show(rows, height: areas.contentRows, last: lastLine(in: areas))
    }
    return true
  }

  /// Searches the message; repeating a search moves to the next match.
  ///
  /// - Returns: The text of the status line.
  mutating func search(for text: String, in areas: ScreenAreas) -> StatusText? {
    guard let content = content(in: areas) else { return nil }
    if text == search?.text, search?.current != nil { return step(by: 1, in: areas) }
    var search = ReaderSearch(text, in: content)
    search.begin(at: scroll)
    self.search = search
    return showMatch(of: search, didWrap: false, in: areas)
  }

  /// Moves to the next or previous match.
  ///
  /// - Parameters:
  ///   - step: The number of matches to move by; positive is downward.
  ///   - last: The last searched text, used if the message has no search of its own.
  ///   - areas: The areas of the screen.
  /// - Returns: The text of the status line.
  mutating func step(by step: Int, of last: String? = nil, in areas: ScreenAreas) -> StatusText? {
    if search == nil, let last {
      let first = search(for: last, in: areas)
      if step > 0 || search?.current == nil { return first }
    }
    guard var search else { return .noPreviousSearch }
    let didWrap = search.step(by: step)
    self.search = search
    return showMatch(of: search, didWrap: didWrap, in: areas)
  }

  /// Scrolls to the current match unless it is visible, and returns its status text.
  private mutating func showMatch(
    of search: ReaderSearch, didWrap: Bool, in areas: ScreenAreas
  ) -> StatusText {
    guard let current = search.current else { return .noMatch(search.text) }
    position.show(
      search.matches[current].row, rows: areas.contentRows, last: lastLine(in: areas))
    let tally = MatchTally(rank: current + 1, total: search.count)
    return .match(tally, didWrap: didWrap)
  }

  /// The step of horizontal scrolling, in columns.
  private static let sidestep = 8

  /// Performs a command that changes how the message is shown.
  mutating func perform(_ command: Command.Viewing, in context: PartContext) -> Reply {
    let areas = context.areas
    switch command {
    case .toggleWrap:
      (wraps, column) = (!wraps, 0)
      layOut(in: areas)
      return Reply(status: .wrapping(wraps))
    case .toggleRaw:
      guard message?.format == .markdown else { return Reply(status: .notMarkdown) }
      isRaw.toggle()
      layOut(in: areas)
      return Reply(status: .markdown(isRaw: isRaw))
    case .toggleFields: return Self.reply(toFields: toggleFields(in: areas))
    case .showPicture: return Reply(status: showPicture(in: areas, context.environment))
    case .scrollRight:
      guard !scroll(columns: Self.sidestep, in: areas) else { return Reply() }
      return Reply(status: .linesWrapped(key: context.screenKey(of: .viewing(.toggleWrap))))
    case .scrollLeft:
      return scroll(columns: -Self.sidestep, in: areas) ? Reply() : Reply(messages: [.leave])
    }
  }

  /// The reply after further fields were unfolded or folded; nil means that there are none.
  static func reply(toFields isOpen: Bool?) -> Reply {
    Reply(status: isOpen.map { .fields(isOpen: $0) } ?? .noFields)
  }
}

extension Message {
  /// Whether body and format equal those of another message.
  fileprivate func hasText(of other: Message?) -> Bool {
    body == other?.body && format == other?.format
  }
}

extension ReaderState: ScreenPart {
  /// Requests the layout of a long message.
  static func follow(_ event: Event, in state: inout UIState) {
    state.effects += state.reader?.takeRendering().map { [$0.effect] } ?? []
  }

  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    guard state.screen == .reader, let reader = state.reader else { return [] }
    return reader.visibleTimes(in: state.areas).map { RelativeTime.nextChange(from: $0, now: now) }
  }
}
