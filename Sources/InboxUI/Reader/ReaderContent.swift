package import Foundation
package import InboxCore
import InboxText

/// The layout parameters of the reader.
struct ReaderForm: Sendable, Hashable {
  /// The width of the screen in columns.
  var columns: Int
  /// Maximum columns of a text.
  var textColumns = 100
  /// Whether long lines are wrapped; otherwise they are scrolled sideways.
  var wraps = true
  /// Whether Markdown is shown as raw text.
  var isRaw = false
  /// Whether further fields and all earlier occurrences are unfolded.
  var showsFields = false
  /// The picture to show.
  var picture: CharacterPicture.Shown?
  /// The messages before it in its thread that are shown below it, newest first.
  var earlier: [Message] = []
  /// How the terminal draws text.
  var measure = TextMeasure.current
}

/// A laid-out message: all lines of the reader.
///
/// It is cached for a message and a form; a frame takes the visible lines from it.
package struct ReaderContent: Sendable, Hashable {
  /// The parameters of the layout.
  let form: ReaderForm
  /// The lines, top first.
  let rows: [ReaderRow]
  /// The numbered links; the first has the number 1.
  let links: [String]
  /// The columns of the longest line.
  let widest: Int
  /// Whether a long text is laid out only in part, from its start.
  let isBeginning: Bool

  /// Lays out a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - form: The layout parameters.
  ///   - limit: Maximum bytes of its text; nil for all of it.
  init(of message: Message, as form: ReaderForm, upTo limit: Int? = nil) {
    self.form = form
    var message = message
    let head = limit.flatMap { message.body?.lines(upToBytes: $0) }
    isBeginning = head != nil
    message.body = head ?? message.body
    var layout = ReaderLayout(form)
    layout.write(message)
    for message in form.earlier { layout.write(earlierInThread: message) }
    (rows, links) = (layout.rows, layout.numbers.links)
    widest = form.wraps ? form.columns : rows.reduce(0) { max($0, $1.columns) }
  }
}

/// A request to lay out a long message outside of the event loop.
package struct ReaderRendering: Sendable, Hashable {
  /// The message.
  let message: Message
  /// The layout parameters.
  let form: ReaderForm

  /// Maximum bytes of a text that are laid out in the event loop.
  static let mostAtOnce = 16 * 1_024

  /// Lays out the whole message.
  package var content: ReaderContent {
    TextMeasure.$current.withValue(form.measure) { ReaderContent(of: message, as: form) }
  }
}

extension String {
  /// The leading whole lines within a number of bytes; nil if the text is not longer.
  func lines(upToBytes limit: Int) -> String? {
    guard utf8.count > limit else { return nil }
    let head = utf8.prefix(limit)
    let end = head.lastIndex(of: 0x0A) ?? head.endIndex
    return String(decoding: utf8[..<end], as: UTF8.self)
  }
}

/// A line of the reader.
enum ReaderRow: Sendable, Hashable {
  /// A static line.
  case line(Line)
  /// A line with a time, whose text changes with the clock.
  case moment(ReaderMoment)
  /// A line about the occurrences, which changes with the clock.
  case occurrence(OccurrenceLine)
  /// The line below the choices of a question.
  case hint(AnswerHint)
  /// The keys for link and actions, where they do not fit behind source and time.
  case keys(ReaderKeys)
  /// A line of a picture, which is not searched.
  case picture(Line)

  /// The columns of a static line; 0 for others, which fit any screen.
  var columns: Int {
    if case .line(let line) = self { line.spans.columns } else { 0 }
  }
}

extension ReaderContent {
  /// Lays out a message with all fields unfolded.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - columns: The width of the terminal in columns.
  ///   - textColumns: Maximum columns of its text.
  package init(of message: Message, columns: Int, textColumns: Int) {
    self.init(
      of: message, as: ReaderForm(columns: columns, textColumns: textColumns, showsFields: true))
  }

  /// All lines at a time.
  ///
  /// - Parameters:
  ///   - now: The time that ages are relative to.
  ///   - zone: The time zone of the times.
  ///   - hint: The hint for answering an open question.
  /// - Returns: The lines, top first.
  package func lines(at now: Date, in zone: TimeZone, answeringBy hint: String) -> [Line] {
    let margin = ReaderLayout(form).margin
    return rows.map { row in
      guard case .hint(let answer) = row else {
        return ReaderScreen.line(of: row, in: self, .default, .reader, at: now, in: zone)
      }
      let text = String.blanks(margin) + (answer.isOver(at: now) ? QuestionText.unanswered : hint)
      return Line([Span(text, roles: ReaderLayout.base.union(RoleSet(.readerField)))])
    }
  }

