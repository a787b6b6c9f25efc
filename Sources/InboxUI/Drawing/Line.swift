import InboxText

/// A row of a frame: spans from left to right.
///
/// The spans are no wider than the frame; the rest of the row has the roles of ``fill``.
public struct Line: Sendable, Hashable {
  /// The spans, from left to right.
  public var spans: [Span]
  /// The roles of the rest of the row.
  public var fill: RoleSet
  /// The mouse target of the rest of the row.
  var target: ScreenTarget?

  /// Creates a line.
  public init(_ spans: [Span] = [], fill: RoleSet = []) {
    self.spans = spans
    self.fill = fill
  }
}

/// A printable text with its width and roles.
public struct Span: Sendable, Hashable {
  /// The text, without control characters.
  public var text: String
  /// Width in terminal columns.
  public var columns: Int
  /// The roles of the text, one per layer.
  public var roles: RoleSet
  /// Colors that override those of the roles.
  package var colors: SpanColors?
  /// The message link that the text is part of.
  package var link: SpanLink?
  /// The mouse target of the text.
  var target: ScreenTarget?
  /// The row of a picture; nil for text.
  var pictureRow: PictureRow?

  /// Creates a span of printable text with a known width.
  package init(_ text: String, columns: Int, roles: RoleSet) {
    self.text = text
    self.columns = columns
    self.roles = roles
  }
}

extension Span {
  /// Creates a span of any text, made printable and measured.
  ///
  /// - Parameters:
  ///   - text: The text, which may be untrusted.
  ///   - roles: The roles of the text.
  public init(_ text: String, roles: RoleSet) {
    let shown = text.printable()
    self.init(shown, columns: shown.columns, roles: roles)
  }

  /// A span of blanks; empty for a negative width.
  static func blank(_ columns: Int, roles: RoleSet) -> Span {
    let columns = max(columns, 0)
    return Span(String.blanks(columns), columns: columns, roles: roles)
  }

  /// A horizontal rule; empty for a negative width.
  static func rule(_ columns: Int, roles: RoleSet) -> Span {
    let columns = max(columns, 0)
    return Span(String.rule(columns), columns: columns, roles: roles)
  }
}

extension [Span] {
  /// The total width in columns.
  var columns: Int {
    reduce(0) { $0 + $1.columns }
  }
}

extension Line {
  /// The line with spans drawn over it from a column on.
  ///
  /// A wide character that is half covered becomes a blank.
  ///
  /// - Parameters:
  ///   - spans: The overlaid spans.
  ///   - start: Their first column.
  /// - Returns: The resulting line.
  func overlaid(with spans: [Span], at start: Int) -> Line {
    var shown = window(from: 0, columns: start).spans
    let free = start - shown.columns
    if free > 0 { shown.append(.blank(free, roles: fill).aimed(at: target)) }
    let end = start + spans.columns
    shown += spans + window(from: end, columns: max(self.spans.columns - end, 0)).spans
    var line = Line(shown, fill: fill)
    line.target = target
    return line
  }

  /// The visible columns of a line that is scrolled sideways.
  ///
  /// A wide character that is cut becomes a blank.
  func window(from start: Int, columns: Int) -> Line {
    var shown: [Span] = []
    var column = 0
    for span in spans {
      if column >= start + columns { break }
      let (first, end) = (max(start - column, 0), min(span.columns, start + columns - column))
      column += span.columns
      if first < end { shown.append(span.columns(first..<end)) }
    }
    return Line(shown, fill: fill)
  }

  /// The line with additional roles on byte ranges.
  ///
  /// A range is extended to whole graphemes, which terminals draw as one.
  ///
  /// - Parameters:
  ///   - marks: Disjoint, ordered byte ranges of the joined text of the spans.
  ///   - hidden: The roles that the ranges lose.
  /// - Returns: The same text in more spans.
  func marking(
    _ marks: [(bytes: Range<Int>, roles: RoleSet)], replacing hidden: RoleSet = []
  ) -> Line {
    guard !marks.isEmpty else { return self }
    var shown: [Span] = []
    var start = 0
    for span in spans {
      let bytes = start..<(start + span.text.utf8.count)
      var end = bytes.lowerBound
      for mark in marks where mark.bytes.overlaps(bytes) {
        let place = mark.bytes.clamped(to: bytes)
        let whole = span.wholeGraphemes((place.lowerBound - start)..<(place.upperBound - start))
        let marked = max(whole.lowerBound + start, end)..<max(whole.upperBound + start, end)
        let roles = span.roles.subtracting(hidden).union(mark.roles)
        shown.append(span.piece((end - start)..<(marked.lowerBound - start), span.roles))
        shown.append(span.piece((marked.lowerBound - start)..<(marked.upperBound - start), roles))
        end = marked.upperBound
      }
      shown.append(span.piece((end - start)..<(bytes.upperBound - start), span.roles))
      start = bytes.upperBound
    }
    return Line(shown.filter { !$0.text.isEmpty }, fill: fill)
  }
}

extension Span {
  /// A range of columns; a wide character that is cut becomes a blank.
  fileprivate func columns(_ range: Range<Int>) -> Span {
    guard range != 0..<columns else { return self }
    var span = self
    span.columns = range.count
    guard !text.isASCII else {
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      let end = text.utf8.index(start, offsetBy: range.count)
      span.text = String(text[start..<end])
      return span
    }
    // Only the text before the end of the range is measured.
    if range.upperBound < columns {
      let kept = text.beginning(columns: range.upperBound)
      span.text = kept + .blanks(range.upperBound - kept.columns)
    }
    if range.lowerBound > 0 {
      let kept = span.text.ending(columns: range.count)
      span.text = .blanks(range.count - kept.columns) + kept
    }
    return span
  }

  /// A byte range of the span extended to whole graphemes.
  fileprivate func wholeGraphemes(_ bytes: Range<Int>) -> Range<Int> {
    guard !text.isASCII else { return bytes }
    var (start, lower, upper) = (0, bytes.lowerBound, bytes.upperBound)
    for character in text where start < upper {
      let end = start + character.utf8.count
      if start..<end ~= bytes.lowerBound { lower = start }
      if start < bytes.upperBound { upper = max(upper, end) }
      start = end
    }
    return lower..<upper
  }

  /// A byte range of the span, with roles.
  fileprivate func piece(_ bytes: Range<Int>, _ roles: RoleSet) -> Span {
    let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
    let end = text.utf8.index(text.startIndex, offsetBy: bytes.upperBound)
    let piece = String(text[start..<end])
    var span = Span(piece, columns: piece.columns, roles: roles)
    span.link = link
    return span
  }
}
