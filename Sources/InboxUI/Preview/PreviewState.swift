import Foundation
import InboxCore
import InboxText

/// The state of the preview of the selected message.
///
/// It never slows the cursor: reads are debounced, so that the cursor is painted first, and keys in
/// quick succession cause one read.
struct PreviewState: Sendable {
  /// Debounce delay between a move of the cursor and the read, in seconds.
  static let delay = 0.02
  /// Maximum rows of a picture in the preview.
  static let mostPictureRows = 12

  /// The placement chosen in this session; nil for the setting.
  var choice: PreviewChoice?
  /// The fractions of the content area that keys or mouse have chosen.
  var fractions: [PreviewSide: Double] = [:]
  /// The shown message, laid out as in the reader; nil until one is loaded.
  var reader: ReaderState?
  /// Whether further fields are unfolded, in the preview and in a reader opened from the list.
  private(set) var showsFields = false
  /// The last request.
  private var asked: FetchPreview?
  /// Whether the shown message is outdated.
  private var isOutdated = false
  /// When the selected message is due to be read; nil if no read is due.
  private(set) var readAt: Date?
  /// The viewed message, and when it is to be marked read; no time once that is done.
  private var stay: (number: MessageNumber, end: Date?)?

  /// Keeps the message while another screen covers the list.
  private mutating func cover() {
    readAt = nil
    stay?.end = nil
  }

  /// Sets what to show; with nil the preview is empty.
  private mutating func want(_ request: FetchPreview?, at now: Date) {
    guard let request else {
      (reader, asked, readAt) = (nil, nil, nil)
      return
    }
    guard request != asked || isOutdated else {
      readAt = nil
      return
    }
    // The first read is not debounced, as it belongs to the first frame.
    guard asked != nil else {
      readAt = readAt ?? now
      return
    }
    // A time further in the future was set before the clock was set back.
    let isDue = readAt.map { $0 <= now.addingTimeInterval(Self.delay) } ?? false
    if !isDue { readAt = now.addingTimeInterval(Self.delay) }
  }

  /// Invalidates changed messages; any of them may be of the shown thread.
  mutating func invalidate(_ numbers: some Sequence<MessageNumber>) {
    if let asked, asked.thread != nil || numbers.contains(asked.number) { isOutdated = true }
  }

  /// Invalidates the shown message.
  mutating func invalidate() {
    isOutdated = asked != nil
  }

  /// Returns the request if it is due, else nil, and records it.
  private mutating func takeDue(_ request: FetchPreview?, at now: Date) -> FetchPreview? {
    guard let request, let readAt, readAt <= now else { return nil }
    (asked, isOutdated) = (request, false)
    self.readAt = nil
    return request
  }

  /// Handles the loaded messages; none if the selected one no longer exists.
  mutating func receive(_ messages: [Message], for request: FetchPreview, in areas: ScreenAreas) {
    guard request == asked else { return }
    guard let message = messages.first, message.number == request.number else {
      reader = nil
      return
    }
    var next = reader?.number == request.number ? reader : nil
    if next == nil { next = ReaderState(number: request.number, opening: showsFields) }
    next?.receive(message.abridged, after: messages.dropFirst().map(\.abridged), in: areas)
    reader = next
  }

  /// Unfolds or folds further fields as in the reader.
  ///
  /// - Parameters:
  ///   - shows: Whether they are unfolded.
  ///   - areas: The areas of the preview; nil where none is shown.
  mutating func showFields(_ shows: Bool, in areas: ScreenAreas?) {
    showsFields = shows
    guard let areas else {
      // It is read again for the next preview.
      (reader, asked) = (nil, nil)
      return
    }
    if reader?.showsFields == !shows { _ = reader?.toggleFields(in: areas) }
  }

  // MARK: - Commands

  /// The split between list and preview, by the present choice or another; nil without a preview.
  func split(by choice: PreviewChoice? = nil, in environment: ScreenEnvironment) -> PreviewSplit? {
    PreviewSplit(
      of: environment.size, in: environment.listAreas,
      by: choice ?? self.choice ?? environment.preferences.preview, fractions)
  }

  /// Performs a command that places, resizes or scrolls the preview.
  mutating func perform(_ command: Command.Previewing, in context: PartContext) -> Reply {
    let environment = context.environment
    if command == .preview { return showNextChoice(in: environment) }
    guard let split = split(in: environment) else {
      return Reply(status: .previewOff(key: context.key(of: .previewing(.preview))))
    }
    switch command {
    case .preview: return Reply()
    case .previewLarger, .previewSmaller:
      let steps = command == .previewLarger ? 1 : -1
      let fraction = split.fraction(steps: steps)
      return Reply(changesLayout: resize(to: fraction, in: environment))
    case .previewDown: return scroll(.moveDown, in: split)
    case .previewUp: return scroll(.moveUp, in: split)
    case .previewPageDown: return scroll(.pageDown, in: split)
    case .previewPageUp: return scroll(.pageUp, in: split)
    }
  }

