import Foundation
import InboxCore
import InboxText

extension ReaderLayout {
  /// Writes a whole message: title, question, links and actions, fields, text, earlier occurrences.
  mutating func write(_ message: Message) {
    writeHead(of: message)
    writeQuestion(of: message)
    separate()
    if form.showsFields {
      write(message.tap)
      writeActions(of: message)
    }
    writePicture(at: .link)
    for (index, attachment) in message.attachments.enumerated() {
      write(attachment, of: message)
      writePicture(at: .attachment(index))
    }
    writeFields(of: message)
    writeFurtherFields(of: message)
    separate()
    // The raw text is whole.
    let body = form.isRaw ? message.body : message.body?.withoutFirstLine(repeating: message.title)
    write(body: body, format: message.format)
    if message.isPartial {
      separate()
      write("(The rest of this message has not arrived.)")
    }
    writeEarlier(of: message)
  }

  /// Writes an earlier message of a thread: title and time on one line if there is room, then its text.
  mutating func write(earlierInThread message: Message) {
    separate()
    let name = Self.oneLine(message.title ?? message.source).printable()
    write(byline: name, at: message.readerDate, keys: nil)
    write(body: message.body, format: message.format)
  }

  /// Writes the title and subtitle, then source, time, and the keys for link and actions; unfolded
  /// number, id and thread in place of the keys, which have lines of their own.
  private mutating func writeHead(of message: Message) {
    let parts = [message.glyph, message.title].compactMap(\.self).filter { !$0.isEmpty }
    write(
      Self.oneLine(parts.joined(separator: " ")), roles: Self.base.union(RoleSet(.readerTitle)))
    write(message.subtitle.map(Self.oneLine))
    writeByline(of: message)
    guard form.showsFields else { return }
    let names = [
      "\(message.number)", Self.oneLine(message.id),
      message.thread.map { "thread \(Self.oneLine($0))" },
    ]
    let line = names.compactMap(\.self).joined(separator: " · ")
    write(
      TextLayout.truncate(line.printable(), columns: width),
      roles: Self.base.union(RoleSet(.readerField)))
  }

  /// Writes source, machine if it is another one, state and time on one line if there is room, else on
  /// lines of their own.
  private mutating func writeByline(of message: Message) {
    let words = [
      Self.oneLine(message.source), Self.origin(of: message),
      message.priority == .default ? nil : message.priority.name,
      message.isPinned ? "pinned" : nil, message.status == .read ? nil : message.status.name,
    ]
    let text = words.compactMap(\.self).joined(separator: " · ").printable()
    let keys = form.showsFields ? nil : ReaderKeys(of: message, numbers: &numbers)
    write(byline: text, at: message.readerDate, keys: keys)
  }

  private mutating func write(byline text: String, at date: Date, keys: ReaderKeys?) {
    guard var byline = ReaderMoment.byline(text + " · ", date: date, width: width) else {
      write(text, roles: Self.base.union(RoleSet(.readerField)))
      write(ReaderMoment.lines(label: "Date", date: date, width: valueWidth))
      return write(keys)
    }
    let isRoom = keys.map { byline.hasRoom(for: $0) } ?? false
    byline.keys = isRoom ? keys : nil
    write([byline])
    if !isRoom { write(keys) }
  }

  /// Maximum columns of the name of a machine beside source and time.
  private static let machineColumns = 20

  /// The other machine on which a message arrived, such as `on atlas`; nil for this one.
  private static func origin(of message: Message) -> String? {
    guard message.isFromOtherMachine, let machine = message.machine else { return nil }
    return "on " + TextLayout.truncate(oneLine(machine).printable(), columns: machineColumns)
  }

  private mutating func writeQuestion(of message: Message) {
    guard let question = message.question else { return }
    let roles = Self.base.union(RoleSet(.prompt))
    separate()
    switch question {
    case .answered(let label):
      write(QuestionText.answer(label, columns: 4_000), roles: roles)
      write("Answered", message.answerer?.text.map(Self.oneLine))
    case .open(let labels):
      write(QuestionText.choices(labels), roles: roles)
      write(AnswerHint(of: message))
    }
  }

