import InboxText

/// A printable text with roles and links for ranges of it.
struct RichText: Sendable, Hashable {
  /// A range of the text, up to a byte.
  private struct Part: Sendable, Hashable {
    var end: Int
    var roles: RoleSet
    var link: SpanLink?
  }

  private(set) var text = ""
  private var parts: [Part] = []

  init() {}

  /// Creates a text with the same roles throughout.
  init(_ text: String, roles: RoleSet) {
    append(text, roles: roles)
  }

  /// Appends printable text.
  mutating func append(_ text: String, roles: RoleSet, link: SpanLink? = nil) {
    append(text[...], roles: roles, link: link)
  }

  /// Appends printable text.
  mutating func append(_ text: Substring, roles: RoleSet, link: SpanLink? = nil) {
    guard !text.isEmpty else { return }
    self.text.append(contentsOf: text)
    let end = self.text.utf8.count
    if let last = parts.indices.last, parts[last].roles == roles, parts[last].link == link {
      parts[last].end = end
    } else {
      parts.append(Part(end: end, roles: roles, link: link))
    }
  }

  /// Appends the number of a link.
  mutating func append(numberOf link: SpanLink, over roles: RoleSet) {
    let roles = roles.union(RoleSet(.readerField))
    append(" ", roles: roles)
    append(link.label, roles: roles, link: link)
  }

  /// Appends another text.
  mutating func append(_ other: RichText) {
    let start = text.utf8.count
    text += other.text
    parts += other.parts.map { Part(end: start + $0.end, roles: $0.roles, link: $0.link) }
  }

  /// Wraps the text into lines of spans; line ends in the text are kept.
  ///
  /// - Parameter width: The columns of a line, at least 1; nil breaks only at line ends.
  /// - Returns: The lines, at least one.
  func lines(width: Int?) -> [[Span]] {
    guard !text.isEmpty else { return [[]] }
    let width = width.map { max($0, 1) } ?? .max
    let units = TextUnits(text)
    let wrapping = Wrapping(units: units, width: width)
    let ends = parts.map { (end: units.index(atByte: $0.end), part: $0) }
    var part = 0
    return wrapping.ranges().map { line in
      var spans: [Span] = []
      var start = line.lowerBound
      while part < ends.count, ends[part].end <= start { part += 1 }
      var place = part
      while start < line.upperBound, place < ends.count {
        let end = min(ends[place].end, line.upperBound)
        let text = wrapping.text(of: start..<end)
        var span = Span(text, columns: text.columns, roles: ends[place].part.roles)
        span.link = ends[place].part.link
        spans.append(span)
        start = end
        place += 1
      }
      return spans
    }
  }
}
