import BellboardSupport
import Foundation
import InboxCore
import InboxText
import InboxUI

/// Prints messages in one format.
struct MessagePrinter {
  enum Form {
    case lines(MessageLine)
    case json
    case jsonLines
    case template(Template)
  }

  private let form: Form
  private let output: StandardOutput
  /// The folder of stored files, whose paths JSON includes.
  private let files: AttachmentFolder?
  private(set) var count = 0

  init(_ form: Form, to output: StandardOutput, files: AttachmentFolder? = nil) {
    self.form = form
    self.output = output
    self.files = files
  }

  /// Prints the start of the list.
  func begin() throws { if case .json = form { try output.write("[") } }

  mutating func print(_ message: Message) throws {
    switch form {
    case .lines(let line):
      if count == 0, let header = line.header { try output.line(header) }
      try output.line(line.text(for: message))
    case .template(let template): try output.line(template.text(of: message))
    case .jsonLines:
      try output.write(MessageJSON(message, files: files).bytes)
      try output.write("\n")
    case .json:
      try output.write(count == 0 ? "\n" : ",\n")
      try output.write(MessageJSON(message, files: files).bytes)
    }
    count += 1
  }

  /// Prints the end of the list.
  func end() throws {
    switch form {
    case .json: try output.write(count == 0 ? "]\n" : "\n]\n")
    case .lines(let line): if count == 0, let text = line.emptyText { try output.line(text) }
    case .jsonLines, .template: break
    }
  }
}

/// Formats a message as a line of `list`: in columns on a terminal, tab-separated when piped.
struct MessageLine {
  /// The width of the terminal in columns; nil when piped.
  var columns: Int?
  /// Whether unread messages are bold.
  var isStyled: Bool
  /// The time that ages are relative to.
  var now: Date
  /// The filter words of the list.
  var filter = ""

  func text(for message: Message) -> String {
    guard let columns else { return plain(message) }
    let number = padded("\(message.number)", to: 7)
    let phase = phase(of: message)
    let mark =
      phase.map(Self.sign)
      ?? (message.status == .unread ? "●" : message.status == .deleted ? RowMark.deleted.sign : " ")
    let pin = message.isPinned ? RowMark.pinned.sign : " "
    let age = padded(
      RelativeTime.text(from: message.sortDate, to: now), to: 6)
    let source = TextLayout.pad(
      message.source.printable(), columns: Self.sourceColumns(in: columns))
    let head = "\(number) \(mark)\(pin) \(age) \(source) "
    let start = TextLayout.truncate(head + title(of: message), columns: columns)
    let isBold = isStyled && message.status == .unread
    return (isBold ? "\u{1B}[1m\(start)\u{1B}[0m" : start)
      + body(of: message, columns: columns - start.columns, isFirst: start.columns == head.columns)
  }

  /// The columns of a source: at most a third of what number, marks and age leave.
  private static func sourceColumns(in columns: Int) -> Int { min(18, max((columns - 19) / 3, 0)) }

  /// The names of the columns; nil when piped.
  var header: String? {
    guard let columns else { return nil }
    let names = TextLayout.truncate(
      padded("NUMBER", to: 10) + " " + padded("AGE", to: 6) + " "
        + TextLayout.pad("SOURCE", columns: Self.sourceColumns(in: columns)) + " MESSAGE",
      columns: columns)
    return isStyled ? "\u{1B}[2m\(names)\u{1B}[0m" : names
  }

  /// The text for an empty list; nil when piped.
  var emptyText: String? {
    guard columns != nil else { return nil }
    return filter.isEmpty ? "No messages" : "No messages match \(filter.printable())"
  }

  /// The first line of the body without markup, dim, in the columns that the title leaves.
  private func body(of message: Message, columns: Int, isFirst: Bool) -> String {
    let separator = isFirst ? "" : " — "
    let text = firstLine(message.shownExcerpt).printable()
    guard !text.isEmpty, columns > separator.columns + 1 else { return "" }
    let shown = TextLayout.truncate(separator + text, columns: columns)
    return isStyled ? "\u{1B}[2m\(shown)\u{1B}[0m" : shown
  }

  private func plain(_ message: Message) -> String {
    let state = phase(of: message)?.rawValue ?? message.status.name
    return [
      "\(message.number)", state, RFC3339.string(from: message.sortDate),
      whole(message.source), whole(message.title ?? ""), whole(firstLine(message.body)),
    ].joined(separator: "\t")
  }

  private func whole(_ text: String) -> String { text.printable(keepingGraphemes: true) }

  /// The phase by the clock; nil for an active message and in the trash.
  private func phase(of message: Message) -> MessageFilter.Phase? {
    let phase = message.phase(at: now)
    return phase == .active || message.status == .deleted ? nil : phase
  }

  private static func sign(of phase: MessageFilter.Phase) -> String {
    switch phase {
    case .active: " "
    case .snoozed: RowMark.snoozed.sign
    case .scheduled: RowMark.scheduled.sign
    case .expired: RowMark.expired.sign
    case .done: RowMark.done.sign
    }
  }

  private func title(of message: Message) -> String {
    let count = message.occurrences > 1 ? RowMark.repeated.sign + "\(message.occurrences) " : ""
    let sign = message.resolvedAt == nil ? "" : RowMark.resolved.sign + " "
    return count + sign + (message.title ?? "").printable()
  }

  private func firstLine(_ body: String?) -> String {
    body?.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
  }

  private func padded(_ text: String, to columns: Int) -> String {
    text + String.blanks(columns - text.columns)
  }
}
