import InboxText

/// Documents for Microsoft Teams: message cards of connectors, adaptive cards of workflows.
enum TeamsDocument {
  /// The message of a document.
  static func read(_ document: JSONValue) -> ReadDocument {
    var message = ChatMessage { $0 }
    let attached = message.elements(of: document, at: "/attachments")
      .compactMap { $0.value(at: "/content") }
    for card in [document] + attached {
      // Hero and thumbnail cards have the fields of message cards.
      if card.text(at: "/type") == "AdaptiveCard" {
        add(card: card, to: &message)
      } else {
        add(messageCard: card, to: &message)
      }
    }
    return message.read(document)
  }

  private static func add(messageCard card: JSONValue, to message: inout ChatMessage) {
    message.addHeading(card.text(at: "/title"))
    message.addText(card.text(at: "/subtitle"))
    // The summary is for places that do not show the card, and is not a part of it.
    if card.text(at: "/title") == nil {
      message.addHeading(card.text(at: "/summary"))
    } else {
      message.addText(card.text(at: "/summary"))
    }
    message.addText(card.text(at: "/text"))
    for section in message.elements(of: card, at: "/sections") {
      message.addHeading(section.text(at: "/title"))
      for key in ["/activityTitle", "/activitySubtitle", "/activityText", "/text"] {
        message.addText(section.text(at: key))
      }
      for fact in message.elements(of: section, at: "/facts") {
        message.addField(fact.text(at: "/name"), fact.text(at: "/value"))
      }
      for key in ["/heroImage/image", "/activityImage"] {
        message.addImage(nil, section.text(at: key))
      }
      for image in message.elements(of: section, at: "/images") {
        message.addImage(image.text(at: "/title"), image.text(at: "/image"))
      }
      addActions(of: section, to: &message)
    }
    addActions(of: card, to: &message)
    for button in message.elements(of: card, at: "/buttons") {
      message.addLink(button.text(at: "/title"), button.text(at: "/value"))
    }
  }

  private static func addActions(of card: JSONValue, to message: inout ChatMessage) {
    for action in message.elements(of: card, at: "/potentialAction") {
      let url = action.text(at: "/targets/0/uri") ?? action.text(at: "/target/0")
      message.addLink(action.text(at: "/name"), url)
      for choice in message.elements(of: action, at: "/actions") {
        message.addLink(choice.text(at: "/name"), choice.text(at: "/targets/0/uri"))
      }
    }
  }

  private static func add(card: JSONValue, to message: inout ChatMessage) {
    for element in message.elements(of: card, at: "/body") { add(element, to: &message) }
    for action in message.elements(of: card, at: "/actions") { add(action: action, to: &message) }
    addSelection(of: card, to: &message)
    if card.list(at: "/body").isEmpty { message.addText(card.text(at: "/fallbackText")) }
  }

  private static func add(action: JSONValue, to message: inout ChatMessage) {
    message.addLink(action.text(at: "/title"), action.text(at: "/url"))
    if let card = action.value(at: "/card") { add(card: card, to: &message) }
  }

  /// Adds an element of an adaptive card with its children: containers, and unknown elements.
  private static func add(_ element: JSONValue, to message: inout ChatMessage) {
    guard !addKnown(element, to: &message) else { return }
    message.addOther(element) { part, message in
      let isAction = part.text(at: "/type")?.hasPrefix("Action.") ?? false
      guard isAction else { return addKnown(part, to: &message) }
      add(action: part, to: &message)
      return true
    }
    addSelection(of: element, to: &message)
  }

  /// Adds an element of a kind with its own names of values; false for others.
  private static func addKnown(_ element: JSONValue, to message: inout ChatMessage) -> Bool {
    switch element.text(at: "/type") {
    case "TextBlock": add(text: element, to: &message)
    case "RichTextBlock":
      let runs = message.elements(of: element, at: "/inlines")
        .map { $0.text(at: "/text") ?? $0.plainText ?? "" }
      message.addText(runs.joined())
      for run in runs { message.note(run) }
    case "FactSet":
      for fact in message.elements(of: element, at: "/facts") {
        message.addField(fact.text(at: "/title"), fact.text(at: "/value"))
      }
    case "Image": message.addImage(element.text(at: "/altText"), element.text(at: "/url"))
    case "CodeBlock":
      if let code = element.text(at: "/codeSnippet") {
        message.addText("```\(element.text(at: "/language") ?? "")\n\(code)\n```")
      }
    case "Table":
      for row in message.elements(of: element, at: "/rows") {
        var texts: [String] = []
        for cell in message.elements(of: row, at: "/cells") {
          cell.forEachText { _, name, text in if name == "text" { texts.append(text) } }
        }
        message.addText(texts.joined(separator: " · "))
        for text in texts { message.note(text) }
      }
    default: return false
    }
    addSelection(of: element, to: &message)
    return true
  }

  private static func addSelection(of element: JSONValue, to message: inout ChatMessage) {
    if let action = element.value(at: "/selectAction") { add(action: action, to: &message) }
  }

  private static func add(text block: JSONValue, to message: inout ChatMessage) {
    let size = block.text(at: "/size")?.lowercased()
    let isHeading =
      block.text(at: "/style") == "heading" || size == "large" || size == "extralarge"
      || size == "medium" && block.text(at: "/weight")?.lowercased() == "bolder"
    if isHeading {
      message.addHeading(block.text(at: "/text"))
    } else {
      message.addText(block.text(at: "/text"))
    }
  }
}
