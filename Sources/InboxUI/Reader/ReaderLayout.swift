import InboxText
import Foundation
import InboxCore

/// Lays a message out line by line: fields in two columns, texts over the whole width.
struct ReaderLayout {
  /// The role below the whole reader.
  static let base = RoleSet(.reader)

  /// The lines so far.
  private(set) var rows: [ReaderRow] = []
  /// Whether a blank line precedes the next one.
  private var isSeparating = false

  /// Blank columns at the left and at the right.
  let margin: Int
  /// Columns of text.
  let width: Int
  /// Columns of the field names, with the gap after them.
  let labelWidth: Int

  /// Columns of field values.
  var valueWidth: Int { max(width - labelWidth, 1) }

  init(columns: Int) {
    margin = columns >= 24 ? 1 : 0
    width = max(columns - 2 * margin, 1)
    labelWidth = min(11, width / 2)
  }

  /// Writes a text over the whole width.
  mutating func write(_ text: String?, roles: RoleSet = base) {
    guard let text, !text.isEmpty else { return }
    for spans in LinkedText.lines(text, width: width, roles: roles) {
      append([blank(margin)] + spans)
    }
  }

  /// Writes a field unless it is empty.
  ///
  /// - Parameters:
  ///   - label: Its name.
  ///   - value: Its value.
  ///   - isLink: Whether the whole value is a link, whatever its scheme.
  mutating func write(_ label: String, _ value: String?, isLink: Bool = false) {
    guard let value, !value.isEmpty else { return }
    let roles = isLink ? Self.base.union(RoleSet(.link)) : Self.base
    let lines = LinkedText.lines(value, width: valueWidth, roles: roles)
    for (index, spans) in lines.enumerated() {
      append(self.label(index == 0 ? label : "") + spans)
    }
  }

  /// Writes the lines of a time.
  mutating func write(_ moments: [ReaderMoment]) {
    for moment in moments { append(.moment(moment)) }
  }

  /// Writes the line below the choices of a question.
  mutating func write(_ hint: AnswerHint) {
    append(.hint(hint))
  }

  /// Separates the lines above from the next ones by one blank line.
  mutating func separate() {
    isSeparating = !rows.isEmpty
  }

  /// The margin and the padded name of a field.
  func label(_ text: String) -> [Span] {
    guard labelWidth > 1 else { return [blank(margin + labelWidth)] }
    let shown = TextLayout.pad(
      TextLayout.truncate(text, columns: labelWidth - 1), columns: labelWidth)
    let roles = Self.base.union(RoleSet(.readerField))
    return [blank(margin), Span(shown, columns: labelWidth, roles: roles)]
  }

  /// Blank columns in the role of the reader.
  func blank(_ count: Int) -> Span {
    .blank(count, roles: Self.base)
  }

  private mutating func append(_ spans: [Span]) {
    append(.line(Line(spans.filter { $0.columns > 0 }, fill: Self.base)))
  }

  private mutating func append(_ row: ReaderRow) {
    if isSeparating { rows.append(.line(Line(fill: Self.base))) }
    isSeparating = false
    rows.append(row)
  }
}

extension ReaderLayout {
  /// Writes a whole message: title, fields, text, then its link, actions and attachments.
  mutating func write(_ message: Message) {
    writeTitle(of: message)
    write(message.subtitle.map(Self.oneLine))
    writeQuestion(of: message)
    writeFields(of: message)
    separate()
    write(message.body)
    if message.isPartial {
      separate()
      write("(The rest of this message has not arrived.)")
    }
    separate()
    write(message.tap)
    for action in message.actions where !message.isQuestion || action.url != nil {
      write(action)
    }
    for attachment in message.attachments { write(attachment) }
    writeEarlier(of: message)
  }

  private mutating func writeTitle(of message: Message) {
    let parts = [message.glyph, message.title].compactMap(\.self).filter { !$0.isEmpty }
    write(
      Self.oneLine(parts.joined(separator: " ")), roles: Self.base.union(RoleSet(.readerTitle)))
  }

