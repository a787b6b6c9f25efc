import InboxText

/// Lays out the body of a message in lines, with hanging indents.
struct BodyLayout {
  /// The width of the text in columns.
  let columns: Int
  /// Whether long lines are wrapped.
  let wraps: Bool
  /// The numbers of the links.
  var numbers: LinkNumbers
  /// Whether the text shows the numbers of links; raw text does not.
  var showsNumbers = true
  /// The lines so far.
  private(set) var lines: [[Span]] = []
  /// Index of the link in a Markdown text whose picture is shown.
  var imageLink: Int?
  /// Number of lines up to the end of the block with that link; nil until it is laid out.
  var imageEnd: Int?

  /// The roles below all text.
  static let base = ReaderLayout.base

  /// Adds a finished line.
  mutating func add(_ line: [Span]) {
    lines.append(line)
  }

  /// Adds a text, wrapped at words.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - first: The prefix of its first line.
  ///   - rest: The prefix of the other lines, with the same width.
  ///   - ground: Roles that fill the lines to the full width; nil does not fill them.
  mutating func add(_ text: RichText, first: [Span], rest: [Span], ground: RoleSet? = nil) {
    let hasRoom = !wraps || first.columns < columns
    let (first, rest) = hasRoom ? (first, rest) : ([], [])
    let room = wraps ? columns - first.columns : nil
    for (index, line) in text.lines(width: room).enumerated() {
      var shown = (index == 0 ? first : rest) + line
      if let ground { shown.append(.blank(columns - shown.columns, roles: ground)) }
      lines.append(shown)
    }
  }

  /// Lays out an untrusted plain text; line ends and indentation are kept.
  mutating func add(plain text: String) {
    add(lines: text.printable(keepingNewlines: true), roles: Self.base)
    while lines.last?.columns == 0 { lines.removeLast() }
  }

  /// Adds printable lines; those of a difference have roles of their own.
  mutating func add(
    lines text: String, roles: RoleSet, first: [Span] = [], rest: [Span] = [],
    ground: RoleSet? = nil
  ) {
    let isDifference = DifferenceLines.contains(text)
    let pieces = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    // Line by line, as most lines are ASCII and take the fast path even if the text is not.
    for (index, line) in pieces.enumerated() {
      let line = String(Substring(line))
      let role = isDifference ? DifferenceLines.role(of: line) : nil
      add(
        line: line, roles: role.map { roles.union(RoleSet($0)) } ?? roles,
        first: index == 0 ? first : rest, rest: rest, ground: ground)
    }
  }

  /// Adds a printable line; continuation lines have a hanging indent.
  private mutating func add(
    line: String, roles: RoleSet, first: [Span], rest: [Span], ground: RoleSet?
  ) {
    let head = HangingIndent.head(of: line, columns: columns - first.columns)
    let indent = head.columns
    var text = RichText()
    LinkedText.append(
      String(line.dropFirst(head.count)), roles: roles, hasTones: true, numbers: &numbers,
      showsNumbers: showsNumbers, to: &text)
    add(
      text, first: indent == 0 ? first : first + [Span(head, columns: indent, roles: roles)],
      rest: indent == 0 ? rest : rest + [.blank(indent, roles: roles)], ground: ground)
  }
}

/// The hanging indent of a line: its indentation and list marker.
enum HangingIndent {
  /// The blanks and the marker; empty if they would leave too little room.
  static func head(of line: String, columns: Int) -> String {
    guard let byte = line.utf8.first, byte <= 0x40 || byte >= 0x80 else { return "" }
    let end = mark(of: line.drop { $0 == " " }).endIndex
    let head = line[..<end]
    return head.columns <= columns / 2 && end < line.endIndex ? String(head) : ""
  }

  /// The list marker at the start of a text, with the blank after it; empty if there is none.
  private static func mark(of text: Substring) -> Substring {
    let none = text.prefix(0)
    guard let first = text.first else { return none }
    if "-*+>•▎".contains(first) {
      let mark = text.prefix(2)
      return mark.last == " " ? mark : none
    }
    let digits = text.prefix(4).prefix { $0.isASCII && $0.isNumber }
    let mark = text.prefix(digits.count + 2)
    guard !digits.isEmpty, mark.count == digits.count + 2, mark.last == " ",
      ".)".contains(mark.dropLast().last ?? " ")
    else { return none }
    return mark
  }
}

/// Detects diffs and assigns roles to their lines.
enum DifferenceLines {
  /// Whether a text contains a diff.
  static func contains(_ text: String) -> Bool {
    text.hasPrefix("diff --git ")
      || text.utf8.split(separator: 0x0A).contains { $0.starts(with: "@@ -".utf8) }
  }

  /// The role of a line of a diff; nil for context lines.
  static func role(of line: String) -> Role? {
    switch line.utf8.first {
    case UInt8(ascii: "@"): line.hasPrefix("@@ ") ? .code : nil
    case UInt8(ascii: "d"): line.hasPrefix("diff ") ? .strong : nil
    case UInt8(ascii: "+"): line.hasPrefix("+++ ") ? .strong : .added
    case UInt8(ascii: "-"): line.hasPrefix("--- ") ? .strong : .removed
    default: nil
    }
  }
}
