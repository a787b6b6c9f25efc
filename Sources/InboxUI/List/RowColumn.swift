/// A column of the list: its content and an optional width.
package struct RowColumn: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable, Hashable {
    /// The glyph of the message, or the theme's placeholder.
    case glyph
    /// The first attached picture of this machine.
    case picture
    /// The source.
    case source
    /// The title, which takes the remaining width.
    case title
    /// The number of occurrences: `×214`.
    case count
    /// The progress bar.
    case progress
    /// Marks; with count, progress and priority, unless these have columns of their own.
    case marks
    case tags, thread
    /// `█` for the highest priority, `▎` for high, else empty.
    case priority
    /// The message number, as commands accept it.
    case number
    case time
    /// The theme's mark of read and unread messages, in place of the one in front of the row.
    case mark
  }

  package var kind: Kind
  /// The width in columns; nil for the usual one.
  package var width: Int?

  package init(_ kind: Kind, width: Int? = nil) {
    self.kind = kind
    self.width = width
  }

  /// The default columns.
  package static let standard: [RowColumn] = [
    RowColumn(.glyph), RowColumn(.source), RowColumn(.title), RowColumn(.marks), RowColumn(.time),
  ]

  /// The valid widths.
  package static let widths = 1...80

  /// The columns with a title, added before the first column that usually follows it.
  package static func completed(_ columns: [RowColumn]) -> [RowColumn] {
    guard !columns.contains(where: { $0.kind == .title }) else { return columns }
    let place = columns.firstIndex { $0.kind.layout.followsTitle } ?? columns.count
    return columns[..<place] + [RowColumn(.title)] + columns[place...]
  }
}

extension RowColumn {
  /// Parses `source` or `source:16`; nil for anything else.
  package init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.init(kind)
    guard parts.count == 2 else { return }
    guard kind.layout.takesWidth, let width = Int(parts[1]), Self.widths.contains(width) else {
      return nil
    }
    self.width = width
  }

  /// The text that ``init(text:)`` parses as this column.
  package var text: String { kind.rawValue + (width.map { ":\($0)" } ?? "") }
}

extension RowColumn.Kind {
  /// How a column is laid out.
  struct Layout {
    /// The usual width; nil for a width that depends on the content.
    var width: Int?
    /// Whether its width can be configured.
    var takesWidth = false
    var isRightAligned = false
    /// Whether it usually follows the title.
    var followsTitle = false
    /// The minimum width of a row that shows it.
    var leastRowWidth = 50
  }

  var layout: Layout {
    switch self {
    case .glyph: Layout(width: 2, leastRowWidth: 16)
    case .picture: Layout(width: 4)
    case .source: Layout(width: 16, takesWidth: true)
    case .title: Layout(leastRowWidth: 0)
    case .count: Layout(width: 5, takesWidth: true, isRightAligned: true, followsTitle: true)
    case .progress: Layout(width: 10, takesWidth: true, followsTitle: true)
    case .marks: Layout(isRightAligned: true, followsTitle: true)
    case .tags: Layout(width: 16, takesWidth: true, followsTitle: true)
    case .thread: Layout(width: 12, takesWidth: true, followsTitle: true)
    case .priority: Layout(width: 2)
    case .number: Layout(width: 5, takesWidth: true, isRightAligned: true)
    case .time: Layout(width: 5, isRightAligned: true, followsTitle: true, leastRowWidth: 30)
    case .mark: Layout(width: 1, followsTitle: true, leastRowWidth: 0)
    }
  }
}
