import InboxText
import Foundation
import InboxCore

/// A message laid out for one width: all lines of the reader.
///
/// It is made once for a message and a width; a frame takes the visible lines from it.
struct ReaderContent: Sendable, Hashable {
  /// Width of the layout.
  let columns: Int
  /// The lines, top first.
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
  /// A line that never changes.
  case line(Line)
  /// A line with a time, whose text changes with the clock.
  case moment(ReaderMoment)
  /// The line below the choices of a question.
  case hint(AnswerHint)
}

/// A time in the reader, formatted when it is drawn.
struct ReaderMoment: Sendable, Hashable {
  /// Name of the field; empty on continuation lines.
  var label: String
  /// Name of the field once the time has passed.
  var pastLabel: String
  /// The time.
  var date: Date
  /// Index of the line within the wrapped time.
  var part: Int
  /// Columns of a line.
  var width: Int

  /// A time as wide as every other.
  private static let sample = "Sat 2026-11-21 05:16"
  /// Columns of the longest relative time in its parentheses.
  private static let relativeColumns = " (9999 y ago)".utf8.count

  /// Whether there is room for the relative time.
  var hasRelative: Bool { width >= Self.sample.utf8.count + Self.relativeColumns }

  /// The lines of a field with a time; their count depends on the width only.
  static func lines(
    label: String, past: String? = nil, date: Date, width: Int
  ) -> [ReaderMoment] {
    let count = max(TextLayout.wrap(sample, width: width, lines: 20).count, 1)
    return (0..<count).map { part in
      let (name, past) = part == 0 ? (label, past ?? label) : ("", "")
      return ReaderMoment(label: name, pastLabel: past, date: date, part: part, width: width)
    }
  }

  /// The name of the field at a moment.
  func label(at now: Date) -> String { date > now ? label : pastLabel }

  /// The text of this line at a moment.
  func text(at now: Date, in zone: TimeZone) -> String {
    let absolute = AbsoluteTime.text(date, in: zone)
    guard !hasRelative else {
      return "\(absolute) (\(RelativeTime.phrase(from: date, to: now)))"
    }
    let lines = TextLayout.wrap(absolute, width: width, lines: 20)
    return lines.indices.contains(part) ? lines[part] : ""
  }
}

/// The hint below a question: the key that answers, or that it is closed.
struct AnswerHint: Sendable, Hashable {
  /// Whether the question is closed, whatever the time.
  let isOver: Bool
  /// The time at which the question closes.
  let expiresAt: Date?

  init(of message: Message) {
    isOver = message.status == .deleted
    expiresAt = message.expiresAt
  }

  /// The text at a moment, with the bound key.
  func text(at now: Date, _ keymap: Keymap) -> String {
    if isOver || expiresAt.map({ $0 <= now }) ?? false { return "Not answered" }
    let key = keymap.names(of: .acting(.actions), in: .reader).first
    return key.map { "Press \($0) to answer" }
      ?? "Type :\(Command.Acting.actions.rawValue) to answer"
  }
}
