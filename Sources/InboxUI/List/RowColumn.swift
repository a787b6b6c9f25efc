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
    let place = columns.firstIndex { $0.kind.follows } ?? columns.count
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
    guard kind.takesWidth, let width = Int(parts[1]), Self.widths.contains(width) else {
      return nil
    }
    self.width = width
  }

  /// The text that ``init(text:)`` parses as this column.
  package var text: String { kind.rawValue + (width.map { ":\($0)" } ?? "") }
}

extension RowColumn.Kind {
  /// Whether it usually follows the title.
  fileprivate var follows: Bool {
    switch self {
    case .count, .progress, .marks, .tags, .thread, .time, .mark: true
    case .glyph, .picture, .source, .title, .priority, .number: false
    }
  }

  /// Whether its width can be configured.
  var takesWidth: Bool {
    switch self {
    case .source, .tags, .thread, .number, .count, .progress: true
    case .glyph, .picture, .title, .marks, .priority, .time, .mark: false
    }
  }

  /// The usual width; nil for a width that depends on the content.
  var usualWidth: Int? {
    switch self {
    case .mark: 1
    case .glyph, .priority: 2
    case .picture: 4
    case .source, .tags: 16
    case .thread: 12
    case .number, .count, .time: 5
    case .progress: 10
    case .title, .marks: nil
    }
  }

  var isRightAligned: Bool {
    switch self {
    case .number, .count, .marks, .time: true
    case .glyph, .picture, .source, .title, .progress, .tags, .thread, .priority, .mark: false
    }
  }

  /// The minimum width of a row that shows it.
  var leastRowWidth: Int {
    switch self {
    case .title, .mark: 0
    case .glyph: 16
    case .time: 30
    case .picture, .source, .count, .progress, .marks, .tags, .thread, .priority, .number: 50
    }
  }
}
