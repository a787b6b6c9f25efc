import InboxText

/// A line of plain text whose links have a number, and whose telling words stand out.
enum LinkedText {
  /// A part of a line that looks different.
  private struct Piece {
    var bytes: Range<Int>
    /// The role on top; ``Role/link`` is a link.
    var role: Role
  }

  /// Adds a line to a rich text.
  ///
  /// - Parameters:
  ///   - line: Printable text without line ends.
  ///   - roles: The roles of the text; those of links and words come on top.
  ///   - hasTones: Whether the words and places of logs stand out.
  ///   - numbers: The numbers of the links.
  ///   - showsNumbers: Whether they stand in the text.
  ///   - text: What the line is added to.
  static func append(
    _ line: String, roles: RoleSet, hasTones: Bool = false, numbers: inout LinkNumbers,
    showsNumbers: Bool = true, to text: inout RichText
  ) {
    var start = 0
    for piece in pieces(of: line, hasTones: hasTones) {
      text.append(line.bytes(start..<piece.bytes.lowerBound), roles: roles)
      let shown = line.bytes(piece.bytes)
      let link = piece.role == .link ? numbers.link(to: String(shown)) : nil
      text.append(shown, roles: roles.union(RoleSet(piece.role)), link: link)
      if let link, showsNumbers { text.append(numberOf: link, over: roles) }
      start = piece.bytes.upperBound
    }
    text.append(line.bytes(start..<line.utf8.count), roles: roles)
  }

  private static func pieces(of line: String, hasTones: Bool) -> [Piece] {
    let links = links(of: line).map { Piece(bytes: $0, role: .link) }
    guard hasTones else { return links }
    var line = line
    let tones = line.withUTF8 { LogScanner(bytes: $0).tones() }
    guard !tones.isEmpty else { return links }
    let apart = tones.filter { tone in !links.contains { $0.bytes.overlaps(tone.bytes) } }
    return (links + apart.map { Piece(bytes: $0.bytes, role: $0.role) })
      .sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
  }

  private static func links(of line: String) -> [Range<Int>] {
    guard line.utf8.contains(UInt8(ascii: ":")) else { return [] }
    guard line.isASCII else {
      let units = GraphemeUnits(line)
      return LinkScanner(units: units).links().map(units.bytes)
    }
    var line = line
    return line.withUTF8 { LinkScanner(units: ASCIIUnits(bytes: $0)).links() }
  }
}

extension String {
  /// The part of the text between two bytes.
  fileprivate func bytes(_ range: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)]
  }
}

/// The numbers of a message's links, in the order in which the reader shows them.
struct LinkNumbers: Sendable, Hashable {
  /// The links; the first has the number 1.
  private(set) var links: [String] = []
  private var values: [String: Int] = [:]
  /// What was found of the links that were asked about: a text may repeat a long one often.
  private var openable: [String: Bool] = [:]

  /// Most links that have a number.
  private static let most = 999

  /// Whether some program could open a link.
  mutating func isOpenable(_ link: String) -> Bool {
    if let isOpenable = openable[link] { return isOpenable }
    let isOpenable = (try? Link(link)) != nil
    openable[link] = isOpenable
    return isOpenable
  }

  /// A link with its number, which a new one gets; nil for what no program could open.
  mutating func link(to url: String) -> SpanLink? {
    if let number = values[url] { return SpanLink(number: number, url: url) }
    guard links.count < Self.most, isOpenable(url) else { return nil }
    links.append(url)
    values[url] = links.count
    return SpanLink(number: links.count, url: url)
  }
}
