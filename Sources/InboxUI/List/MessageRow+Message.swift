import Foundation
package import InboxCore
import InboxMarkdown

extension MessageRow {
  /// Creates the row of a message.
  init(_ message: Message) {
    self.init(
      number: message.number, source: message.source, title: message.title,
      excerpt: message.body, sortDate: message.sortDate)
    subtitle = message.subtitle
    glyph = message.glyph
    thread = message.thread
    priority = message.priority
    status = message.status
    isPinned = message.isPinned
    isPartial = message.isPartial
    attachmentCount = message.attachments.count
    actionCount = message.actions.count
    question = message.question
    tap = message.tap
    occurrences = message.occurrences
    progress = message.progress
    isResolved = message.resolvedAt != nil
    isResolvable = message.fold != nil && message.resolvedAt == nil
    format = message.format
    machine = message.machine
    isDone = message.isDone
  }

  /// The first attached picture that is a file of this machine.
  var picture: PictureSource? {
    guard attachmentCount > 0 else { return nil }
    return attachments.lazy.filter(\.isImage).compactMap { PictureSource($0.url) }.first(
      where: \.isFile)
  }

  /// Whether it is a question that is answered by text.
  var takesReply: Bool { question == .open(choices: []) }

  /// Whether it is a question whose time ran out; it stays in the list.
  var isUnanswered: Bool {
    if case .open = question { isExpired } else { false }
  }

  /// Whether it is a question that can still be answered.
  var awaitsAnswer: Bool {
    guard case .open = question else { return false }
    return status != .deleted && !isExpired
  }
}

extension Message {
  /// Maximum characters of a body that are read for an excerpt.
  private static let mostForExcerpt = 4_000

  /// The beginning of the body, without markup and without a first line that repeats the title.
  package var shownExcerpt: String? {
    body.map { String($0.prefix(Self.mostForExcerpt)).excerpt(in: format, behind: title) }
  }

  /// The number of occurrences as a prefix of the title; empty for one.
  var repetition: String {
    occurrences > 1 ? "\(RowMark.repeated.sign)\(occurrences) " : ""
  }
}

extension String {
  /// The beginning of a text as a row shows it: without markup and without a first line that repeats
  /// the title.
  func excerpt(in format: BodyFormat, behind title: String?) -> String {
    (format == .markdown ? MarkdownExcerpt.text(self) : self).withoutFirstLine(repeating: title)
  }

  /// The text without a first line that is the title, as a heading or plain, and the blank lines
  /// after it.
  func withoutFirstLine(repeating title: String?) -> String {
    guard let title, !title.isEmpty else { return self }
    let start = drop(while: \.isWhitespace)
    let line = start.prefix { !$0.isNewline }
    let text = line.drop { $0 == "#" }.drop { $0 == " " }
    guard text.trimmingCharacters(in: .whitespaces) == title else { return self }
    var rest = start.dropFirst(line.count).dropFirst()
    // The line of a heading that is underlined.
    let rule = rest.prefix { !$0.isNewline }
    if !rule.isEmpty, rule.allSatisfy({ $0 == "=" }) || rule.allSatisfy({ $0 == "-" }) {
      rest = rest.dropFirst(rule.count).dropFirst()
    }
    // The first line that is left keeps its indent.
    while let end = rest.firstIndex(where: { !$0.isWhitespace || $0.isNewline }),
      rest[end].isNewline
    {
      rest = rest[rest.index(after: end)...]
    }
    return rest.allSatisfy(\.isWhitespace) ? "" : String(rest)
  }
}