  private mutating func writeQuestion(of message: Message) {
    guard let question = message.question else { return }
    let roles = Self.base.union(RoleSet(.prompt))
    separate()
    switch question {
    case .answered(let label): write(QuestionText.answer(label, columns: 4_000), roles: roles)
    case .open(let labels):
      write(QuestionText.choices(labels), roles: roles)
      write(AnswerHint(of: message))
    }
  }

  private mutating func writeFields(of message: Message) {
    separate()
    write("From", Self.oneLine(message.source))
    write(ReaderMoment.lines(label: "Date", date: message.readerDate, width: valueWidth))
    write("Progress", message.progress.map { ProgressBar.text($0, cells: 20) })
    if message.priority != .default { write("Priority", message.priority.name) }
    write("Category", Self.oneLine(message.categories.joined(separator: ", ")))
    write("Tags", Self.oneLine(message.tags.joined(separator: ", ")))
    write("Thread", message.thread.map(Self.oneLine))
    if message.occurrences > 1 { write("Came", "\(message.occurrences) times") }
    for (label, past, date) in [
      ("First", "First", message.firstAt), ("Last", "Last", message.lastAt),
      ("Resolved", "Resolved", message.resolvedAt), ("Starts", "Started", message.startsAt),
      ("Expires", "Expired", message.expiresAt),
      ("Snoozed", "Snoozed", message.snoozedUntil),
    ] {
      guard let date else { continue }
      write(ReaderMoment.lines(label: label, past: past, date: date, width: valueWidth))
    }
    write("Rules", Self.oneLine(message.rules.joined(separator: ", ")))
    write("Status", Self.status(of: message))
    write("Number", "\(message.number), id \(Self.oneLine(message.id))")
  }

  /// Status and pin; nil for a message that is simply read.
  private static func status(of message: Message) -> String? {
    let isPlain = message.status == .read
    let words = [isPlain ? nil : message.status.name, message.isPinned ? "pinned" : nil]
    return words.compactMap(\.self).joined(separator: ", ")
  }

  /// Most earlier occurrences that are listed.
  private static let mostEarlier = 10

  /// Writes the latest of the earlier occurrences, newest first: their times, and what they said.
  private mutating func writeEarlier(of message: Message) {
    guard !message.earlier.isEmpty else { return }
    separate()
    for occurrence in message.earlier.suffix(Self.mostEarlier).reversed() {
      write(ReaderMoment.lines(label: "Before", date: occurrence.date, width: valueWidth))
      let texts = [occurrence.title, occurrence.body].compactMap(\.self)
      guard texts != [message.title, message.body].compactMap(\.self) else { continue }
      write("", Self.oneLine(texts.joined(separator: " — ")))
    }
  }

  private mutating func write(_ tap: TapBehavior) {
    switch tap {
    case .app: break
    case .url(let url), .website(let url): write("Link", Self.oneLine(url), isLink: true)
    case .thread(let name): write("Opens", "thread \(Self.oneLine(name))")
    }
  }

  private mutating func write(_ action: MessageAction) {
    write("Action", Self.oneLine(action.label))
    write("", action.url.map(Self.oneLine), isLink: true)
  }

  private mutating func write(_ attachment: Attachment) {
    let size = attachment.size.flatMap { $0 < 0 ? nil : ByteSize.text($0) }
    let kind = [attachment.format.rawValue, size].compactMap(\.self).joined(separator: ", ")
    let name = attachment.name.map(Self.oneLine) ?? ""
    write("Attachment", name.isEmpty ? kind : "\(name) (\(kind))")
    write("", Self.oneLine(attachment.url), isLink: true)
  }

  /// The text of a field on one line.
  private static func oneLine(_ text: String) -> String {
    TextLayout.oneLine(text, columns: 4_000)
  }
}

extension Message {
  /// The time that the reader shows: when it was sent, else when it was received.
  var readerDate: Date { sentAt ?? receivedAt }
}