  /// The rows of the picture; nil if there is none.
  var pictureRows: Range<Int>? {
    let isPicture = { (row: ReaderRow) in if case .picture = row { true } else { false } }
    guard let first = rows.firstIndex(where: isPicture) else { return nil }
    return first..<(first + rows[first...].prefix(while: isPicture).count)
  }
}

/// A time in the reader, formatted when it is drawn.
struct ReaderMoment: Sendable, Hashable {
  /// The name of the field, or the text before the time; empty on continuation lines.
  var label: String
  /// The name of the field after the time has passed.
  var pastLabel: String
  /// Whether the label is a text before the time rather than the name of a field.
  var isByline = false
  /// The keys behind the time.
  var keys: ReaderKeys?
  /// The time.
  var date: Date
  /// Index of the line within the wrapped time.
  var part: Int
  /// The width of the line in columns.
  var width: Int

  /// A sample time; all are equally wide.
  private static let sample = "Sat 2026-11-21 05:16"
  /// The columns of the longest relative time in parentheses.
  private static let relativeColumns = " (9999 y ago)".utf8.count

  /// Whether there is room for the relative time.
  var hasRelative: Bool {
    width >= Self.sample.utf8.count + Self.relativeColumns
  }

  /// The lines of a field with a time; their count depends on the width only.
  static func lines(
    label: String, past: String? = nil, date: Date, width: Int
  ) -> [ReaderMoment] {
    let count = max(TextLayout.wrap(sample, width: width, lines: 20).count, 1)
    return (0..<count).map { part in
      let (name, past) = part == 0 ? (label, past ?? label) : ("", "")
      return ReaderMoment(
        label: name, pastLabel: past, date: date, part: part, width: width)
    }
  }

  /// The line of a text followed by a time; nil if there is no room for both.
  static func byline(_ text: String, date: Date, width: Int) -> ReaderMoment? {
    let left = width - text.columns
    guard left >= sample.utf8.count else { return nil }
    return ReaderMoment(
      label: text, pastLabel: text, isByline: true, date: date, part: 0, width: left)
  }

  /// Whether there is room for keys behind the longest time.
  func hasRoom(for keys: ReaderKeys) -> Bool {
    let time = Self.sample.utf8.count + Self.relativeColumns
    return width >= time + Self.gap + keys.columns
  }

  /// Blank columns before the keys.
  static let gap = 3

  /// The name of the field at a time.
  func label(at now: Date) -> String { date > now ? label : pastLabel }

  /// The text of this line at a time.
  func text(at now: Date, in zone: TimeZone) -> String {
    let absolute = AbsoluteTime.text(date, in: zone)
    guard !hasRelative else { return "\(absolute) (\(RelativeTime.phrase(from: date, to: now)))" }
    let lines = TextLayout.wrap(absolute, width: width, lines: 20)
    return lines.indices.contains(part) ? lines[part] : ""
  }
}

/// The hint below a question: the key that answers it, or that it is closed.
struct AnswerHint: Sendable, Hashable {
  /// Whether the question is closed regardless of the time.
  private let isDeleted: Bool
  /// Whether it is answered by a text.
  let takesReply: Bool
  /// The time at which the question closes.
  let expiresAt: Date?

  init(of message: Message) {
    isDeleted = message.status == .deleted
    takesReply = message.takesReply
    expiresAt = message.expiresAt
  }

  /// Whether nobody can answer any more.
  func isOver(at now: Date) -> Bool { isDeleted || expiresAt.map { $0 <= now } ?? false }

  /// The text at a time, with the bound key.
  func text(at now: Date, _ keymap: Keymap, in context: InputContext?) -> String {
    if isOver(at: now) { return QuestionText.unanswered }
    guard let context else { return "Not answered yet" }
    let key = keymap.names(of: .acting(.actions), in: context).first
    let end = takesReply ? "to reply" : "to answer"
    return key.map { "Press \($0) \(end)" } ?? "Type :\(Command.acting(.actions).name) \(end)"
  }
}
