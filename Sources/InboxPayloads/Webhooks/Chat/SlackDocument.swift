import InboxCore
import InboxText

/// Documents for the incoming webhooks of Slack and of Mattermost, which accept the same.
extension ChatMessage {
  /// Reads a document; texts without Slack's markup are Markdown already.
  init(slack document: JSONValue, hasMarkup: Bool) {
    self.init { hasMarkup ? SlackMarkup.markdown($0) : $0 }
    sender = document.text(at: "/username")
    let blocks = elements(of: document, at: "/blocks")
    let header = blocks.first { $0.text(at: "/type") == "header" }
    addHeading(header?.text(at: "/text/text"))
    for block in blocks { addBlock(block) }
    for attachment in elements(of: document, at: "/attachments") { addAttachment(attachment) }
    // With blocks the text is for notifications, usually a summary of them.
    addLead(markdown(document.text(at: "/text")))
    addText(document.text(at: "/props/card"))
    if let word = document.text(at: "/priority/priority") { priority = Priority(parsing: word) }
  }

  private mutating func addAttachment(_ attachment: JSONValue) {
    let hasText = ["/pretext", "/title", "/text", "/fields", "/blocks", "/author_name"]
      .contains { attachment.value(at: $0) ?? .null != .null }
    if !hasText { addText(markdown(attachment.text(at: "/fallback"))) }
    addText(markdown(attachment.text(at: "/pretext")))
    addAuthor(attachment.text(at: "/author_name"), url: attachment.text(at: "/author_link"))
    addHeading(
      attachment.text(at: "/title").map(SlackMarkup.unescaped),
      url: attachment.text(at: "/title_link"))
    addText(markdown(attachment.text(at: "/text")))
    for field in elements(of: attachment, at: "/fields") {
      addField(field.text(at: "/title"), markdown(field.text(at: "/value")))
    }
    for block in elements(of: attachment, at: "/blocks") { addBlock(block) }
    for action in elements(of: attachment, at: "/actions") {
      addLink(action.text(at: "/text") ?? action.text(at: "/name"), action.text(at: "/url"))
    }
    for key in ["/image_url", "/thumb_url"] { addImage(nil, attachment.text(at: key)) }
    addText(attachment.text(at: "/footer"))
    if attachment.text(at: "/color") == "danger" { priority = .high }
  }

  /// The kinds of text objects.
  private static let textKinds = ["mrkdwn", "plain_text", "markdown", "raw_text"]

  /// Adds a block or an element of one; of an unknown kind, what it contains.
  private mutating func addBlock(_ block: JSONValue) {
    guard !addKnownBlock(block) else { return }
    addOther(block) { part, message in
      let isText = part.text(at: "/type").map(Self.textKinds.contains) ?? false
      guard isText, let text = message.text(of: part) else { return message.addKnownBlock(part) }
      message.addText(text)
      return true
    }
  }

  /// Adds a block or an element of one; false for an unknown kind.
  private mutating func addKnownBlock(_ block: JSONValue) -> Bool {
    switch block.text(at: "/type") {
    case "header": addHeading(block.text(at: "/text/text"))
    case "section":
      addText(text(of: block.value(at: "/text")))
      for field in elements(of: block, at: "/fields") { addText(text(of: field)) }
      if let accessory = block.value(at: "/accessory") { addBlock(accessory) }
    case "context":
      let elements = elements(of: block, at: "/elements")
      let texts = elements.compactMap { text(of: $0) }
      addText(texts.joined(separator: " "))
      for text in texts { note(text) }
      for image in elements where image.text(at: "/type") == "image" { addBlock(image) }
    case "image":
      addText(text(of: block.value(at: "/title")))
      let place = block.value(at: "/image_url") == nil ? "/slack_file/url" : "/image_url"
      addImage(block.text(at: "/alt_text"), block.text(at: place))
    case "button", "workflow_button":
      addLink(block.text(at: "/text/text"), block.text(at: "/url"))
    case "video":
      addHeading(text(of: block.value(at: "/title")))
      addText(text(of: block.value(at: "/description")))
      addLink(
        text(of: block.value(at: "/title")),
        block.text(at: "/title_url") ?? block.text(at: "/video_url"))
    case "rich_text": addRichText(block)
    case "divider": break
    case "table":
      for case .array(let cells) in elements(of: block, at: "/rows") {
        let texts = cells.map { cell in
          text(of: cell) ?? SlackRichText.markdown(cell.list(at: "/elements")) ?? ""
        }
        addText(texts.joined(separator: " · "))
        for text in texts { note(text) }
      }
    default: return false
    }
    return true
  }

