import InboxCore
import InboxText

/// Documents for the incoming webhooks of Slack and of Mattermost, which accept the same.
enum SlackDocument {
  /// The message of a document; texts without Slack's markup are Markdown already.
  static func read(_ document: JSONValue, hasMarkup: Bool) -> ReadDocument {
    var message = ChatMessage { hasMarkup ? SlackMarkup.markdown($0) : $0 }
    message.sender = document.text(at: "/username")
    let blocks = message.elements(of: document, at: "/blocks")
    let header = blocks.first { $0.text(at: "/type") == "header" }
    message.addHeading(header?.text(at: "/text/text"))
    for block in blocks { add(block, to: &message) }
    for attachment in message.elements(of: document, at: "/attachments") {
      add(attachment: attachment, to: &message)
    }
    // With blocks the text is for notifications, usually a summary of them.
    message.addLead(message.markdown(document.text(at: "/text")))
    message.addText(document.text(at: "/props/card"))
    if let word = document.text(at: "/priority/priority") {
      message.priority = Priority(parsing: word)
    }
    return message.read(document)
  }

  private static func add(attachment: JSONValue, to message: inout ChatMessage) {
    let hasText = ["/pretext", "/title", "/text", "/fields", "/blocks", "/author_name"]
      .contains { attachment.value(at: $0) ?? .null != .null }
    if !hasText { message.addText(message.markdown(attachment.text(at: "/fallback"))) }
    message.addText(message.markdown(attachment.text(at: "/pretext")))
    message.addAuthor(
      attachment.text(at: "/author_name"), url: attachment.text(at: "/author_link"))
    message.addHeading(
      attachment.text(at: "/title").map(SlackMarkup.unescaped),
      url: attachment.text(at: "/title_link"))
    message.addText(message.markdown(attachment.text(at: "/text")))
    for field in message.elements(of: attachment, at: "/fields") {
      message.addField(field.text(at: "/title"), message.markdown(field.text(at: "/value")))
    }
    for block in message.elements(of: attachment, at: "/blocks") { add(block, to: &message) }
    for action in message.elements(of: attachment, at: "/actions") {
      message.addLink(action.text(at: "/text") ?? action.text(at: "/name"), action.text(at: "/url"))
    }
    for key in ["/image_url", "/thumb_url"] { message.addImage(nil, attachment.text(at: key)) }
    message.addText(attachment.text(at: "/footer"))
    if attachment.text(at: "/color") == "danger" { message.priority = .high }
  }

  /// The kinds of text objects.
  private static let textKinds = ["mrkdwn", "plain_text", "markdown", "raw_text"]

  /// Adds a block or an element of one; of an unknown kind, what it contains.
  private static func add(_ block: JSONValue, to message: inout ChatMessage) {
    guard !addKnown(block, to: &message) else { return }
    message.addOther(block) { part, message in
      let isText = part.text(at: "/type").map(textKinds.contains) ?? false
      guard isText, let text = text(part, for: &message) else {
        return addKnown(part, to: &message)
      }
      message.addText(text)
      return true
    }
  }

  /// Adds a block or an element of one; false for an unknown kind.
  private static func addKnown(_ block: JSONValue, to message: inout ChatMessage) -> Bool {
    switch block.text(at: "/type") {
    case "header": message.addHeading(block.text(at: "/text/text"))
    case "section":
      message.addText(text(block.value(at: "/text"), for: &message))
      for field in message.elements(of: block, at: "/fields") {
        message.addText(text(field, for: &message))
      }
      if let accessory = block.value(at: "/accessory") {
        add(accessory, to: &message)
      }
    case "context":
      let elements = message.elements(of: block, at: "/elements")
      let texts = elements.compactMap { text($0, for: &message) }
      message.addText(texts.joined(separator: " "))
      for text in texts { message.note(text) }
      for image in elements where image.text(at: "/type") == "image" {
        add(image, to: &message)
      }
    case "image":
      message.addText(text(block.value(at: "/title"), for: &message))
      message.addImage(block.text(at: "/alt_text"), block.text(at: "/image_url"))
      if block.value(at: "/image_url") == nil {
        message.addImage(block.text(at: "/alt_text"), block.text(at: "/slack_file/url"))
      }
    case "button", "workflow_button":
      message.addLink(block.text(at: "/text/text"), block.text(at: "/url"))
    case "video":
      message.addHeading(text(block.value(at: "/title"), for: &message))
      message.addText(text(block.value(at: "/description"), for: &message))
      message.addLink(
        text(block.value(at: "/title"), for: &message),
        block.text(at: "/title_url") ?? block.text(at: "/video_url"))
    case "rich_text": add(richText: block, to: &message)
    case "divider": break
    case "table":
      for case .array(let cells) in message.elements(of: block, at: "/rows") {
        let texts = cells.map { cell in
          text(cell, for: &message) ?? SlackRichText.markdown(cell.list(at: "/elements")) ?? ""
        }
        message.addText(texts.joined(separator: " · "))
        for text in texts { message.note(text) }
      }
    default: return false
    }
    return true
  }

  private static func add(richText block: JSONValue, to message: inout ChatMessage) {
    message.addText(SlackRichText.markdown(message.elements(of: block, at: "/elements")))
    // Its lines are put together from pieces.
    block.forEachText { _, name, text in
      if ["text", "user_id", "usergroup_id", "channel_id"].contains(name) {
        message.note(text)
      }
    }
  }

  /// The text of a text object: `mrkdwn`, `plain_text`, or Markdown.
  private static func text(_ value: JSONValue?, for message: inout ChatMessage) -> String? {
    guard let value else { return nil }
    if case .string(let text) = value { return message.markdown(text) }
    guard let text = value.text(at: "/text") else { return nil }
    switch value.text(at: "/type") {
    case "plain_text", "markdown", "raw_text": return text
    default: return message.markdown(text)
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
