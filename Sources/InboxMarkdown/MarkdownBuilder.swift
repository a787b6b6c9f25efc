import CCommonMark

/// Builds blocks from the steps of a walk through cmark's syntax tree.
///
/// Open containers are kept on an explicit stack, so that deep nesting cannot overflow the call
/// stack.
struct MarkdownBuilder {
  /// The finished blocks.
  private(set) var blocks: [MarkdownBlock] = []
  /// The inline content of the current block, with all links so far.
  private(set) var inlines = MarkdownInlines()

  /// Maximum depth of containers; a deeper one is dropped, and its text kept.
  private static let mostDepth = 8

  /// An open quote, list or item.
  private struct Open {
    /// The container; nil for a list, which is shown only by its items.
    var container: MarkdownBlock.Container?
    /// For an ordered list, the number of its next item; else nil.
    var next: Int?
    /// Whether it is a tight list, without blank lines between its items.
    var isTight = false
    /// Whether it has a block already.
    var hasBlock = false
  }

  private var stack: [Open] = []
  private var table = MarkdownTable(alignments: [])

  /// Handles a step of the walk.
  mutating func take(_ step: commonmark_step) {
    switch step.kind {
    case commonmark_quote, commonmark_list, commonmark_item:
      if step.enters { enter(step) } else { leave(step) }
    case commonmark_paragraph: if !step.enters { add(.paragraph(inlines.end())) }
    case commonmark_heading:
      if !step.enters { add(.heading(level: Int(step.number), inlines.end())) }
    case commonmark_code_block, commonmark_html_block: add(.code(step.content))
    case commonmark_rule: add(.rule)
    case commonmark_table:
      if step.enters { table = .init(alignments: step.alignments) } else { add(.table(table)) }
    case commonmark_row: if step.enters { table.rows.append([]) }
    case commonmark_cell:
      guard !step.enters, let row = table.rows.indices.last else { return }
      table.rows[row].append(inlines.end())
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
    // An empty item gets an empty paragraph, so that its marker is shown.
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

  /// Appends a block to the open containers, whose next blocks are then not their first.
  private mutating func add(_ content: MarkdownBlock.Content) {
    let lists = stack.filter { $0.container == nil }
    let isTight = lists.last?.isTight == true && lists.first?.hasBlock == true
    let containers = stack.lazy.compactMap(\.container).prefix(Self.mostDepth)
    blocks.append(
      MarkdownBlock(containers: Array(containers), content: content, isTight: isTight))
    // If a container has a block, those around it have too, so most calls check only the innermost.
    for index in stack.indices.reversed() {
      guard !stack[index].hasBlock else { break }
      stack[index].hasBlock = true
      if case .item(let marker, _) = stack[index].container {
        stack[index].container = .item(marker: marker, isFirst: false)
      }
    }
  }
}

/// Builds the inline content of one block at a time, and collects links.
struct MarkdownInlines {
  /// The targets of all links so far, in all blocks.
  private(set) var links: [String] = []
  /// The indices of links to images.
  private(set) var images: [Int] = []
  private var text = MarkdownText()
  /// The open links, innermost last.
  private var openLinks: [Int] = []
  /// The nesting depth of each style.
  private var depths: [MarkdownStyle: Int] = [:]

  /// Returns the text of the block and starts the next one.
  mutating func end() -> MarkdownText {
    defer { text = MarkdownText() }
    return text
  }

  /// Handles a step of the walk.
  mutating func take(_ step: commonmark_step) {
    let change = step.enters ? 1 : -1
    switch step.kind {
    case commonmark_emphasis: depths[.emphasis, default: 0] += change
    case commonmark_strong: depths[.strong, default: 0] += change
    case commonmark_strike: depths[.strike, default: 0] += change
    case commonmark_link, commonmark_image: takeLink(step)
    case commonmark_soft_break: append(" ")
    case commonmark_hard_break: append("\n")
    case commonmark_code: append(step.content, .code)
    case commonmark_html:
      let isBreak = ["<br>", "<br/>", "<br />"].contains(step.content.lowercased())
      append(isBreak ? "\n" : step.content)
    default: append(step.content)
    }
  }

  private mutating func takeLink(_ step: commonmark_step) {
    if step.enters {
      if step.kind == commonmark_image { images.append(links.count) }
      openLinks.append(links.count)
      links.append(step.content)
    } else if let link = openLinks.popLast(), text.runs.last?.link != link {
      // An image or link without text is shown by the file name of its target.
      append(links[link].split(separator: "/").last.map(String.init) ?? "link", link: link)
    }
  }

  private mutating func append(_ piece: String, _ style: MarkdownStyle = [], link: Int? = nil) {
    guard !piece.isEmpty else { return }
    let open = depths.filter { $0.value > 0 }.keys
    text.append(piece, style.union(MarkdownStyle(open)), link: link ?? openLinks.last)
  }
}

extension commonmark_step {
  /// The text of the node, or the target of a link.
  fileprivate var content: String {
    guard let text else { return "" }
    let bytes = UnsafeRawBufferPointer(start: text, count: count)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The alignments of a table's columns.
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
