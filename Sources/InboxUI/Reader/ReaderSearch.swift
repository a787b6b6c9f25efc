import Foundation
import InboxCore

/// A search in an open message: the text, and its matches.
struct ReaderSearch: Sendable, Hashable {
  /// What was typed; upper and lower case, and accents, make no difference.
  ///
  /// Behind `re:` it is an expression, as in the list.
  let text: String
  /// Where it stands, in the order of the lines.
  private(set) var matches: [ReaderMatch]
  /// The match that was gone to last.
  private(set) var current: Int?

  /// How many places there are.
  var count: Int { matches.count }

  init(_ text: String, in content: ReaderContent) {
    self.text = text
    let readerText = ReaderText(content.rows)
    matches =
      text.hasPrefix(TextPattern.expressionPrefix)
      ? readerText.matches(of: SearchedTexts(patterns: [TextPattern(text)]))
      : readerText.matches(of: text)
  }

  /// The same search after the lines were broken anew.
  func again(in content: ReaderContent) -> ReaderSearch {
    var search = ReaderSearch(text, in: content)
    search.current = current.flatMap { search.matches.indices.contains($0) ? $0 : nil }
    return search
  }

  /// The same search before any match was gone to, as for the next message.
  var withoutCurrent: ReaderSearch {
    var search = self
    search.current = nil
    return search
  }

  /// Goes to the first match on a line or below it; from the top when there is none.
  mutating func begin(at row: Int) {
    current = matches.firstIndex { $0.row >= row } ?? matches.indices.first
  }

  /// Goes to the next or previous match; returns whether it wrapped around the end.
  mutating func step(by step: Int) -> Bool {
    guard !matches.isEmpty else { return false }
    let place = (current ?? (step > 0 ? -1 : matches.count)) + step
    current = (place + matches.count) % matches.count
    return !matches.indices.contains(place)
  }

  /// What stands out on a line: bytes of its text, and whether they are of the present place.
  func marks(on row: Int) -> [(bytes: Range<Int>, isCurrent: Bool)] {
    var start = 0
    var end = matches.count
    // Matches are in order: only those that may reach the line are looked at.
    while start < end {
      let middle = (start + end) / 2
      if matches[middle].lastRow < row { start = middle + 1 } else { end = middle }
    }
    return matches[start...].prefix { $0.row <= row }.enumerated().flatMap { offset, match in
      match.pieces.filter { $0.row == row }.map { ($0.bytes, start + offset == current) }
    }
  }
}

/// A match of a searched text; it may go on over the end of a line.
struct ReaderMatch: Sendable, Hashable {
  /// A piece of it on one line.
  struct Piece: Sendable, Hashable {
    var row: Int
    var bytes: Range<Int>
  }

  var pieces: [Piece]

  /// The line on which it begins.
  var row: Int { pieces.first?.row ?? 0 }
  /// The line on which it ends.
  var lastRow: Int { pieces.last?.row ?? 0 }
}
