import InboxText

/// A text in wrapped lines, whose links are spans of their own.
enum LinkedText {
  /// Wraps an untrusted text into lines of at most `width` columns.
  ///
  /// Line ends are kept; blank lines at the end are dropped.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - width: Columns of a line, at least 1.
  ///   - roles: The roles of the text; links get ``Role/link`` on top.
  /// - Returns: The spans of each line.
  static func lines(_ text: String, width: Int, roles: RoleSet) -> [[Span]] {
    let shown = text.printable(keepingNewlines: true)
    // Paragraph by paragraph: most are ASCII, and so fast, even in a text that is not.
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

/// A paragraph in wrapped lines.
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

/// A scanner of the links in a text.
struct LinkScanner<Units: TextUnits> {
  /// The bytes or graphemes of the text.
  let units: Units

  /// The ranges of the links, in the order of the text.
  func links() -> [Range<Int>] {
    var links: [Range<Int>] = []
    var index = 0
    while index < units.count {
      if let end = end(ofLinkAt: index) {
        links.append(index..<end)
        index = end
      } else {
        index += 1
      }
    }
    return links
  }

  private func end(ofLinkAt start: Int) -> Int? {
    guard let body = bodyStart(ofLinkAt: start) else { return nil }
    var end = body
    while end < units.count, isPart(units.byte(at: end)) { end += 1 }
    while end > body, isPunctuation(at: end - 1, from: start) { end -= 1 }
    return end > body ? end : nil
  }

  /// The index after the scheme of a link; nil where no link begins.
  private func bodyStart(ofLinkAt start: Int) -> Int? {
    let first = units.byte(at: start) | 0x20
    guard first == UInt8(ascii: "h") || first == UInt8(ascii: "m"),
      start == 0 || !isWord(units.byte(at: start - 1))
    else { return nil }
    let scheme = LinkPrefixes.all.first { scheme in
      start + scheme.count < units.count
        && scheme.indices.allSatisfy { units.byte(at: start + $0) | 0x20 == scheme[$0] | 0x20 }
    }
    return scheme.map { start + $0.count }
  }

  /// Whether a unit belongs to a link: ASCII, and the letters of Latin to Cyrillic.
  ///
  /// Other scripts put no space after a link.
  private func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"): false
    case 0x21...0x7E, 0xC3...0xD4: true
    default: false
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether the last unit of a link is punctuation of the sentence around it.
  private func isPunctuation(at index: Int, from start: Int) -> Bool {
    switch units.byte(at: index) {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
      UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "]"):
      true
    case UInt8(ascii: ")"):
      count(UInt8(ascii: "("), start..<index) <= count(UInt8(ascii: ")"), start..<index)
    default: false
    }
  }

  private func count(_ byte: UInt8, _ range: Range<Int>) -> Int {
    range.count { units.byte(at: $0) == byte }
  }
}

/// The prefixes that make a text a link.
private enum LinkPrefixes {
  static let all = ["https://", "http://", "mailto:"].map { Array($0.utf8) }
}
