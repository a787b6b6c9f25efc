import InboxText

/// A message as chat services draw it, gathered piece by piece in the order of its reading.
///
/// The first heading is the title, the first link of a heading what opening does. Every other text is a
/// paragraph of the body, which is Markdown, and every other link an action.
struct ChatMessage {
  private var title: String?
  /// The name under which it is posted: the title where there is no heading, else the line below it.
  var sender: String?
  private var paragraphs: [String] = []
  private var url: String?
  private var links: [(label: String, url: String)] = []
  private var images: [(name: String?, url: String)] = []
  /// How urgent it is, 1 to 5; nil where the sender says nothing of it.
  var priority: Int64?

  /// Most actions of a message; further links stay in the text.
  private static let mostActions = 20

  /// Adds a heading, with the address behind it.
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

  /// Adds a text, of which a copy that is there already is left out.
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
      // A table or a list begins on a line of its own.
      paragraphs.append("**\(bare):**\(value.contains("\n") ? "\n" : " ")\(value)")
    case (let name?, _) where !name.isEmpty: addText("**\(name)**")
    case (_, let value): addText(value)
    }
  }

  /// Adds a link that can be opened, under its label.
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

  /// The fields of our own JSON.
  var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    fields["title"] = (title ?? substitute).map(JSONValue.string)
    if title != nil { fields["subtitle"] = sender.map { .string(Self.oneLine($0)) } }
    if !paragraphs.isEmpty {
      fields["body"] = .string(paragraphs.map(Self.withBreaks).joined(separator: "\n\n"))
      fields["format"] = "markdown"
    }
    // A lone link is what opening does.
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

  /// What stands for a title where there is no heading: its sender's name alone says nothing.
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

  /// The text with its line ends kept: chats break a line where Markdown goes on.
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