  /// Unfolds or folds further fields in the preview.
  mutating func toggleFields(in context: PartContext) -> Reply {
    guard let split = split(in: context.environment) else {
      return Reply(status: .previewOff(key: context.key(of: .previewing(.preview))))
    }
    let shows = reader?.toggleFields(in: split.preview)
    if let shows { showsFields = shows }
    return ReaderState.reply(toFields: shows)
  }

  /// Resizes the preview; false if that changes nothing.
  mutating func resize(to fraction: Double?, in environment: ScreenEnvironment) -> Bool {
    guard let split = split(in: environment), let fraction else { return false }
    fractions[split.side] = fraction
    return true
  }

  /// Switches to the next placement that differs on this screen.
  private mutating func showNextChoice(in environment: ScreenEnvironment) -> Reply {
    let present = choice ?? environment.preferences.preview
    let shown = split(in: environment)
    let next = present.others.first { split(by: $0, in: environment) != shown }
    guard let next else { return Reply(status: .noPreviewRoom) }
    choice = next
    return Reply(status: .preview(next), changesLayout: true)
  }

  private mutating func scroll(_ motion: Command.Motion, in split: PreviewSplit) -> Reply {
    let before = reader?.scroll
    reader?.move(motion, in: split.preview)
    guard reader?.scroll == before else { return Reply() }
    let isDown = motion == .moveDown || motion == .pageDown
    return Reply(status: .previewAtEnd(isDown ? .forward : .backward))
  }

  /// The times at which the preview next changes by the clock.
  func deadlines(of selected: MessageNumber?, in split: PreviewSplit, at now: Date) -> [Date] {
    let times = reader?.visibleTimes(in: split.preview) ?? []
    return [readAt, readingEnd(of: selected)].compactMap(\.self)
      + times.map { RelativeTime.nextChange(from: $0, now: now) }
  }

  // MARK: - Marking read

  /// Records that the user views a message: a key was pressed while it is selected.
  ///
  /// A message that became selected without a key does not count as viewed until then.
  mutating func look(at number: MessageNumber?, for seconds: Double?, at now: Date) {
    guard let number, let seconds else {
      stay = nil
      return
    }
    if stay?.number != number { stay = (number, now.addingTimeInterval(seconds)) }
  }

  /// When the selected message is to be marked read; nil if it is not.
  func readingEnd(of number: MessageNumber?) -> Date? {
    stay.flatMap { $0.number == number ? $0.end : nil }
  }

  /// Returns true once when a message was viewed for long enough to be marked read.
  mutating func takeSeen(_ number: MessageNumber?, at now: Date) -> Bool {
    guard let end = readingEnd(of: number), end <= now else { return false }
    stay?.end = nil
    return true
  }
}

extension Message {
  /// Maximum scalars of a body in the preview.
  private static let mostPreviewed = 16_000

  /// The message with its body truncated for the preview.
  fileprivate var abridged: Message {
    guard let body, body.unicodeScalars.count > Self.mostPreviewed else { return self }
    var message = self
    message.body = String(body.unicodeScalars.prefix(Self.mostPreviewed)) + "…"
    return message
  }
}

// MARK: - The part

extension PreviewState: ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {
    guard event.isByPerson, state.screen.isList else { return }
    let isSeen = state.split != nil && state.list.targetGroup == nil
    let seen = isSeen ? state.list.selected : nil
    state.preview.look(at: seen, for: state.preferences.previewReadsAfter, at: state.now)
  }

  /// The request follows once it is due.
  static func requestReads(in state: inout UIState) {
    if state.screen.isList {
      state.preview.want(state.split == nil ? nil : state.list.previewRequest, at: state.now)
    } else {
      state.preview.cover()
    }
  }

  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    guard state.screen.isList, let split = state.split else { return [] }
    return state.preview.deadlines(of: state.list.selected, in: split, at: now)
  }

  /// Requests what is due; marks the message read after it was visible long enough.
  static func tick(in state: inout UIState) {
    guard state.screen.isList, state.split != nil else { return }
    let (selected, now) = (state.list.selected, state.now)
    if let due = state.preview.takeDue(state.list.previewRequest, at: now) {
      state.effects.append(due.effect)
    }
    guard state.preview.takeSeen(selected, at: now), let row = state.list.selectedRow,
      state.list.status(of: row) == .unread
    else { return }
    state.effects += state.stack.record(.numbers([row.number]), of: [row], state.partContext)
  }
}
