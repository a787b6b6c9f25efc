import InboxText
import Foundation
import InboxCore

/// A message laid out for one width: all lines that the reader can show.
///
/// It is made once for a message and a width; a frame only takes the lines in sight out of it.
struct ReaderContent: Sendable, Hashable {
  /// Columns that it was laid out for.
  let columns: Int
  /// Its lines, top first.
  let rows: [ReaderRow]

  /// Lays a message out.
  init(of message: Message, columns: Int) {
    self.columns = columns
    var layout = ReaderLayout(columns: columns)
    layout.write(message)
    rows = layout.rows
  }
}

/// A line of the reader.
enum ReaderRow: Sendable, Hashable {
  /// A line that stays as it is.
  case line(Line)
  /// A line that tells a time, which reads differently as time goes by.
  case moment(ReaderMoment)
  /// The line below the choices of a question.
  case hint(AnswerHint)
}

/// A time in the reader, put into words when it is drawn.
struct ReaderMoment: Sendable, Hashable {
  /// Name of the field; empty on the lines after its first one.
  var label: String
  /// Its name once the time has passed.
  var pastLabel: String
  /// The time.
  var date: Date
  /// Which of the lines that the words take.
  var part: Int
  /// Columns of a line.
  var width: Int

  /// What every time takes as many columns as.
  private static let sample = "Sat 2026-11-21 05:16"
  /// The longest words for how long ago it is, with what stands around them.
  private static let relativeColumns = " (in 9999y)".utf8.count

  /// Whether there is room to say how long ago it is.
  var hasRelative: Bool { width >= Self.sample.utf8.count + Self.relativeColumns }

  /// The lines of a field that tells a time; as many whatever the time.
  static func lines(
    label: String, past: String? = nil, date: Date, width: Int
  ) -> [ReaderMoment] {
    let count = max(TextLayout.wrap(sample, width: width, lines: 20).count, 1)
    return (0..<count).map { part in
      let (name, past) = part == 0 ? (label, past ?? label) : ("", "")
      return ReaderMoment(label: name, pastLabel: past, date: date, part: part, width: width)
    }
  }

  /// The name of the field as it reads at a moment.
  func label(at now: Date) -> String { date > now ? label : pastLabel }

  /// The words of this line.
  func text(at now: Date, in zone: TimeZone) -> String {
    let absolute = AbsoluteTime.text(date, in: zone)
    guard !hasRelative else {
      return "\(absolute) (\(RelativeTime.text(from: date, to: now)))"
    }
    let lines = TextLayout.wrap(absolute, width: width, lines: 20)
    return lines.indices.contains(part) ? lines[part] : ""
  }
}

/// What the reader says below a question: the key that answers, or that it is too late.
struct AnswerHint: Sendable, Hashable {
  /// Whether nobody waits, whatever the time.
  let isOver: Bool
  /// When the question's time is up.
  let expiresAt: Date?

  init(of message: Message) {
    isOver = message.status == .deleted
    expiresAt = message.expiresAt
  }

  /// The words of the line, by the keys that the person has.
  func text(at now: Date, _ keymap: Keymap) -> String {
    if isOver || expiresAt.map({ $0 <= now }) ?? false { return "Not answered." }
    let key = keymap.names(of: .acting(.actions), in: .reader).first
    return "\(key ?? ":\(Command.Acting.actions.rawValue)") answers"
  }
}