  private mutating func addRichText(_ block: JSONValue) {
    addText(SlackRichText.markdown(elements(of: block, at: "/elements")))
    // Its lines are put together from pieces.
    block.forEachText { _, name, text in
      if ["text", "user_id", "usergroup_id", "channel_id"].contains(name) { note(text) }
    }
  }

  /// The text of a text object: `mrkdwn`, `plain_text`, or Markdown.
  private mutating func text(of value: JSONValue?) -> String? {
    guard let value else { return nil }
    if case .string(let text) = value { return markdown(text) }
    guard let text = value.text(at: "/text") else { return nil }
    switch value.text(at: "/type") {
    case "plain_text", "markdown", "raw_text": return text
    default: return markdown(text)
    }
  }
}

/// Slack's rich text: lists, quotes and sections of styled pieces.
enum SlackRichText {
  /// The text as Markdown; nil if it is empty.
  static func markdown(_ elements: some Sequence<JSONValue>) -> String? {
    let texts = elements.compactMap(block).filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  private static func block(_ element: JSONValue) -> String? {
    let children = element.list(at: "/elements")
    switch element.text(at: "/type") {
    case "rich_text_list":
      let isOrdered = element.text(at: "/style") == "ordered"
      let indent = String(
        repeating: "  ", count: max(0, min(Int(element.text(at: "/indent") ?? "") ?? 0, 8)))
      return children.enumerated().map { place, child in
        indent + (isOrdered ? "\(place + 1). " : "- ") + (block(child) ?? "")
      }.joined(separator: "\n")
    case "rich_text_preformatted":
      return "```\n" + children.map { piece($0, isCode: true) }.joined() + "\n```"
    case "rich_text_quote":
      return children.map { piece($0) }.joined().split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline
      ).map { "> \($0)" }.joined(separator: "\n")
    case "rich_text_section", "rich_text": return children.map { piece($0) }.joined()
    default: return piece(element)
    }
  }

  private static func piece(_ element: JSONValue, isCode: Bool = false) -> String {
    let text = element.text(at: "/text")
    switch element.text(at: "/type") {
    case "link":
      let url = element.text(at: "/url") ?? ""
      guard !isCode else { return text ?? url }
      return text.map { "[\($0)](\(url))" } ?? "<\(url)>"
    case "emoji": return ":\(element.text(at: "/name") ?? ""):"
    case "user": return "@\(element.text(at: "/user_id") ?? "")"
    case "usergroup": return "@\(element.text(at: "/usergroup_id") ?? "")"
    case "channel": return "#\(element.text(at: "/channel_id") ?? "")"
    case "broadcast": return "@\(element.text(at: "/range") ?? "")"
    case "date": return element.text(at: "/fallback") ?? ""
    case "text" where !isCode: return styled(text ?? "", element)
    default: return text ?? element.list(at: "/elements").map { piece($0) }.joined()
    }
  }

  private static func styled(_ text: String, _ element: JSONValue) -> String {
    let core = text.split(whereSeparator: \.isNewline).count == 1 ? text : nil
    guard let core, core.first?.isWhitespace == false, core.last?.isWhitespace == false else {
      return text
    }
    let marks = [("code", "`"), ("strike", "~~"), ("italic", "_"), ("bold", "**")]
    return marks.reduce(core) { text, mark in
      element.text(at: "/style/\(mark.0)") == "true" ? mark.1 + text + mark.1 : text
    }
  }
}
