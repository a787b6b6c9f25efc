import InboxText

/// A chat message, built piece by piece in reading order.
///
/// The first heading is the title, and the first link of a heading the link of the message. Every
/// other text is a paragraph of the Markdown body, and every other link an action.
struct ChatMessage {
  private var title: String?
  /// The sender's name: the title if there is no heading, else the subtitle.
  var sender: String?
  private var paragraphs: [String] = []
  private var url: String?
  private var links: [(label: String, url: String)] = []
  private var images: [(name: String?, url: String)] = []
  /// The priority from 1 to 5; nil if the sender set none.
  var priority: Int64?

  /// Maximum actions of a message; further links are added to the text.
  private static let mostActions = 20

  /// Adds a heading with its URL.
  mutating func addHeading(_ text: String?, url: String? = nil) {
    guard let text = text.map(Self.oneLine), !text.isEmpty else {
      if let url { addLink(nil, url) }
      return
    }
    if title == text {
      addLink(text, url)
    } else if title == nil {
      title = text
      if self.url == nil { self.url = url } else if let url { addLink(text, url) }
    } else {
      addText("**\(text)**")
      if let url { addLink(text, url) }
    }
  }

  /// Adds a text, unless it is a duplicate.
  mutating func addText(_ text: String?) {
    guard let text = text.map(Self.trimmed), !text.isEmpty else { return }
    let isKnown = paragraphs.contains(text) || title == text
    if !isKnown { paragraphs.append(text) }
  }

  /// Adds a name and its value.
  mutating func addField(_ name: String?, _ value: String?) {
    switch (name.map(Self.trimmed), value.map(Self.trimmed)) {
    case (let name?, let value?) where !name.isEmpty && !value.isEmpty:
      let bare = name.hasSuffix(":") ? String(name.dropLast()) : name
      // A table or a list starts on its own line.
      paragraphs.append("**\(bare):**\(value.contains("\n") ? "\n" : " ")\(value)")
    case (let name?, _) where !name.isEmpty: addText("**\(name)**")
    case (_, let value): addText(value)
    }
  }

  /// Adds a link with its label.
  mutating func addLink(_ label: String?, _ url: String?) {
    guard let url, !url.isEmpty, url != self.url, !links.contains(where: { $0.url == url }) else {
      return
    }
    let label = label.map(Self.oneLine) ?? ""
    if links.count < Self.mostActions {
      links.append((label.isEmpty ? url : label, url))
    } else {
      addText(label.isEmpty ? "<\(url)>" : "[\(label)](\(url))")
    }
  }

  /// Adds a picture.
  mutating func addImage(_ name: String?, _ url: String?) {
    guard let url, !url.isEmpty, !images.contains(where: { $0.url == url }) else { return }
    images.append((name, url))
  }

  /// The fields in our own JSON format.
  var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    fields["title"] = (title ?? substitute).map(JSONValue.string)
    if title != nil { fields["subtitle"] = sender.map { .string(Self.oneLine($0)) } }
    if !paragraphs.isEmpty {
      fields["body"] = .string(paragraphs.map(Self.withBreaks).joined(separator: "\n\n"))
      fields["format"] = "markdown"
    }
    // A single link is the link of the message.
    var actions = links[...]
    let target = url ?? (links.count == 1 ? actions.popFirst()?.url : nil)
    fields["url"] = target.map(JSONValue.string)
    if !actions.isEmpty {
      fields["actions"] = .array(
        actions.map { .object(["label": .string($0.label), "url": .string($0.url)]) })
    }
    if !images.isEmpty {
      fields["attachments"] = .array(
        images.map { image in
          var attachment: [String: JSONValue] = ["url": .string(image.url), "format": "image"]
          attachment["name"] = image.name.map(JSONValue.string)
          return .object(attachment)
        })
    }
    fields["priority"] = priority.map(JSONValue.integer)
    return fields
  }

  /// The title if there is no heading; the sender's name alone is not enough without a text.
  private var substitute: String? {
    if !paragraphs.isEmpty { return sender.map(Self.oneLine) }
    let name = links.first?.label ?? images.first.map { $0.name ?? $0.url }
    return name.map { name in sender.map { "\(Self.oneLine($0)): \(name)" } ?? name }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    while text.first?.isNewline == true { text.removeFirst() }
    return String(text)
  }

  /// The text with hard line breaks: chats break a line where Markdown does not.
  static func withBreaks(_ text: String) -> String {
    var isCode = false
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().map { place, line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      let next = place + 1 < lines.count ? lines[place + 1] : ""
      let isLast = line.allSatisfy(\.isWhitespace) || next.allSatisfy(\.isWhitespace)
      return isCode || isFence || isLast ? String(line) : line + "  "
    }.joined(separator: "\n")
  }
}
