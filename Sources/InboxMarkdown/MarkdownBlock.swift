/// A block of a Markdown document that holds text, with the quotes and list items around it.
package struct MarkdownBlock: Sendable, Hashable {
  /// A quote or a list item around a block.
  package enum Container: Sendable, Hashable {
    /// A quote.
    case quote
    /// A list item; its marker stands before its first block only.
    case item(marker: ItemMarker, isFirst: Bool)
  }

  /// The mark before a list item.
  package enum ItemMarker: Sendable, Hashable {
    /// A bullet.
    case bullet
    /// A number.
    case number(Int)
    /// A box that is ticked or not.
    case task(isDone: Bool)
  }

  /// The text that a block holds.
  package enum Content: Sendable, Hashable {
    case paragraph(MarkdownText)
    case heading(level: Int, MarkdownText)
    /// A text with line ends of its own.
    case code(String)
    case table(MarkdownTable)
    case rule
  }

  /// What is around it, the outermost first.
  package var containers: [Container]
  /// What it holds.
  package var content: Content
  /// Whether no blank line parts it from the block before.
  package var isTight: Bool
}

/// A table: its header, then its rows.
package struct MarkdownTable: Sendable, Hashable {
  /// The side on which the texts of a column stand.
  package enum Alignment: Sendable, Hashable {
    case left, center, right
  }

  /// One for each column.
  package var alignments: [Alignment]
  /// The rows, each with one text for each column; the first is the header.
  package internal(set) var rows: [[MarkdownText]] = []
}
