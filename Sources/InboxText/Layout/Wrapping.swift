/// Wraps one text to a width in columns.
package struct Wrapping {
  /// The units of the text.
  let units: TextUnits
  /// Columns of a line, at least 1.
  let width: Int

  /// Creates a wrapping to `width` columns, at least 1.
  package init(units: TextUnits, width: Int) {
    self.units = units
    self.width = width
  }

  /// A line as a range of units, and the start of the next one.
  private typealias Break = (line: Range<Int>, next: Int)

  /// The wrapped lines; beyond the limit the last one ends in `…`.
  package func lines(atMost limit: Int) -> [String] {
    breaks.prefix(limit).enumerated().map { index, found in
      let isCut = index == limit - 1 && hasMore(after: found)
      return isCut ? cutLine(from: found.line.lowerBound) : text(of: found.line)
    }
  }

  /// All lines as ranges of units.
  package func ranges() -> [Range<Int>] { breaks.map(\.line) }

  /// The lines, each found as it is asked for.
  private var breaks: UnfoldSequence<Break, Int> {
    sequence(state: 0) { position in
      guard position < units.count else { return nil }
      let found = nextBreak(from: position)
      position = found.next
      return found
    }
  }

  /// Finds the end of the line that starts at a unit.
  private func nextBreak(from start: Int) -> Break {
    var used = 0
    var index = start
    // After the last unit that is not a space.
    var end = start
    var candidate: Break?
    while index < units.count {
      if units.isNewline(at: index) {
        return (start..<end, index + 1)
      }
      let columns = units.columns(at: index)
      let isSpace = units.isSpace(at: index)
      if used + columns > width {
        if isSpace { return (start..<end, behindSpaces(from: index)) }
        // A grapheme wider than the line gets its own line; see `text(of:)`.
        let forced = max(index, start + 1)
        return candidate ?? (start..<forced, forced)
      }
      used += columns
      index += 1
      if !isSpace { end = index }
      // A line may be broken at spaces between words, and after wide characters.
      if isSpace ? end > start : columns == 2 {
        candidate = (start..<end, index)
      }
    }
    return (start..<end, index)
  }

  /// The start of the line behind trailing spaces, which are dropped, as is a newline behind them.
  private func behindSpaces(from space: Int) -> Int {
    var next = space
    while next < units.count, units.isSpace(at: next) { next += 1 }
    return next < units.count && units.isNewline(at: next) ? next + 1 : next
  }

  private func hasMore(after found: Break) -> Bool {
    (found.next..<units.count).contains { !units.isSpace(at: $0) && !units.isNewline(at: $0) }
  }

  /// The last line when more follows, truncated to leave room for the `…`.
  private func cutLine(from start: Int) -> String {
    var end = paragraphEnd(from: start)
    var used = units.columns(start..<end)
    while end > start, used > width - 1 {
      end -= 1
      used -= units.columns(at: end)
    }
    end = wordEnd(before: end, from: start)
    while end > start, units.isSpace(at: end - 1) { end -= 1 }
    return units.text(start..<end) + TextLayout.ellipsis
  }

  /// The end of the last whole word before a unit, unless that leaves less than half of the line.
  private func wordEnd(before end: Int, from start: Int) -> Int {
    var word = end
    while word > start, word < units.count, !isBreak(at: word) { word -= 1 }
    return units.columns(start..<word) * 2 >= width ? word : end
  }

  /// Whether a line may be broken before a unit: at spaces, and beside wide characters.
  private func isBreak(at index: Int) -> Bool {
    units.isSpace(at: index) || units.isNewline(at: index) || units.columns(at: index) == 2
      || index > 0 && units.columns(at: index - 1) == 2
  }

  /// The end of the paragraph, or a unit beyond what fits into one line.
  private func paragraphEnd(from start: Int) -> Int {
    var used = 0
    var index = start
    while index < units.count, used <= width, !units.isNewline(at: index) {
      used += units.columns(at: index)
      index += 1
    }
    return index
  }

  /// The text of a line; a single grapheme that is wider than the line becomes `…`.
  package func text(of line: Range<Int>) -> String {
    if line.count == 1, units.columns(line) > width { return TextLayout.ellipsis }
    return units.text(line)
  }
}

/// The graphemes of a text, with what wrapping and link scanning need of each.
package struct TextUnits {
  private let source: String
  private let starts: [String.Index]
  private let widths: [Int]

  /// Splits a text into graphemes; those of an ASCII text are its bytes.
  package init(_ text: String) {
    source = text
    if text.isASCII {
      starts = text.utf8.indices + [text.endIndex]
      widths = [Int](repeating: 1, count: text.utf8.count)
    } else {
      let measure = TextMeasure.current
      starts = text.indices + [text.endIndex]
      widths = text.map { $0.columns(in: measure) }
    }
  }

  package var count: Int { widths.count }

  /// The first byte of a unit.
  package func byte(at index: Int) -> UInt8 { source.utf8[starts[index]] }

  func isSpace(at index: Int) -> Bool { byte(at: index) == 0x20 }
  func isNewline(at index: Int) -> Bool { byte(at: index) == 0x0A }

  func columns(at index: Int) -> Int { widths[index] }

  /// The columns of a range of units.
  func columns(_ range: Range<Int>) -> Int { widths[range].reduce(0, +) }

  /// The text of a range of units.
  package func text(_ range: Range<Int>) -> String {
    String(source[starts[range.lowerBound]..<starts[range.upperBound]])
  }

  /// The byte range of a range of units.
  package func bytes(_ range: Range<Int>) -> Range<Int> {
    let start = source.utf8.distance(from: source.startIndex, to: starts[range.lowerBound])
    let count = source.utf8.distance(
      from: starts[range.lowerBound], to: starts[range.upperBound])
    return start..<start + count
  }

  /// The first unit that starts at or after a byte of the text.
  package func index(atByte offset: Int) -> Int {
    let place = source.utf8.index(source.startIndex, offsetBy: offset)
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
