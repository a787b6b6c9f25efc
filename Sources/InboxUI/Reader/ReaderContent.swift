import Foundation
import InboxCore
import InboxText

/// The form in which the reader shows messages.
struct ReaderForm: Sendable, Hashable {
  /// Columns of the screen.
  var columns: Int
  /// Most columns of a text.
  var textColumns = 100
  /// Whether long lines are broken; else they are scrolled sideways.
  var wraps = true
  /// Whether Markdown is shown as it was written.
  var isRaw = false
  /// Whether the sender's own fields and all earlier occurrences are open.
  var showsFields = false
  /// The picture of an image.
  var picture: CharacterPicture.Shown?
}

/// A message laid out for one form: all lines of the reader.
///
/// It is made once for a message and a form; a frame takes the visible lines from it.
package struct ReaderContent: Sendable, Hashable {
  /// The form of the layout.
  let form: ReaderForm
  /// The lines, top first.
  let rows: [ReaderRow]
  /// The links that have a number, the first of which is 1.
  let links: [String]
  /// Columns of the longest line.
  let widest: Int
  /// Whether the end of a long text is missing.
  let isBeginning: Bool

  /// Lays a message out over a width.
  init(of message: Message, columns: Int) {
    self.init(of: message, as: ReaderForm(columns: columns))
  }

  /// Lays a message out.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - form: The form.
  ///   - limit: Most bytes of its text; nil lays all of it out.
  init(of message: Message, as form: ReaderForm, upTo limit: Int? = nil) {
    self.form = form
    var message = message
    let head = limit.flatMap { message.body?.lines(upToBytes: $0) }
    isBeginning = head != nil
    message.body = head ?? message.body
    var layout = ReaderLayout(form)
    layout.write(message)
    (rows, links) = (layout.rows, layout.numbers.links)
    widest = form.wraps ? form.columns : rows.reduce(0) { max($0, $1.columns) }
  }
}

/// A layout that takes longer than a key should wait, and is made beside the loop.
package struct ReaderRendering: Sendable, Hashable {
  /// The message.
  let message: Message
  /// The form.
  let form: ReaderForm

  /// Bytes of a text that are laid out before the next key.
  static let mostAtOnce = 16 * 1_024

  /// Lays the whole message out.
  package var content: ReaderContent { ReaderContent(of: message, as: form) }
}

extension String {
  /// The whole lines that fit into so many bytes; nil when the text is no longer.
  func lines(upToBytes limit: Int) -> String? {
    guard utf8.count > limit else { return nil }
    let head = utf8.prefix(limit)
    let end = head.lastIndex(of: 0x0A) ?? head.endIndex
    return String(decoding: utf8[..<end], as: UTF8.self)
  }
}

/// A line of the reader.
enum ReaderRow: Sendable, Hashable {
  /// A line that never changes.
  case line(Line)
  /// A line with a time, whose text changes with the clock.
  case moment(ReaderMoment)
  /// The line below the choices of a question.
  case hint(AnswerHint)
  /// A line of a picture, which no search finds.
  case picture(Line)

  /// Columns of a line that never changes; others fit any screen.
  var columns: Int {
    if case .line(let line) = self { line.spans.columns } else { 0 }
  }
}

extension ReaderContent {
  /// The rows of the picture; nil where there is none.
  var pictureRows: Range<Int>? {
    let isPicture = { (row: ReaderRow) in if case .picture = row { true } else { false } }
    guard let first = rows.firstIndex(where: isPicture) else { return nil }
    return first..<(first + rows[first...].prefix(while: isPicture).count)
  }
}

/// A time in the reader, formatted when it is drawn.
struct ReaderMoment: Sendable, Hashable {
  /// Name of the field, or what stands before the time; empty on continuation lines.
  var label: String
  /// Name of the field once the time has passed.
  var pastLabel: String
  /// Whether the label is no name of a field, but a text before the time.
  var isByline = false
  /// The time.
  var date: Date
  /// What stands behind the time, with a blank before it; empty for nothing.
  var note = ""
  /// Index of the line within the wrapped time.
  var part: Int
  /// Columns of a line.
  var width: Int

  /// A time as wide as every other.
  private static let sample = "Sat 2026-11-21 05:16"
  /// Columns of the longest relative time in its parentheses.
  private static let relativeColumns = " (9999 y ago)".utf8.count

  /// Whether there is room for the relative time.
  var hasRelative: Bool {
    width >= Self.sample.utf8.count + Self.relativeColumns + note.columns
  }

  /// The lines of a field with a time; their count depends on the width only.
  static func lines(
    label: String, past: String? = nil, date: Date, note: String = "", width: Int
  ) -> [ReaderMoment] {
    let count = max(TextLayout.wrap(sample + note, width: width, lines: 20).count, 1)
    return (0..<count).map { part in
      let (name, past) = part == 0 ? (label, past ?? label) : ("", "")
      return ReaderMoment(
        label: name, pastLabel: past, date: date, note: note, part: part, width: width)
    }
  }

  /// The line of a time behind a text; nil where there is no room for both.
  static func byline(_ text: String, date: Date, width: Int) -> ReaderMoment? {
    let left = width - text.columns
    guard left >= sample.utf8.count else { return nil }
    return ReaderMoment(
      label: text, pastLabel: text, isByline: true, date: date, part: 0, width: left)
  }

  /// The name of the field at a moment.
  func label(at now: Date) -> String { date > now ? label : pastLabel }

  /// The text of this line at a moment.
  func text(at now: Date, in zone: TimeZone) -> String {
    let absolute = AbsoluteTime.text(date, in: zone)
    guard !hasRelative else {
      return "\(absolute) (\(RelativeTime.phrase(from: date, to: now)))\(note)"
    }
    let lines = TextLayout.wrap(absolute + note, width: width, lines: 20)
    return lines.indices.contains(part) ? lines[part] : ""
  }
}

/// The hint below a question: the key that answers, or that it is closed.
struct AnswerHint: Sendable, Hashable {
  /// Whether the question is closed, whatever the time.
  let isOver: Bool
  /// Whether a text answers it.
  let takesReply: Bool
  /// The time at which the question closes.
  let expiresAt: Date?

  init(of message: Message) {
    isOver = message.status == .deleted
    takesReply = message.takesReply
    expiresAt = message.expiresAt
  }

  /// The text at a moment, with the bound key.
  func text(at now: Date, _ keymap: Keymap) -> String {
    if isOver || expiresAt.map({ $0 <= now }) ?? false { return "Not answered" }
    let key = keymap.names(of: .acting(.actions), in: .reader).first
    let end = takesReply ? "to reply" : "to answer"
    return key.map { "Press \($0) \(end)" } ?? "Type :\(Command.Acting.actions.rawValue) \(end)"
  }
}
