import InboxText
extension Line {
  /// The line with spans laid over it from a column on; what they do not cover stays as it is.
  ///
  /// A wide character that is covered by half becomes a blank.
  ///
  /// - Parameters:
  ///   - spans: What is laid over the line.
  ///   - start: The first column that they cover.
  /// - Returns: The covered line.
  func overlaid(with spans: [Span], at start: Int) -> Line {
    let end = start + spans.columns
    return Line(columns(0..<start) + spans + tail(from: end), fill: fill)
  }

  /// The piece of the line between two columns, filled with blanks where it has no text.
  private func columns(_ range: Range<Int>) -> [Span] {
    var shown: [Span] = []
    var column = 0
    for span in spans where column < range.upperBound {
      shown.append(span.beginning(columns: range.upperBound - column))
      column += span.columns
    }
    let free = range.upperBound - shown.columns
    if free > 0 { shown.append(.blank(free, roles: fill)) }
    return shown.filter { $0.columns > 0 }
  }

  private func tail(from start: Int) -> [Span] {
    var column = 0
    var shown: [Span] = []
    for span in spans {
      let hidden = max(start - column, 0)
      column += span.columns
      if hidden < span.columns { shown.append(span.ending(columns: span.columns - hidden)) }
    }
    return shown
  }
}

extension Span {
  /// The first columns; a wide character across the end becomes a blank.
  fileprivate func beginning(columns: Int) -> Span {
    guard columns < self.columns else { return self }
    let kept = text.beginning(columns: columns)
    let blank = String(repeating: " ", count: columns - kept.columns)
    return Span(kept + blank, columns: columns, roles: roles)
  }

  /// The last columns; a wide character across the start becomes a blank.
  fileprivate func ending(columns: Int) -> Span {
    guard columns < self.columns else { return self }
    let kept = text.ending(columns: columns)
    let blank = String(repeating: " ", count: columns - kept.columns)
    return Span(blank + kept, columns: columns, roles: roles)
  }
}
