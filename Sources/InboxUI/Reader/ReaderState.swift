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
  /// Columns that are scrolled out at the left, where long lines are not broken.
  private(set) var column = 0
  /// Whether long lines are broken.
  private var wraps = true
  /// Whether Markdown is shown as it was written.
  private(set) var isRaw = false
  /// Whether the sender's own fields and all earlier occurrences are open.
  private(set) var showsFields = false
  /// The layout that is being made beside the loop.
  private var rendering: ReaderRendering?
  /// Whether the lines are of the message before a change of something else than its text.
  private var isStale = false
  /// The line to go to once the lines of a long text are all there.
  private var awaitedLine: Int?
  private var position = ScrollPosition()
  /// The images of the message, and the picture of one.
  private var pictures = ReaderPictures()
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

  /// Makes a reader that has read nothing yet, in which the sender's own fields are open or not.
  init(number: MessageNumber, opening showsFields: Bool) {
    self.number = number
    self.showsFields = showsFields
  }

  /// Makes a reader in the place of another, whose search goes on.
  init(number: MessageNumber, replacing earlier: ReaderState?) {
    self.number = number
    search = earlier?.search?.withoutCurrent
    wraps = earlier?.wraps ?? true
    isRaw = earlier?.isRaw ?? false
    showsFields = earlier?.showsFields ?? false
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
      pictures.take(message)
      // A long text is not laid out again before its new lines are there: it would jump.
      isStale = laidOut?.isBeginning == false && isLong && message.hasText(of: self.message)
      if !isStale { laidOut = nil }
    }
    self.message = message
    layOut(in: areas)
  }

  /// Scrolls by a motion.
  mutating func move(_ motion: Command.Motion, in areas: ScreenAreas) {
    // Its end is that of the lines that are not there yet.
    awaitedLine = motion == .bottom && laidOut?.isBeginning == true ? Int.max : nil
    position.move(motion, page: areas.page, last: lastLine(in: areas))
  }

  /// Scrolls by lines, upward when negative.
  mutating func scroll(_ lines: Int, in areas: ScreenAreas) {
    awaitedLine = nil
    position.scroll(lines, last: lastLine(in: areas))
  }

  /// The links that have a number, the first of which is 1.
  var links: [String] { laidOut?.links ?? [] }

  /// Whether there are links beside those of the tap and the actions.
  var hasLinks: Bool {
    let known = Set((message?.actions.compactMap(\.url) ?? []) + [message?.tap.url ?? ""])
    return links.contains { !known.contains($0) }
  }

  /// The lines of the message on a screen; nil until it was read.
  func content(in areas: ScreenAreas) -> ReaderContent? {
    let form = form(in: areas)
    if let laidOut, laidOut.form == form { return laidOut }
    return message.map { ReaderContent(of: $0, as: form, upTo: ReaderRendering.mostAtOnce) }
  }

  /// Breaks the message into lines that fit the screen, and stays within them.
  mutating func layOut(in areas: ScreenAreas) {
    if laidOut?.form != form(in: areas) {
      show(content(in: areas))
      if laidOut?.isBeginning == true, position.line > 0 {
        awaitedLine = awaitedLine ?? position.line
      }
    }
    clamp(in: areas)
  }

  /// Whether the text is laid out beside the loop.
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
      showsFields: showsFields, picture: pictures.shown)
  }

  /// The last line that can be on top: the text fills the content as long as it can.
  private func lastLine(in areas: ScreenAreas) -> Int {
    let lines = content(in: areas)?.rows.count ?? 0
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
    guard let content = content(in: areas) else { return [] }
    return content.rows.dropFirst(scroll).prefix(areas.contentRows).compactMap { row in
      guard case .moment(let moment) = row, moment.hasRelative else { return nil }
      return moment
    }
  }
}

extension ReaderState {
  /// Breaks long lines, or no longer; returns whether they are broken now.
  mutating func toggleWrap(in areas: ScreenAreas) -> Bool {
    wraps.toggle()
    column = 0
    layOut(in: areas)
    return wraps
  }

  /// Shows Markdown as it was written, or no longer; returns whether it is.
  mutating func toggleRaw(in areas: ScreenAreas) -> Bool {
    isRaw.toggle()
    layOut(in: areas)
    return isRaw
  }

  /// Opens the sender's own fields and all earlier occurrences, or folds them; nil without any.
  mutating func toggleFields(in areas: ScreenAreas) -> Bool? {
    guard showsFields || message?.hasFurtherFields == true else { return nil }
    showsFields.toggle()
    layOut(in: areas)
    return showsFields
  }