  private mutating func writeFields(of message: Message) {
    write("Progress", message.progress.map { ProgressBar.text($0, cells: 20) })
    if form.showsFields {
      write("Category", Self.oneLine(message.categories.joined(separator: ", ")))
      write("Tags", Self.oneLine(message.tags.joined(separator: ", ")))
    }
    writeOccurrences(of: message)
    for (label, past, date) in [
      ("Resolved", "Resolved", message.resolvedAt), ("Starts", "Started", message.startsAt),
      (message.isQuestion ? "Open until" : "Expires", "Expired", message.expiresAt),
      ("Snoozed", "Returned", message.snoozedUntil), ("Done", "Done", message.doneAt),
    ] {
      guard let date else { continue }
      write(ReaderMoment.lines(label: label, past: past, date: date, width: valueWidth))
    }
    write("Snoozed", message.snoozedFor?.words.map { "until " + Self.oneLine($0) })
    for (index, (name, outcome)) in message.actionOutcomes.sorted(by: { $0.key < $1.key })
      .enumerated()
    {
      write(index == 0 ? "Outcome" : "", Self.oneLine("\(name): \(outcome)"))
    }
    writeHandling(of: message)
    if form.showsFields {
      write("Arrived on", message.machine.map(Self.oneLine))
      write("Rules", Self.oneLine(message.rules.joined(separator: ", ")))
    }
  }

  /// Writes when and where it was read, deleted or done; what was done here is one of the fields.
  private mutating func writeHandling(of message: Message) {
    guard let handling = message.handling, form.showsFields || handling.isElsewhere else { return }
    let isDone = message.doneAt != nil && message.status != .deleted
    let word = isDone ? "Done" : message.status == .deleted ? "Deleted" : "Read"
    if !isDone {
      write(ReaderMoment.lines(label: word, past: word, date: handling.date, width: valueWidth))
    }
    write("\(word) on", handling.machine.map(Self.oneLine))
  }

  /// Writes how often the message came since when, with a graph of the last occurrences.
  private mutating func writeOccurrences(of message: Message) {
    guard message.occurrences > 1 else { return }
    let graph = Sparkline.text(of: message.earlier.map(\.date) + [message.readerDate])
    write(
      .all(
        count: message.occurrences, first: message.firstAt,
        last: message.lastAt ?? message.readerDate, graph: graph))
  }

  private mutating func writePicture(at place: MessageImage.Place) {
    if let shown = form.picture, shown.place == place { write(shown.picture) }
  }

  private mutating func write(_ tap: TapBehavior) {
    switch tap {
    case .app: break
    case .url(let url), .website(let url): write("Link", Self.oneLine(url), link: url)
    case .thread(let name): write("Opens", "thread \(Self.oneLine(name))")
    }
  }

  /// Writes the actions with their links; of a question, only the answers that open a link.
  private mutating func writeActions(of message: Message) {
    let actions = message.actions.filter { !message.isQuestion || $0.url != nil }
    for (index, action) in actions.enumerated() {
      let target = action.url ?? message.clientAction(of: action)?.detail
      let parts = [action.label, target].compactMap(\.self).map(Self.oneLine)
      write(index == 0 ? "Actions" : "", parts.joined(separator: " → "))
    }
  }

  private mutating func write(_ attachment: Attachment, of message: Message) {
    let size = attachment.size.flatMap { $0 < 0 ? nil : ByteSize.text($0) }
    let kind = [attachment.format.rawValue, size].compactMap(\.self).joined(separator: ", ")
    let name = attachment.name.map(Self.oneLine) ?? ""
    let text = name.isEmpty ? kind : "\(name) (\(kind))"
    // The path of a stored file is of no use to people.
    guard attachment.storedPath == nil else {
      return write("Attachment", text, link: attachment.link)
    }
    write("Attachment", text)
    guard attachment.reference == nil else { return write("", Self.oneLine(message.missingFile)) }
    write("", Self.oneLine(attachment.url), link: attachment.link)
  }

  /// Joins the text of a field to one line.
  private static func oneLine(_ text: String) -> String {
    TextLayout.oneLine(text, columns: 4_000)
  }
}

extension Message {
  /// The time in the reader: when it was sent, else when it was received.
  var readerDate: Date { sentAt ?? receivedAt }
}

extension Attachment {
  /// The link that opens it; a local path becomes a `file:` URL.
  var link: String {
    guard url.hasPrefix("/") else { return url }
    return URL(filePath: url, directoryHint: .notDirectory).absoluteString
  }
}
