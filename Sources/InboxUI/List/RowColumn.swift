/// A column of the rows: what it shows and, where a person says so, how wide it is.
package struct RowColumn: Sendable, Hashable {
  /// The content of a column.
  package enum Kind: String, CaseIterable, Sendable, Hashable {
    /// The message's glyph or the theme's placeholder.
    case glyph
    /// Who sent it.
    case source
    /// The title; it takes the room that the others leave.
    case title
    /// How often it came: `×214`.
    case count
    /// How far something has come, as a bar.
    case progress
    /// Signs of its properties; with the count and the bar, unless these have columns.
    case marks
    case tags, thread
    /// `!!`, `!`, and nothing below.
    case priority
    /// Its number, as commands take it.
    case number
    case time
  }

  /// What it shows.
  package var kind: Kind
  /// Its width in columns; nil for the usual one.
  package var width: Int?

  /// Makes a column.
  package init(_ kind: Kind, width: Int? = nil) {
    self.kind = kind
    self.width = width
  }

  /// The columns without a choice.
  package static let standard: [RowColumn] = [
    RowColumn(.glyph), RowColumn(.source), RowColumn(.title), RowColumn(.marks), RowColumn(.time),
  ]

  /// The widths that a column may have.
  package static let widths = 1...80

  /// The columns of a list, with a title among them: behind the parts that usually lead a row.
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
  /// Whether it usually stands behind the title.
  fileprivate var follows: Bool {
    switch self {
    case .count, .progress, .marks, .tags, .thread, .time: true
    case .glyph, .source, .title, .priority, .number: false
    }
  }

  /// Whether a person may say how wide it is.
  var takesWidth: Bool {
    switch self {
    case .source, .tags, .thread, .number, .count, .progress: true
    case .glyph, .title, .marks, .priority, .time: false
    }
  }

  /// The usual width; nil for what takes as much as it needs.
  var usualWidth: Int? {
    switch self {
    case .glyph, .priority: 2
    case .source, .tags: 16
    case .thread: 12
    case .number, .count, .time: 5
    case .progress: 10
    case .title, .marks: nil
    }
  }

  /// Whether it is written against the right edge of its column.
  var isRightAligned: Bool {
    switch self {
    case .number, .count, .marks, .time: true
    case .glyph, .source, .title, .progress, .tags, .thread, .priority: false
    }
  }

  /// The least width of a row that has room for it.
  var leastRowWidth: Int {
    switch self {
    case .title: 0
    case .glyph: 16
    case .time: 30
    case .source, .count, .progress, .marks, .tags, .thread, .priority, .number: 50
    }
  }
}
