import InboxCore

/// A search in the reader with its matches.
struct ReaderSearch: Sendable, Hashable {
  /// The searched text, ignoring case and accents.
  ///
  /// After `re:` it is a regular expression, as in the list.
  let text: String
  /// The matches, in the order of the lines.
  private(set) var matches: [ReaderMatch]
  /// The index of the current match.
  private(set) var current: Int?

  /// The number of matches.
  var count: Int { matches.count }

  init(_ text: String, in content: ReaderContent) {
    self.text = text
    let readerText = ReaderText(content.rows)
    matches =
      text.hasPrefix(TextPattern.expressionPrefix)
      ? readerText.matches(of: SearchedTexts(patterns: [TextPattern(text)]))
      : readerText.matches(of: text)
  }

  /// The same search after a new layout.
  func again(in content: ReaderContent) -> ReaderSearch {
    var search = ReaderSearch(text, in: content)
    search.current = current.flatMap { search.matches.indices.contains($0) ? $0 : nil }
    return search
  }

  /// The same search without a current match, as for the next message.
  var withoutCurrent: ReaderSearch {
    var search = self
    search.current = nil
    return search
  }

  /// Moves to the first match on a line or below it, else to the first of all.
  mutating func begin(at row: Int) {
    current = matches.firstIndex { $0.row >= row } ?? matches.indices.first
  }

  /// Moves to the next or previous match; returns whether the search wrapped.
  mutating func step(by step: Int) -> Bool {
    guard !matches.isEmpty else { return false }
    let place = (current ?? (step > 0 ? -1 : matches.count)) + step
    current = (place + matches.count) % matches.count
    return !matches.indices.contains(place)
  }

  /// The highlights of a line: bytes of its text, and whether they are of the current match.
  func marks(on row: Int) -> [(bytes: Range<Int>, isCurrent: Bool)] {
    // Matches are ordered: find the first one that may reach the line.
    let start = matches.firstPlace { $0.lastRow >= row }
    return matches[start...].prefix { $0.row <= row }.enumerated().flatMap { offset, match in
      match.pieces.filter { $0.row == row }.map { ($0.bytes, start + offset == current) }
    }
  }
}

/// A match of a search, which may span lines.
struct ReaderMatch: Sendable, Hashable {
  /// The part of a match on one line.
  struct Piece: Sendable, Hashable {
    var row: Int
    var bytes: Range<Int>
  }

  var pieces: [Piece]

  /// The line on which it starts.
  var row: Int { pieces.first?.row ?? 0 }
  /// The line on which it ends.
  var lastRow: Int { pieces.last?.row ?? 0 }
}
