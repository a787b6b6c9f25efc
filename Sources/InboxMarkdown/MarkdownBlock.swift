/// A leaf block of a Markdown document, with its containers: quotes and list items.
package struct MarkdownBlock: Sendable, Hashable {
  /// A container block.
  package enum Container: Sendable, Hashable {
    /// A block quote.
    case quote
    /// A list item; its marker is shown before its first block only.
    case item(marker: ItemMarker, isFirst: Bool)
  }

  /// The marker of a list item.
  package enum ItemMarker: Sendable, Hashable {
    /// A bullet.
    case bullet
    /// The number of an ordered item.
    case number(Int)
    /// The checkbox of a task.
    case task(isDone: Bool)
  }

  /// The content of a leaf block.
  package enum Content: Sendable, Hashable {
    case paragraph(MarkdownText)
    case heading(level: Int, MarkdownText)
    /// A code block; its line ends are kept.
    case code(String)
    case table(MarkdownTable)
    case rule
  }

  /// The containers, outermost first.
  package var containers: [Container]
  /// The content.
  package var content: Content
  /// Whether it follows the previous block without a blank line.
  package var isTight: Bool
}

/// A table.
package struct MarkdownTable: Sendable, Hashable {
  /// The alignment of a column.
  package enum Alignment: Sendable, Hashable {
    case left, center, right
  }

  /// The alignment of each column.
  package var alignments: [Alignment]
  /// The rows, each with a text for each column; the first is the header.
  package internal(set) var rows: [[MarkdownText]] = []
}
