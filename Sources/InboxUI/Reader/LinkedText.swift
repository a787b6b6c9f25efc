import InboxText

/// Highlights links and log words in a line of plain text, and numbers the links.
enum LinkedText {
  /// Adds a line to a rich text.
  ///
  /// - Parameters:
  ///   - line: Printable text without line ends.
  ///   - roles: The roles of the text; those of links and words are added.
  ///   - hasTones: Whether words and file positions of logs are highlighted.
  ///   - numbers: The numbers of the links.
  ///   - showsNumbers: Whether the numbers are shown in the text.
  ///   - text: The rich text to append to.
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

  /// The highlighted parts of a line; links have ``Role/link``.
  private static func pieces(of line: String, hasTones: Bool) -> [LogScanner.Tone] {
    let links = links(of: line).map { LogScanner.Tone(bytes: $0, role: .link) }
    guard hasTones else { return links }
    var line = line
    let tones = line.withUTF8 { LogScanner(bytes: $0).tones() }
    guard !tones.isEmpty else { return links }
    let apart = tones.filter { tone in !links.contains { $0.bytes.overlaps(tone.bytes) } }
    return (links + apart).sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
  }

  private static func links(of line: String) -> [Range<Int>] {
    guard line.utf8.contains(UInt8(ascii: ":")) else { return [] }
    let units = TextUnits(line)
    return LinkScanner(units: units).links().map(units.bytes)
  }
}

extension String {
  /// The text of a range of bytes.
  fileprivate func bytes(_ range: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)]
  }
}

/// Numbers the links of a message, in the order of the reader.
struct LinkNumbers: Sendable, Hashable {
  /// The links; the first has the number 1.
  private(set) var links: [String] = []
  private var values: [String: Int] = [:]
  /// Cache of ``isOpenable(_:)``, as a text may repeat a long link often.
  private var openable: [String: Bool] = [:]

  /// Maximum number of links with a number.
  private static let most = 999

  /// Whether a text is a valid link.
  mutating func isOpenable(_ link: String) -> Bool {
    if let isOpenable = openable[link] { return isOpenable }
    let isOpenable = (try? Link(link)) != nil
    openable[link] = isOpenable
    return isOpenable
  }

  /// The numbered link of a URL, new ones get the next number; nil if it is not a valid link.
  mutating func link(to url: String) -> SpanLink? {
    if let number = values[url] { return SpanLink(number: number, url: url) }
    guard links.count < Self.most, isOpenable(url) else { return nil }
    links.append(url)
    values[url] = links.count
    return SpanLink(number: links.count, url: url)
  }
}
