import InboxCore
import InboxText

/// A chat message, built piece by piece in reading order.
///
/// The first heading is the title, else the first author, else the first line. The first link of a
/// heading is the link of the message. Every other text is a paragraph of the Markdown body, and
/// every other link an action.
struct ChatMessage {
  private var title: String?
  /// The title if there is no heading.
  private var author: String?
  /// The sender's name, the subtitle.
  var sender: String?
  private var paragraphs: [String] = []
  private var url: String?
  private var links: [(label: String, url: String)] = []
  /// The attachments, in our own JSON format.
  private var images: [JSONValue] = []
  /// The priority by the sender's word or color.
  var priority: Priority?
  /// The paragraphs, links and pictures that there are.
  private var known: Set<String> = []
  /// The lines of all texts, without markup.
  private var lines: Set<String> = []

  /// Converts a text of the document to Markdown.
  private let convert: (String) -> String
  /// The texts that were converted.
  private var converted: [String: String] = [:]
  /// Elements that may still be read, many more than any service allows; more are kept unread.
  private(set) var roomForElements = 10_000

  /// Maximum actions of a message; further links are added to the text.
  private static let mostActions = 20

  init(_ convert: @escaping (String) -> String) {
    self.convert = convert
  }

  /// A text of the document as Markdown; each is converted once.
  mutating func markdown(_ text: String?) -> String? {
    guard let text else { return nil }
    let markdown = converted[text] ?? convert(text)
    converted[text] = markdown
    return markdown
  }

  /// The elements of a list that are read.
  mutating func elements(of value: JSONValue, at pointer: String) -> ArraySlice<JSONValue> {
    let elements = value.list(at: pointer).prefix(roomForElements)
    roomForElements -= elements.count
    return elements
  }

  /// Adds a heading with its URL.
  mutating func addHeading(_ text: String?, url: String? = nil) {
    guard let text = text.map(Self.oneLine), !text.isEmpty else { return addLink(nil, url) }
    note(text)
    let isFirst = title == nil
    title = title ?? text
    if title != text { addText("**\(text)**") }
    if isFirst, self.url == nil { self.url = url } else { addLink(text, url) }
  }

  /// Adds an author with the URL.
  mutating func addAuthor(_ name: String?, url: String? = nil) {
    addText(name)
    author = author ?? name.map(Self.trimmed)
    addLink(name, url)
  }

  /// Adds a text, unless it is a duplicate.
  mutating func addText(_ text: String?) {
    guard let text = text.map(Self.trimmed), !text.isEmpty, text != title,
      known.insert(text).inserted
    else { return }
    note(text)
    paragraphs.append(text)
  }

  /// Puts a text first, unless all of its lines are shown already.
  mutating func addLead(_ text: String?) {
    guard let text = text.map(Self.trimmed), !text.isEmpty, !shows(text) else { return }
    known.insert(text)
    note(text)
    paragraphs.insert(text, at: 0)
  }

  /// Adds a name and its value.
  mutating func addField(_ name: String?, _ value: String?) {
    switch (name.map(Self.trimmed), value.map(Self.trimmed)) {
    case (let name?, let value?) where !name.isEmpty && !value.isEmpty:
      let bare = name.hasSuffix(":") ? String(name.dropLast()) : name
      // A table or a list starts on its own line.
      paragraphs.append("**\(bare):**\(value.contains("\n") ? "\n" : " ")\(value)")
      note(name)
      note(value)
    case (let name?, _) where !name.isEmpty: addText("**\(name)**")
    case (_, let value): addText(value)
    }
  }

