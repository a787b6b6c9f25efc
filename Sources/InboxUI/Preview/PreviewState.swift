import Foundation
import InboxCore

/// The preview: the message under the cursor, shown beside the list.
///
/// The cursor never waits for it: the message is read a moment after the cursor has come to it,
/// once the cursor itself is painted, and keys in quick succession are followed by one read.
struct PreviewState: Sendable {
  /// Seconds from a move of the cursor to the read of its message.
  static let delay = 0.02

  /// The choice of this session; nil follows the setting.
  var choice: PreviewChoice?
  /// How much room the preview takes.
  var fractions = PreviewFractions()
  /// The message that is shown, laid out as in the reader; nil until one was read.
  private(set) var reader: ReaderState?
  /// The message that was asked for last.
  private var asked: MessageNumber?
  /// Whether the message that is shown has changed since.
  private var isOutdated = false
  /// When the message under the cursor is read; nil while it is shown.
  private(set) var readAt: Date?
  /// The message whose showing marks it read, and when; no moment once that is done.
  private var stay: (number: MessageNumber, end: Date?)?

  /// Notes what is to be shown; without a cursor, or without room, nothing is.
  mutating func want(_ wanted: WantedReads.Preview, at now: Date) {
    switch wanted {
    case .message(let number): want(number, at: now)
    case .covered:
      readAt = nil
      stay?.end = nil
    }
  }

  private mutating func want(_ number: MessageNumber?, at now: Date) {
    guard let number else {
      (reader, asked, readAt) = (nil, nil, nil)
      return
    }
    guard number != asked || isOutdated else {
      readAt = nil
      return
    }
    // The first one waits for no further key: it is part of what an opened screen shows.
    guard asked != nil else {
      readAt = readAt ?? now
      return
    }
    // A moment further ahead is one from before the clock was set.
    let isDue = readAt.map { $0 <= now.addingTimeInterval(Self.delay) } ?? false
    if !isDue { readAt = now.addingTimeInterval(Self.delay) }
  }

  /// Notes that messages have changed; nil stands for any.
  mutating func invalidate(_ numbers: some Sequence<MessageNumber>) {
    if let asked, numbers.contains(asked) { isOutdated = true }
  }

  /// Notes that any message may have changed.
  mutating func invalidate() {
    isOutdated = asked != nil
  }

  /// Takes the message that is due to be read; nil while none is.
  mutating func takeDue(_ number: MessageNumber?, at now: Date) -> MessageNumber? {
    guard let number, let readAt, readAt <= now else { return nil }
    (asked, isOutdated) = (number, false)
    self.readAt = nil
    return number
  }

  /// Takes a message in, or that there is none of that number any more.
  mutating func receive(_ message: Message?, numbered number: MessageNumber, in areas: ScreenAreas)
  {
    guard number == asked else { return }
    guard let message else {
      reader = nil
      return
    }
    var next = reader?.number == number ? reader : nil
    if next == nil { next = ReaderState(number: number, opening: reader?.showsFields ?? false) }
    next?.receive(message.abridged, in: areas)
    reader = next
  }

  /// Scrolls the text by a motion.
  mutating func move(_ motion: Command.Motion, in areas: ScreenAreas) {
    reader?.move(motion, in: areas)
  }

  /// Opens the sender's own fields, or folds them; nil without any.
  mutating func toggleFields(in areas: ScreenAreas) -> Bool? {
    reader?.toggleFields(in: areas)
  }

  /// Scrolls the text by lines.
  mutating func scroll(_ lines: Int, in areas: ScreenAreas) {
    reader?.scroll(lines, in: areas)
  }

  /// Fits the text to other room.
  mutating func layOut(in areas: ScreenAreas) {
    reader?.layOut(in: areas)
  }
}

// MARK: - Marking read

extension PreviewState {
  /// Notes that somebody looks at a message: a key was pressed while the cursor is on it.
  ///
  /// What comes under the cursor by itself is not looked at until then.
  mutating func look(at number: MessageNumber?, for seconds: Double?, at now: Date) {
    guard let number, let seconds else {
      stay = nil
      return
    }
    if stay?.number != number { stay = (number, now.addingTimeInterval(seconds)) }
  }

  /// When the message under the cursor has been looked at for long enough.
  func readingEnd(of number: MessageNumber?) -> Date? {
    stay.flatMap { $0.number == number ? $0.end : nil }
  }

  /// Ends the stay at a message that has been looked at for long enough; whether it has been, and
  /// was not told before.
  mutating func takeSeen(_ number: MessageNumber?, at now: Date) -> Bool {
    guard let end = readingEnd(of: number), end <= now else { return false }
    stay?.end = nil
    return true
  }
}

extension Message {
  /// Most scalars of a body that a preview lays out: with the mark behind them still no long text.
  private static let mostPreviewed = 16_000

  /// The message with as much of its body as a preview shows; the reader has the rest.
  fileprivate var abridged: Message {
    guard let body, body.unicodeScalars.count > Self.mostPreviewed else { return self }
    var message = self
    message.body = String(body.unicodeScalars.prefix(Self.mostPreviewed)) + "…"
    return message
  }
}
