import InboxText

/// The text of a message in lines, with hanging indents.
struct BodyLayout {
  /// Columns of the text.
  let columns: Int
  /// Whether long lines are broken.
  let wraps: Bool
  /// The numbers of the links.
  var numbers: LinkNumbers
  /// Whether the numbers of links stand in the text; one as it was written has none.
  var showsNumbers = true
  /// The lines so far.
  private(set) var lines: [[Span]] = []
  /// Which link of a text in Markdown is the image whose picture is shown.
  var imageLink: Int?
  /// How many lines there are up to the end of the block of that image; nil until it has come.
  var imageEnd: Int?

  /// The roles below all text.
  static let base = ReaderLayout.base

  init(columns: Int, wraps: Bool, numbers: LinkNumbers) {
    self.columns = columns
    self.wraps = wraps
    self.numbers = numbers
  }

  /// Adds a finished line.
  mutating func add(_ line: [Span]) {
    lines.append(line)
  }

  /// Adds a text, broken between words.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - first: What stands before its first line.
  ///   - rest: What stands before the others, as wide.
  ///   - ground: Roles that fill the lines up to the last column; nil leaves them short.
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

  /// Drops blank lines at the end.
  mutating func dropBlankEnd() {
    while lines.last?.columns == 0 { lines.removeLast() }
  }
}

extension BodyLayout {
  /// Adds an untrusted plain text: its line ends are kept, and so are its indents.
  mutating func add(plain text: String) {
    let shown = text.printable(keepingNewlines: true)
    let isDifference = DifferenceLines.contains(shown)
    // Line by line: most are ASCII, and so fast, even in a text that is not.
    for line in shown.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = String(Substring(line))
      let role = isDifference ? DifferenceLines.role(of: line) : nil
      add(line: line, roles: role.map { Self.base.union(RoleSet($0)) } ?? Self.base)
    }
    dropBlankEnd()
  }

  /// Adds a printable line; where it is broken, it goes on below its own beginning.
  mutating func add(
    line: String, roles: RoleSet, first: [Span] = [], rest: [Span] = [], ground: RoleSet? = nil
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

/// The part of a line below which its continuation is not written: blanks and a list's mark.
enum HangingIndent {
  /// The blanks and the mark; empty where they would leave too little room.
  static func head(of line: String, columns: Int) -> String {
    guard let byte = line.utf8.first, byte <= 0x40 || byte >= 0x80 else { return "" }
    let end = mark(of: line.drop { $0 == " " }).endIndex
    let head = line[..<end]
    return head.columns <= columns / 2 && end < line.endIndex ? String(head) : ""
  }

  /// The mark at the beginning of a text, with the blank behind it; empty where there is none.
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
