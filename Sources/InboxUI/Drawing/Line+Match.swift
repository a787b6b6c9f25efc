import InboxText
extension Line {
  /// The line with pieces of its text in further roles.
  ///
  /// - Parameter marks: Bytes of the text of all spans, in order and apart from each other.
  /// - Returns: The same text in more spans.
  func marking(_ marks: [(bytes: Range<Int>, roles: RoleSet)]) -> Line {
    guard !marks.isEmpty else { return self }
    var shown: [Span] = []
    var start = 0
    for span in spans {
      let bytes = start..<(start + span.text.utf8.count)
      var end = bytes.lowerBound
      for mark in marks where mark.bytes.overlaps(bytes) {
        let marked = mark.bytes.clamped(to: bytes)
        shown.append(span.piece((end - start)..<(marked.lowerBound - start), []))
        shown.append(
          span.piece((marked.lowerBound - start)..<(marked.upperBound - start), mark.roles))
        end = marked.upperBound
      }
      shown.append(span.piece((end - start)..<(bytes.upperBound - start), []))
      start = bytes.upperBound
    }
    return Line(shown.filter { !$0.text.isEmpty }, fill: fill)
  }
}

extension Span {
  /// The piece of the span between two bytes of its text.
  fileprivate func piece(_ bytes: Range<Int>, _ more: RoleSet) -> Span {
    let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
    let end = text.utf8.index(text.startIndex, offsetBy: bytes.upperBound)
    let piece = String(text[start..<end])
    return Span(piece, columns: piece.columns, roles: roles.union(more))
  }
}
