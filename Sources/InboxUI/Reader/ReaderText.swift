/// The lines of a message joined to one text, so that searches match across wrapped lines.
///
/// A line end counts as one blank. Times are left out, as their text changes with the clock.
struct ReaderText {
  /// The part of the text that a line is.
  private struct Part {
    /// Its first byte in the text.
    var start: Int
    /// Bytes of leading blanks and bars of the line, which are left out.
    var hidden: Int
    var count: Int
    var row: Int
  }

  private var text = ""
  private var parts: [Part] = []

  /// Joins the lines of a message, or the visible ones; rows are counted from the first of them.
  init(_ rows: some Sequence<ReaderRow>) {
    for (row, line) in rows.enumerated() {
      guard case .line(let line) = line else { continue }
      let all = line.spans.map(\.text).joined()
      let hidden = all.prefix { $0 == " " || $0 == "▎" }.utf8.count
      let shown = all.utf8.dropFirst(hidden)
      guard !shown.isEmpty else { continue }
      parts.append(Part(start: text.utf8.count, hidden: hidden, count: shown.count, row: row))
      text += String(Substring(shown)) + " "
    }
  }

  /// The matches of a text, from the top, without overlaps.
  func matches(of wanted: String) -> [ReaderMatch] {
    TextSearch.occurrences(of: wanted, in: text).map { match(text.byteRange($0)) }
  }

  /// The matches of the list's search, from the top, without overlaps.
  func matches(of searched: SearchedTexts) -> [ReaderMatch] {
    searched.matches(in: text).map(match)
  }

  private func match(_ bytes: Range<Int>) -> ReaderMatch {
    var place = parts.firstPlace { $0.start + $0.count >= bytes.lowerBound }
    var pieces: [ReaderMatch.Piece] = []
    while place < parts.count, parts[place].start < bytes.upperBound {
      let part = parts[place]
      let shown = bytes.clamped(to: part.start..<(part.start + part.count))
      let shift = part.hidden - part.start
      if !shown.isEmpty {
        let inLine = (shown.lowerBound + shift)..<(shown.upperBound + shift)
        pieces.append(.init(row: part.row, bytes: inLine))
      }
      place += 1
    }
    return ReaderMatch(pieces: pieces)
  }
}

extension Array {
  /// The first place, by binary search, from which on all elements meet a condition.
  func firstPlace(where isMet: (Element) -> Bool) -> Int {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) / 2
      if isMet(self[middle]) { end = middle } else { start = middle + 1 }
    }
    return start
  }
}