  /// Scrolls sideways by columns; false at the left edge of lines that are broken.
  mutating func scroll(columns: Int, in areas: ScreenAreas) -> Bool {
    guard !wraps else { return false }
    column = max(column + columns, 0)
    clamp(in: areas)
    return true
  }

  /// The layout of the whole of a long text, once; nil while it is being made or is there.
  mutating func takeRendering() -> ReaderRendering? {
    guard rendering == nil, let message, let laidOut, laidOut.isBeginning || isStale else {
      return nil
    }
    rendering = ReaderRendering(message: message, form: laidOut.form)
    return rendering
  }

  /// Takes a layout in unless another one is wanted by now.
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
    if let awaitedLine { position.go(to: awaitedLine) }
    awaitedLine = nil
    clamp(in: areas)
  }
}

extension ReaderState {
  /// Whether the message has an image.
  var hasImages: Bool { !pictures.all.isEmpty }

  /// Whether a picture is shown.
  var showsPicture: Bool { pictures.shown != nil }

  /// Whether it is that of the last image.
  var showsLastPicture: Bool { pictures.isLastShown }

  /// Whether a person has asked for the picture.
  var isPictureChosen: Bool { pictures.isChosen }

  /// The request for a picture that has no answer yet.
  var awaitedPicture: PictureRequest? { pictures.awaited }

  /// The graphic of the picture that is shown, and the cells of that picture.
  var shownGraphic: (graphic: PictureGraphic, size: Size)? { pictures.shownGraphic }

  /// Takes the graphic of the picture in; false when another one is awaited by now.
  @discardableResult
  mutating func receive(_ graphic: PictureGraphic?, for request: PictureRequest) -> Bool {
    pictures.receive(graphic, for: request)
  }

  /// Goes on to the next image, and after the last one to none.
  mutating func chooseNextPicture(in room: ReaderPictures.Room) -> MessageImage? {
    guard let message else { return nil }
    pictures.update(for: message, in: room)
    return pictures.chooseNext()
  }

  /// Fits the picture to message, room and setting.
  mutating func updatePictures(for room: ReaderPictures.Room, in areas: ScreenAreas) {
    pictures.update(for: message, in: room)
    layOut(in: areas)
  }

  /// Takes a picture in, and into sight where a person has asked for it; false when another one is
  /// awaited by now.
  mutating func receive(
    _ picture: CharacterPicture, for request: PictureRequest, in areas: ScreenAreas
  ) -> Bool {
    guard pictures.receive(picture, for: request) else { return false }
    layOut(in: areas)
    if pictures.isChosen, let rows = laidOut?.pictureRows {
      position.show(rows, height: areas.contentRows, last: lastLine(in: areas))
    }
    return true
  }

  /// Ends the wait for a picture; false when another one is awaited by now.
  mutating func failPicture(_ request: PictureRequest, in areas: ScreenAreas) -> Bool {
    guard pictures.fail(request) else { return false }
    layOut(in: areas)
    return true
  }
}

extension ReaderState {
  /// Searches the message; the same search again goes on to the next match.
  ///
  /// - Returns: What the status line shows.
  mutating func search(for text: String, in areas: ScreenAreas) -> StatusText? {
    guard let content = content(in: areas) else { return nil }
    if text == search?.text, search?.current != nil { return step(by: 1, in: areas) }
    var search = ReaderSearch(text, in: content)
    search.begin(at: scroll)
    self.search = search
    return showMatch(of: search, didWrap: false, in: areas)
  }

  /// Goes to the next or previous match.
  ///
  /// - Parameters:
  ///   - step: Which one, from the present one; downward when positive.
  ///   - last: What was searched for last, which goes on in a message without a search of its own.
  ///   - areas: The room of the screen.
  /// - Returns: What the status line shows.
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

  /// Scrolls to the present match unless it is in sight, and says which one it is.
  private mutating func showMatch(
    of search: ReaderSearch, didWrap: Bool, in areas: ScreenAreas
  ) -> StatusText {
    guard let current = search.current else { return .noMatch(search.text, problem: nil) }
    position.show(
      search.matches[current].row, rows: areas.contentRows, last: lastLine(in: areas))
    let tally = MatchTally(rank: current + 1, total: search.count)
    return .match(tally, didWrap: didWrap)
  }
}

extension Message {
  /// Whether it has the same text as another, in the same format.
  fileprivate func hasText(of other: Message?) -> Bool {
    body == other?.body && format == other?.format
  }
}