  /// Adds a link with its label.
  mutating func addLink(_ label: String?, _ url: String?) {
    guard let url, !url.isEmpty, url != self.url, known.insert("link \(url)").inserted else {
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
    guard let url, !url.isEmpty, known.insert("image \(url)").inserted else { return }
    let image = ["url": url, "format": "image", "name": name]
    images.append(.object(image.compactMapValues { $0.map(JSONValue.string) }))
  }

  /// Names of values in elements of unknown kind that say how they look.
  private static let looks: Set = [
    "$schema", "action_id", "align", "block_id", "color", "fallback", "fontType", "height",
    "horizontalAlignment", "horizontal_alignment", "id", "lang", "minHeight", "minWidth", "size",
    "spacing", "style", "targetWidth", "type", "verticalAlignment", "version", "weight", "width",
  ]
  /// Names whose values come first.
  private static let firstNames = [
    "title", "header", "label", "name", "text", "subtitle", "body", "description",
  ]

  /// Adds all texts and links of an element of unknown kind.
  ///
  /// - Parameters:
  ///   - value: The element.
  ///   - add: Adds a part of a known kind; false for others.
  mutating func addOther(
    _ value: JSONValue, _ add: (JSONValue, inout ChatMessage) -> Bool
  ) {
    guard roomForElements > 0 else { return }
    roomForElements -= 1
    switch value {
    case .object(let fields):
      let rank = { (name: String) in Self.firstNames.firstIndex(of: name) ?? .max }
      for name in fields.keys.sorted(by: { (rank($0), $0) < (rank($1), $1) }) {
        guard !Self.looks.contains(name), let part = fields[name], !add(part, &self) else {
          continue
        }
        addOther(part, add)
      }
    case .array(let values):
      for part in values where !add(part, &self) { addOther(part, add) }
    case .string(let text):
      if text.hasPrefix("https://") || text.hasPrefix("http://") {
        addLink(nil, text)
      } else {
        addText(text)
      }
    case .null, .bool, .integer, .number, .decimal: break
    }
  }

  /// The fields in our own JSON format, with the pointers of what they show of a document.
  func read(_ document: JSONValue) -> ReadDocument {
    var shown: Set<String> = []
    document.forEachText { place, name, text in
      // The kind of an element is seen by how it is shown.
      let isKind = ["type", "@type"].contains(name) && Self.kinds.contains(text)
      if isKind || shows(text) || shows(converted[text] ?? convert(text)) { shown.insert(place) }
    }
    return ReadDocument(fields: fields, shown: shown)
  }

  /// The kinds of elements that the readers know.
  private static let kinds = Set(
    """
    actions button channel context date divider emoji header image link markdown message mrkdwn \
    plain_text raw_text rich_text rich_text_list rich_text_preformatted rich_text_quote \
    rich_text_section section static_select table text user usergroup video workflow_button \
    Action.OpenUrl Action.ShowCard ActionSet AdaptiveCard CodeBlock Column ColumnSet Container \
    FactSet HttpPOST Image ImageSet MessageCard OpenUri RichTextBlock Table TableCell TableRow \
    TextBlock TextRun
    """.split(separator: " ").map(String.init))

  private var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    var paragraphs = paragraphs
    let title = title ?? Self.takeTitle(author, from: &paragraphs) ?? substitute
    fields["title"] = title.map(JSONValue.string)
    fields["subtitle"] = title == nil ? nil : sender.map { .string(Self.oneLine($0)) }
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
    if !images.isEmpty { fields["attachments"] = .array(images) }
    fields["priority"] = priority.map { .integer(Int64($0.rawValue)) }
    return fields
  }

  /// Characters of the longest first line that is a title.
  private static let longestTitle = 120

  /// Removes and returns the author, else the first line if it reads as a title.
  private static func takeTitle(_ author: String?, from paragraphs: inout [String]) -> String? {
    if let author, let place = paragraphs.firstIndex(of: author) {
      paragraphs.remove(at: place)
      return oneLine(author)
    }
    guard let first = paragraphs.first else { return nil }
    let line = first.prefix { !$0.isNewline }
    guard line.utf8.count <= 4 * longestTitle else { return nil }
    let title = plainLine(line)
    let isBlock = ["```", "|", "- ", "* ", "> ", "1. ", "    "].contains(where: line.hasPrefix)
    guard !isBlock, !title.isEmpty, title.count <= longestTitle else { return nil }
    // A link of the line is kept in the text.
    guard !line.contains("](") && !line.contains("<http") else { return title }
    let rest = trimmed(String(first.dropFirst(line.count)))
    if rest.isEmpty { paragraphs.removeFirst() } else { paragraphs[0] = rest }
    return title
  }

  /// A line of Markdown without its markup.
  private static func plainLine(_ line: Substring) -> String {
    var text = line.drop { $0 == "#" || $0 == " " }
      .replacing(/\[(.*?)\]\([^)]*\)/) { $0.output.1 }
    for mark in ["**", "__", "~~", "`"] { text = text.replacing(mark, with: "") }
    let isEmphasis = text.count > 2 && "*_".contains(text.first ?? " ") && text.first == text.last
    return oneLine(String(isEmphasis ? text.dropFirst().dropLast() : text))
  }

  /// The title of a message without a text: the label of its first link or picture.
  private var substitute: String? {
    guard paragraphs.isEmpty else { return nil }
    return links.first?.label ?? images.first.flatMap { ($0["name"] ?? $0["url"])?.text }
  }

  /// Remembers the lines of a text, or a piece of a line.
  mutating func note(_ text: String?) {
    for line in Self.lines(of: text ?? "") { lines.insert(Self.bare(line)) }
  }

  /// Whether all lines of a text stand in the title or a paragraph.
  private func shows(_ text: String) -> Bool {
    Self.lines(of: text).allSatisfy { lines.contains(Self.bare($0)) }
  }

  private static func lines(of text: String) -> [Substring.UTF8View] {
    text[...].utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// A line without blanks and the marks of Slack and Markdown, to compare it; a very long one as it
  /// is.
  private static func bare(_ line: Substring.UTF8View) -> String {
    guard line.count <= longestCompared else { return String(Substring(line)) }
    return String(decoding: line.filter { $0 > 0x20 && !marks.contains($0) }, as: UTF8.self)
  }

  private static let marks = Array("*_~`".utf8)
  /// Bytes of a line that is compared without its marks.
  private static let longestCompared = 1_024

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
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return text }
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
