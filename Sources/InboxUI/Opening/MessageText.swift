package import InboxCore
import InboxText

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
