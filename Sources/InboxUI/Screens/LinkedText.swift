/// Text broken into lines, its links as pieces of their own.
enum LinkedText {
  /// The lines of a text from outside, none wider than `width`.
  ///
  /// Line ends are kept; blank lines at the end are dropped.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - width: Columns of a line, at least 1.
  ///   - roles: What the text means; links get ``Role/link`` on top.
  /// - Returns: The spans of each line.
  static func lines(_ text: String, width: Int, roles: RoleSet) -> [[Span]] {
    let shown = text.printable(keepingNewlines: true)
    // One paragraph after the other: most of them are ASCII even where a text is not.
    let paragraphs = shown.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    var lines: [[Span]] = []
    for paragraph in paragraphs {
      lines += self.lines(ofParagraph: String(Substring(paragraph)), width: width, roles: roles)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func lines(
    ofParagraph text: String, width: Int, roles: RoleSet
  ) -> [[Span]] {
    guard !text.isEmpty else { return [[]] }
    guard text.isASCII else {
      return LinkedParagraph(units: GraphemeUnits(text), width: width, roles: roles).lines()
    }
    var text = text
    return text.withUTF8 {
      LinkedParagraph(units: ASCIIUnits(bytes: $0), width: width, roles: roles).lines()
    }
  }
}

/// One paragraph on its way into lines.
private struct LinkedParagraph<Units: TextUnits> {
  let wrapping: Wrapping<Units>
  let links: [Range<Int>]
  let roles: RoleSet

  init(units: Units, width: Int, roles: RoleSet) {
    wrapping = Wrapping(units: units, width: max(width, 1))
    links = LinkScanner(units: units).links()
    self.roles = roles
  }

  func lines() -> [[Span]] {
    var rest = links[...]
    return wrapping.ranges().map { line in
      rest = rest.drop { $0.upperBound <= line.lowerBound }
      return spans(of: line, rest)
    }
  }

  private func spans(of line: Range<Int>, _ links: ArraySlice<Range<Int>>) -> [Span] {
    var spans: [Span] = []
    var position = line.lowerBound
    for link in links.prefix(while: { $0.lowerBound < line.upperBound }) {
      let shown = link.clamped(to: line)
      append(position..<shown.lowerBound, roles, to: &spans)
      append(shown, roles.union(RoleSet(.link)), to: &spans)
      position = shown.upperBound
    }
    append(position..<line.upperBound, roles, to: &spans)
    return spans
  }

  private func append(_ range: Range<Int>, _ roles: RoleSet, to spans: inout [Span]) {
    guard !range.isEmpty else { return }
    let text = wrapping.text(of: range)
    spans.append(Span(text, columns: text.columns, roles: roles))
  }
}
