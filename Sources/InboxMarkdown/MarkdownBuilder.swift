import CCommonMark

/// The building of blocks from the steps of a parser's walk.
///
/// The containers are kept on a stack of its own: no depth of nesting reaches the program's.
struct MarkdownBuilder {
  /// The finished blocks.
  private(set) var blocks: [MarkdownBlock] = []
  /// The text that is being read, with its links.
  private(set) var inlines = MarkdownInlines()

  /// Most containers around a block; a deeper one is dropped, and its text kept.
  private static let mostDepth = 8

  /// A quote, list or item that is open.
  private struct Open {
    /// Nil for a list, which shows nothing by itself.
    var container: MarkdownBlock.Container?
    /// Of a list: the number of its next item; nil where items have none.
    var next: Int?
    /// Of a list: whether no blank lines part its items.
    var isTight = false
    /// Whether a block in it was built.
    var hasBlock = false
  }

  private var stack: [Open] = []
  private var level = 0
  private var table = MarkdownTable(alignments: [])

  /// Takes a step in.
  mutating func take(_ step: commonmark_step) {
    switch step.kind {
    case commonmark_quote, commonmark_list, commonmark_item:
      if step.enters { enter(step) } else { leave(step) }
    case commonmark_paragraph, commonmark_heading: takeText(step)
    case commonmark_code_block, commonmark_html_block: add(.code(step.content))
    case commonmark_rule: add(.rule)
    case commonmark_table, commonmark_row, commonmark_cell: takeTable(step)
    default: inlines.take(step)
    }
  }

  private mutating func enter(_ step: commonmark_step) {
    switch step.kind {
    case commonmark_quote: stack.append(Open(container: .quote))
    case commonmark_list:
      let first = step.number < 0 ? nil : Int(step.number)
      stack.append(Open(next: first, isTight: step.flag))
    default:
      let marker = nextMarker(step.task)
      stack.append(Open(container: .item(marker: marker, isFirst: true)))
    }
  }

  private mutating func leave(_ step: commonmark_step) {
    // An item without text shows its marker alone.
    if step.kind == commonmark_item, stack.last?.hasBlock == false { add(.paragraph(.init())) }
    _ = stack.popLast()
  }

  private mutating func nextMarker(_ task: commonmark_task) -> MarkdownBlock.ItemMarker {
    let number = stack.last?.next
    if let number, let last = stack.indices.last { stack[last].next = number &+ 1 }
    switch task {
    case commonmark_open_task: return .task(isDone: false)
    case commonmark_done_task: return .task(isDone: true)
    default: return number.map { .number($0) } ?? .bullet
    }
  }

  /// Adds a block to the containers that are open; their markers have been shown from then on.
  private mutating func add(_ content: MarkdownBlock.Content) {
    let lists = stack.filter { $0.container == nil }
    let isTight = lists.last?.isTight == true && lists.first?.hasBlock == true
    let containers = stack.lazy.compactMap(\.container).prefix(Self.mostDepth)
    blocks.append(
      MarkdownBlock(containers: Array(containers), content: content, isTight: isTight))
    // What is above is known to have one: most blocks look at the innermost alone.
    for index in stack.indices.reversed() {
      guard !stack[index].hasBlock else { break }
      stack[index].hasBlock = true
      if case .item(let marker, _) = stack[index].container {
        stack[index].container = .item(marker: marker, isFirst: false)
      }
    }
  }

  private mutating func takeText(_ step: commonmark_step) {
    if step.enters {
      level = Int(step.number)
    } else {
      let text = inlines.end()
      add(step.kind == commonmark_heading ? .heading(level: level, text) : .paragraph(text))
    }
  }

  private mutating func takeTable(_ step: commonmark_step) {
    switch (step.kind, step.enters) {
    case (commonmark_table, true): table = MarkdownTable(alignments: step.alignments)
    case (commonmark_table, false): add(.table(table))
    case (commonmark_row, true): table.rows.append([])
    case (commonmark_cell, false):
      guard let row = table.rows.indices.last else { return }
      table.rows[row].append(inlines.end())
    default: break
    }
  }
}

/// The reading of the text within one block.
struct MarkdownInlines {
  /// The targets of the links so far, in all blocks.
  private(set) var links: [String] = []
  /// The indexes of those that are images.
  private(set) var images: [Int] = []
  private var text = MarkdownText()
  /// The links around the next piece, the innermost last.
  private var openLinks: [Int] = []
  /// How many of each mark are around the next piece.
  private var emphasis = 0
  private var strong = 0
  private var strike = 0

  /// The text so far; the next one begins.
  mutating func end() -> MarkdownText {
    defer { text = MarkdownText() }
    return text
  }

  /// Takes a step in.
  mutating func take(_ step: commonmark_step) {
    let change = step.enters ? 1 : -1
    switch step.kind {
    case commonmark_emphasis: emphasis += change
    case commonmark_strong: strong += change
    case commonmark_strike: strike += change
    case commonmark_link, commonmark_image: takeLink(step)
    case commonmark_soft_break: append(" ")
    case commonmark_hard_break: append("\n")
    case commonmark_code: append(step.content, .code)
    case commonmark_html: append(Self.isBreak(step.content) ? "\n" : step.content)
    default: append(step.content)
    }
  }

  private mutating func takeLink(_ step: commonmark_step) {
    if step.enters {
      if step.kind == commonmark_image { images.append(links.count) }
      openLinks.append(links.count)
      links.append(step.content)
    } else if let link = openLinks.popLast(), text.runs.last?.link != link {
      // A picture without a text is named by its file.
      append(links[link].split(separator: "/").last.map(String.init) ?? "link", link: link)
    }
  }

  private mutating func append(_ piece: String, _ style: MarkdownStyle = [], link: Int? = nil) {
    guard !piece.isEmpty else { return }
    var style = style
    if emphasis > 0 { style.insert(.emphasis) }
    if strong > 0 { style.insert(.strong) }
    if strike > 0 { style.insert(.strike) }
    text.append(piece, style, link: link ?? openLinks.last)
  }

  private static func isBreak(_ tag: String) -> Bool {
    ["<br>", "<br/>", "<br />"].contains(tag.lowercased())
  }
}

extension commonmark_step {
  /// What it says, or where it goes.
  fileprivate var content: String {
    guard let text else { return "" }
    let bytes = UnsafeRawBufferPointer(start: text, count: count)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The side on which the texts of each column stand.
  fileprivate var alignments: [MarkdownTable.Alignment] {
    (0..<Int(number)).map { column in
      switch text.map({ $0[column] }) {
      case CChar(UInt8(ascii: "r")): .right
      case CChar(UInt8(ascii: "c")): .center
      default: .left
      }
    }
  }
}
