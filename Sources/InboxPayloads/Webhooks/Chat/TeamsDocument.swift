import InboxText

/// Documents for Microsoft Teams: message cards of connectors, adaptive cards of workflows.
extension ChatMessage {
  /// Reads a document.
  init(teams document: JSONValue) {
    self.init { $0 }
    let attached = elements(of: document, at: "/attachments")
      .compactMap { $0.value(at: "/content") }
    for card in [document] + attached {
      // Hero and thumbnail cards have the fields of message cards.
      if card.text(at: "/type") == "AdaptiveCard" {
        addCard(card)
      } else {
        addMessageCard(card)
      }
    }
  }

  private mutating func addMessageCard(_ card: JSONValue) {
    addHeading(card.text(at: "/title"))
    addText(card.text(at: "/subtitle"))
    // The summary is for places that do not show the card, and is not a part of it.
    if card.text(at: "/title") == nil {
      addHeading(card.text(at: "/summary"))
    } else {
      addText(card.text(at: "/summary"))
    }
    addText(card.text(at: "/text"))
    for section in elements(of: card, at: "/sections") {
      addHeading(section.text(at: "/title"))
      for key in ["/activityTitle", "/activitySubtitle", "/activityText", "/text"] {
        addText(section.text(at: key))
      }
      for fact in elements(of: section, at: "/facts") {
        addField(fact.text(at: "/name"), fact.text(at: "/value"))
      }
      for key in ["/heroImage/image", "/activityImage"] { addImage(nil, section.text(at: key)) }
      for image in elements(of: section, at: "/images") {
        addImage(image.text(at: "/title"), image.text(at: "/image"))
      }
      addActions(of: section)
    }
    addActions(of: card)
    for button in elements(of: card, at: "/buttons") {
      addLink(button.text(at: "/title"), button.text(at: "/value"))
    }
  }

  private mutating func addActions(of card: JSONValue) {
    for action in elements(of: card, at: "/potentialAction") {
      let url = action.text(at: "/targets/0/uri") ?? action.text(at: "/target/0")
      addLink(action.text(at: "/name"), url)
      for choice in elements(of: action, at: "/actions") {
        addLink(choice.text(at: "/name"), choice.text(at: "/targets/0/uri"))
      }
    }
  }

  private mutating func addCard(_ card: JSONValue) {
    for element in elements(of: card, at: "/body") { addElement(element) }
    for action in elements(of: card, at: "/actions") { addAction(action) }
    addSelection(of: card)
    if card.list(at: "/body").isEmpty { addText(card.text(at: "/fallbackText")) }
  }

  private mutating func addAction(_ action: JSONValue) {
    addLink(action.text(at: "/title"), action.text(at: "/url"))
    if let card = action.value(at: "/card") { addCard(card) }
  }

  /// Adds an element of an adaptive card with its children: containers, and unknown elements.
  private mutating func addElement(_ element: JSONValue) {
    guard !addKnownElement(element) else { return }
    addOther(element) { part, message in
      let isAction = part.text(at: "/type")?.hasPrefix("Action.") ?? false
      guard isAction else { return message.addKnownElement(part) }
      message.addAction(part)
      return true
    }
    addSelection(of: element)
  }

  /// Adds an element of a kind with its own names of values; false for others.
  private mutating func addKnownElement(_ element: JSONValue) -> Bool {
    switch element.text(at: "/type") {
    case "TextBlock": addTextBlock(element)
    case "RichTextBlock":
      let runs = elements(of: element, at: "/inlines")
        .map { $0.text(at: "/text") ?? $0.plainText ?? "" }
      addText(runs.joined())
      for run in runs { note(run) }
    case "FactSet":
      for fact in elements(of: element, at: "/facts") {
        addField(fact.text(at: "/title"), fact.text(at: "/value"))
      }
    case "Image": addImage(element.text(at: "/altText"), element.text(at: "/url"))
    case "CodeBlock":
      if let code = element.text(at: "/codeSnippet") {
        addText("```\(element.text(at: "/language") ?? "")\n\(code)\n```")
      }
    case "Table":
      for row in elements(of: element, at: "/rows") {
        var texts: [String] = []
        for cell in elements(of: row, at: "/cells") {
          cell.forEachText { _, name, text in if name == "text" { texts.append(text) } }
        }
        addText(texts.joined(separator: " · "))
        for text in texts { note(text) }
      }
    default: return false
    }
    addSelection(of: element)
    return true
  }

  private mutating func addSelection(of element: JSONValue) {
    if let action = element.value(at: "/selectAction") { addAction(action) }
  }

  private mutating func addTextBlock(_ block: JSONValue) {
    let size = block.text(at: "/size")?.lowercased()
    let isHeading =
      block.text(at: "/style") == "heading" || size == "large" || size == "extralarge"
      || size == "medium" && block.text(at: "/weight")?.lowercased() == "bolder"
    if isHeading {
      addHeading(block.text(at: "/text"))
    } else {
      addText(block.text(at: "/text"))
    }
  }
}
