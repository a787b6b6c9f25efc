package import InboxCore
import InboxText

/// The text of messages for the clipboard and for programs.
package enum MessageText {
  /// Title, subtitle and body, with an empty line between messages and no final line end.
  package static func text(of messages: [Message]) -> String {
    messages.map(text).joined(separator: "\n\n")
  }

  /// The main links of messages, one per line; nil if there are none.
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

  /// The link that the message opens, else the first one in its text, actions or attachments.
  private static func link(of message: Message) -> String? {
    message.tap.url ?? message.body.flatMap { links(in: $0).first }
      ?? message.actions.lazy.compactMap(\.url).first ?? message.attachments.first?.url
  }

  /// The links in a text, in order.
  static func links(in text: String) -> [String] {
    let units = GraphemeUnits(text)
    return LinkScanner(units: units).links().map(units.text)
  }
}
