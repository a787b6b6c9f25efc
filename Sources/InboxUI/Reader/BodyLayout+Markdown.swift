import InboxMarkdown
import InboxText

extension BodyLayout {
  /// Lays out an untrusted Markdown text.
  mutating func add(markdown text: String) {
    let document = MarkdownDocument(parsing: text)
    var containers: [MarkdownBlock.Container] = []
    for (index, block) in document.blocks.enumerated() {
      if index > 0, !block.isTight { add(gap(between: containers, and: block.containers)) }
      add(block, of: document)
      if imageEnd == nil, let imageLink, block.content.holds(imageLink) { imageEnd = lines.count }
      containers = block.containers
    }
  }

  /// The line between two blocks: the bars of their common quotes, or a blank line.
  private func gap(
    between above: [MarkdownBlock.Container], and below: [MarkdownBlock.Container]
  ) -> [Span] {
    let shared = zip(above, below).prefix { above, below in
      switch (above, below) {
      case (.quote, .quote): true
      case (.item, .item(_, let isFirst)): !isFirst
      default: false
      }
    }
    let spans = fitting(shared.map(\.1)).flatMap(rest)
    return spans.contains { $0.roles.contains(RoleSet(.border)) } ? spans : []
  }

  private mutating func add(_ block: MarkdownBlock, of document: MarkdownDocument) {
    let around = fitting(block.containers)
    let first = around.flatMap(self.first)
    let rest = around.flatMap(self.rest)
    let isQuote = around.contains(.quote)
    let roles = isQuote ? Self.base.union(RoleSet(.quote)) : Self.base
    switch block.content {
    case .paragraph(let text):
      add(rich(text, roles, document), first: first, rest: rest)
    case .heading(_, let text):
      add(rich(text, roles.union(RoleSet(.heading)), document), first: first, rest: rest)
    case .code(let code): add(code: code, first: first, rest: rest)
    case .table(let table): add(table, roles, document, first: first, rest: rest)
    case .rule:
      let line = String(repeating: "─", count: max(columns - first.columns, 1))
      let roles = Self.base.union(RoleSet(.border))
      add(RichText(line, roles: roles), first: first, rest: rest)
    }
  }

  /// The innermost containers that leave enough room for text.
  private func fitting(_ containers: [MarkdownBlock.Container]) -> [MarkdownBlock.Container] {
    var containers = containers[...]
    while !containers.isEmpty, containers.flatMap(rest).columns > columns / 2 {
      containers.removeFirst()
    }
    return Array(containers)
  }

  private func first(of container: MarkdownBlock.Container) -> [Span] {
    guard case .item(let marker, true) = container else { return rest(of: container) }
    return [Span(marker.text, columns: marker.text.columns, roles: Self.base)]
  }

  private func rest(of container: MarkdownBlock.Container) -> [Span] {
    switch container {
    case .quote:
      [
        Span("▎", columns: 1, roles: Self.base.union(RoleSet(.border))),
        .blank(1, roles: Self.base),
      ]
    case .item(let marker, _): [.blank(marker.text.columns, roles: Self.base)]
    }
  }

  /// Lays out a code block on its own background.
  private mutating func add(code: String, first: [Span], rest: [Span]) {
    let roles = Self.base.union(RoleSet(.codeBlock))
    var shown = code.printable(keepingNewlines: true)
    if shown.utf8.last == 0x0A { shown.removeLast() }
    let indent = [Span.blank(2, roles: roles)]
    add(lines: shown, roles: roles, first: first + indent, rest: rest + indent, ground: roles)
  }

  /// Converts inline text to rich text, with the roles of its styles and the numbers of its links.
  mutating func rich(
    _ text: MarkdownText, _ roles: RoleSet, _ document: MarkdownDocument
  ) -> RichText {
    var rich = RichText()
    for (index, run) in text.runs.enumerated() {
      let shown = run.text.printable(keepingNewlines: true)
      let style = roles.union(run.style.roles)
      let isStruck = run.style.contains(.strike)
      if isStruck { rich.append("~", roles: style) }
      if let link = run.link, document.links.indices.contains(link) {
        let url = document.links[link]
        let isOpenable = numbers.isOpenable(url)
        let target = numbers.link(to: url)
        rich.append(shown, roles: isOpenable ? style.union(RoleSet(.link)) : style, link: target)
        let isLast = index == text.runs.count - 1 || text.runs[index + 1].link != link
        if isLast, let target { rich.append(numberOf: target, over: roles) }
      } else {
        LinkedText.append(shown, roles: style, numbers: &numbers, to: &rich)
      }
      if isStruck { rich.append("~", roles: style) }
    }
    return rich
  }
}

extension MarkdownBlock.Content {
  /// Whether it contains a link of the document.
  fileprivate func holds(_ link: Int) -> Bool {
    switch self {
    case .paragraph(let text), .heading(_, let text): text.holds(link)
    case .table(let table): table.rows.joined().contains { $0.holds(link) }
    case .code, .rule: false
    }
  }
}

extension MarkdownText {
  fileprivate func holds(_ link: Int) -> Bool { runs.contains { $0.link == link } }
}

extension MarkdownStyle {
  /// The roles of the style.
  fileprivate var roles: RoleSet {
    var roles = RoleSet()
    if contains(.emphasis) { roles.formUnion(RoleSet(.emphasis)) }
    if contains(.strong) { roles.formUnion(RoleSet(.strong)) }
    if contains(.code) { roles.formUnion(RoleSet(.code)) }
    if contains(.strike) { roles.formUnion(RoleSet(.strike)) }
    return roles
  }
}

extension MarkdownBlock.ItemMarker {
  /// The marker with a blank after it.
  fileprivate var text: String {
    switch self {
    case .bullet: "• "
    case .number(let number): "\(number). "
    case .task(let isDone): isDone ? "☑ " : "☐ "
    }
  }
}
