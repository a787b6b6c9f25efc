import Foundation
package import InboxCore
import InboxText

extension UIState {
  /// Uses whole messages for the purpose for which they were read.
  mutating func receive(
    _ messages: [Message], of request: FetchMessages, at now: Date
  ) -> [Effect] {
    let effects = use(messages, of: request.numbers, for: request.purpose, at: now)
    interaction.chainBegins(request.purpose, with: effects)
    return effects
  }

  private mutating func use(
    _ messages: [Message], of numbers: [MessageNumber], for purpose: FetchPurpose, at now: Date
  ) -> [Effect] {
    if purpose == .reader, let number = numbers.first {
      return receive(messages.first, numbered: number, at: now)
    }
    if purpose == .preview, let number = numbers.first {
      if let split { preview.receive(messages.first, numbered: number, in: split.preview) }
      return []
    }
    if case .naming(let step, let outcome) = purpose {
      name(messages.first, after: step, outcome, at: now)
      return []
    }
    guard !messages.isEmpty else {
      showStatus(.messageGone(nil), at: now)
      return []
    }
    switch purpose {
    case .reader, .preview, .naming: return []
    case .copyText: return [.pane(.copy(MessageText.text(of: messages), preferences.clipboard))]
    case .copyLink:
      guard let links = MessageText.links(of: messages) else {
        showStatus(.noLinkToCopy, at: now)
        return []
      }
      return [.pane(.copy(links, preferences.clipboard))]
    case .links: return take(NumberedLinks(of: messages[0]).open(in: partContext(at: now)), at: now)
    case .actions: return take(ActionMenu.open(for: messages[0], in: partContext(at: now)), at: now)
    case .shell(let line):
      let script = ShellScript(line)
      return messages.map { .host(.launch(script.launch(for: $0))) }
    case .pipe(let command):
      return [.host(.launch(.pipe(MessageText.text(of: messages) + "\n", command: command)))]
    }
  }

  /// Shows what is on the clipboard now, and how it was copied.
  mutating func showCopied(_ text: String, by way: String, at now: Date) {
    let lines = text.split(separator: "\n").count { $0.contains { !$0.isWhitespace } }
    let start = TextLayout.truncate(TextLayout.oneLine(text, columns: 60), columns: 60)
    let copied = CopiedText(
      start: start, lines: lines, way: way, isInstead: openings.isCopyingInstead,
      links: interaction.isChoosingLink ? min(reader?.links.count ?? 0, 9) : 0)
    openings.isCopyingInstead = false
    showStatus(.copied(copied), at: now)
  }

  /// Copies the link of a digit that follows the key that copies the text; nil for other keys.
  mutating func copyLink(by key: Key) -> [Effect]? {
    defer { interaction.isChoosingLink = false }
    guard interaction.isChoosingLink, context == .reader, case .character(let character) = key,
      let number = character.wholeNumberValue, let links = reader?.links,
      links.indices.contains(number - 1)
    else { return nil }
    return [.pane(.copy(links[number - 1], preferences.clipboard))]
  }
}

/// The text of messages for the clipboard and for commands.
package enum MessageText {
  /// Title, subtitle and body, with an empty line between messages; no line end at the end.
  package static func text(of messages: [Message]) -> String {
    messages.map(text).joined(separator: "\n\n")
  }

  /// The links that messages are about, one a line; nil when they have none.
  package static func links(of messages: [Message]) -> String? {
    let links = messages.compactMap(link)
    return links.isEmpty ? nil : links.joined(separator: "\n")
  }

  private static func text(of message: Message) -> String {
    let head = [message.title, message.subtitle].compactMap(\.self).joined(separator: "\n")
    let parts = [head, message.body ?? ""].filter { !$0.isEmpty }
    let text = parts.joined(separator: "\n\n")
    let end = text.lastIndex { !$0.isNewline }.map(text.index(after:))
    return String(text[..<(end ?? text.startIndex)])
  }

  /// What opening goes to, else the first link of the text, of an action or of an attachment.
  private static func link(of message: Message) -> String? {
    message.tap.url ?? message.body.flatMap { links(in: $0).first }
      ?? message.actions.lazy.compactMap(\.url).first ?? message.attachments.first?.url
  }

  /// The links of a text, in its order.
  static func links(in text: String) -> [String] {
    let units = GraphemeUnits(text)
    return LinkScanner(units: units).links().map(units.text)
  }
}
