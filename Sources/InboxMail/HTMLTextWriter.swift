/// Writes the text of HTML as its elements start and end.
///
/// Start and end tags need not match.
struct HTMLTextWriter {
  private var text = ""
  /// Pending line ends before the next text: none, one, or two for a blank line.
  private var lineEnds = 0
  /// Whether a space is pending before the next text.
  private var hasBlank = false
  /// The number of open elements whose text is hidden.
  private var hiddenCount = 0
  private var veils = HTMLVeils()
  /// The text of elements that are hidden by their style, and of titles.
  private var hiddenText = ""
  private var preformattedCount = 0
  private var quoteCount = 0
  /// The open lists: the number of the next item, nil for unordered lists.
  private var lists: [Int?] = []
  /// The URL of the open link, and the start of its text.
  private var link: (url: String, start: Int)?
  /// Whether a cell of the row was written before.
  private var isBehindCell = false
  /// Whether nothing was written after the marker of an item.
  private var isBehindMarker = false
  private var isInTitle = false
  private var isInStyle = false

  /// Maximum nesting of lists and quotes.
  private static let mostLevels = 8

  private static let hidden: Set<String> = [
    "script", "style", "title", "template", "head", "xml",
  ]
  /// Elements with a blank line around them.
  private static let paragraphs: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "pre", "blockquote", "dl",
  ]
  /// Elements that start on their own line.
  private static let blocks: Set<String> = [
    "div", "tr", "li", "dt", "dd", "article", "section", "header", "footer", "main", "nav", "aside",
    "address", "form", "fieldset", "figure", "figcaption", "center", "caption", "legend", "option",
    "body", "html",
  ]

  /// The number of bytes written.
  var size: Int { text.utf8.count }

  /// Whether text is hidden where the writer is.
  private var isHidden: Bool { hiddenCount > 0 || veils.areClosed }

  /// Handles the start of an element.
  mutating func begin(_ name: String, _ attributes: [String: String]) {
    breakLine(around: name)
    veils.begin(name, attributes)
    breakHidden(around: name)
    switch name {
    // Two breaks are a blank line; more have no effect.
    case "br": if !isHidden { (lineEnds, hasBlank) = (min(lineEnds + 1, 2), false) }
    case "hr":
      breakLine(1)
      write("----")
      breakLine(1)
    case "td", "th": beginCell()
    case "tr": isBehindCell = false
    case "ul": beginList(nil)
    case "ol": beginList(attributes["start"].flatMap { Int($0) } ?? 1)
    case "li":
      write(nextMarker())
      isBehindMarker = true
    case "a": if !isHidden { beginLink(attributes["href"]) }
    case "img": add(attributes["alt"] ?? "")
    default: count(name, by: 1)
    }
  }

  /// Handles the end of an element.
  mutating func end(_ name: String) {
    switch name {
    case "a": endLink()
    case "td", "th": isBehindCell = true
    case "li": isBehindMarker = false
    case "ul", "ol": _ = lists.popLast()
    default: count(name, by: -1)
    }
    veils.end(name)
    if name == "ul" || name == "ol" { breakLine(lists.isEmpty ? 2 : 1) }
    breakLine(around: name)
  }

  /// Handles text between tags.
  mutating func add(_ piece: String) {
    guard !isHidden else { return keepHidden(piece) }
    if preformattedCount > 0 { return addLines(piece) }
    var word = ""
    for scalar in piece.unicodeScalars {
      if Self.isSpace(scalar) {
        write(word)
        word = ""
        hasBlank = true
      } else {
        word.unicodeScalars.append(scalar == "\u{A0}" ? " " : scalar)
      }
    }
    write(word)
  }

  /// The hidden lines.
  var hiddenLines: String {
    hiddenText.split(whereSeparator: \.isNewline).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The text, trimmed.
  mutating func finished() -> String {
    endLink()
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let trimmed = lines.map { line in
      let end = line.lastIndex { $0 != UInt8(ascii: " ") }
      return String(decoding: end.map { line[...$0] } ?? line.prefix(0), as: UTF8.self)
    }
    let end = trimmed.lastIndex { !$0.isEmpty } ?? -1
    return trimmed[...end].drop { $0.isEmpty }.joined(separator: "\n")
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" || scalar == "\u{C}"
  }

  /// Keeps a text that is hidden by its style, or in a title.
  private mutating func keepHidden(_ piece: String) {
    if isInStyle { veils.add(styles: piece) }
    guard veils.areClosed || isInTitle, !isInStyle, hiddenText.utf8.count < HTMLText.mostBytes
    else { return }
    hiddenText += piece
  }

  private mutating func breakHidden(around name: String) {
    let isInline = !Self.paragraphs.contains(name) && !Self.blocks.contains(name) && name != "title"
    if isHidden, !isInline, hiddenText.utf8.last != UInt8(ascii: "\n") { hiddenText += "\n" }
  }

  private mutating func count(_ name: String, by step: Int) {
    if name == "title" { isInTitle = step > 0 }
    if name == "style" { isInStyle = step > 0 }
    if Self.hidden.contains(name) { hiddenCount = max(0, hiddenCount + step) }
    if name == "pre" { preformattedCount = max(0, preformattedCount + step) }
    if name == "blockquote" { quoteCount = max(0, quoteCount + step) }
  }

  private mutating func breakLine(around name: String) {
    if Self.paragraphs.contains(name) {
      breakLine(2)
    } else if Self.blocks.contains(name) {
      breakLine(1)
    }
  }

  private mutating func breakLine(_ count: Int) {
    guard !isHidden, !isBehindMarker else { return }
    lineEnds = max(lineEnds, count)
    hasBlank = false
  }

  private mutating func addLines(_ piece: String) {
    for (index, line) in piece.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 {
        if lineEnds == 0, !text.isEmpty { newLine() } else { lineEnds = max(lineEnds, 1) }
      }
      write(line.last == "\r" ? String(line.dropLast()) : String(line))
    }
  }

  /// Writes a text after the pending line ends and spaces.
  private mutating func write(_ piece: String) {
    guard !piece.isEmpty, !isHidden, size < HTMLText.mostBytes else { return }
    if text.isEmpty {
      text += prefix
    } else if lineEnds > 0 {
      let written = text.utf8.reversed().prefix(2).prefix { $0 == UInt8(ascii: "\n") }.count
      text += String(repeating: "\n", count: max(lineEnds - written - 1, 0))
      if written < lineEnds { newLine() } else { text += prefix }
    } else if hasBlank, text.utf8.last != UInt8(ascii: " ") {
      text += " "
    }
    (lineEnds, hasBlank, isBehindMarker) = (0, false, false)
    text += piece
  }

  private mutating func newLine() { text += "\n" + prefix }

  /// The markers of the open quotes.
  private var prefix: String {
    quoteCount == 0 ? "" : String(repeating: ">", count: min(quoteCount, Self.mostLevels)) + " "
  }

  private mutating func beginCell() {
    if isBehindCell, lineEnds == 0, !text.isEmpty, !isHidden {
      text += "  "
      hasBlank = false
    }
    isBehindCell = false
  }

  private mutating func beginList(_ first: Int?) {
    breakLine(lists.isEmpty ? 2 : 1)
    if lists.count < 100 { lists.append(first) }
  }

  private mutating func nextMarker() -> String {
    let indent = String(repeating: "  ", count: min(max(lists.count - 1, 0), Self.mostLevels))
    guard let last = lists.indices.last, let number = lists[last] else { return indent + "• " }
    lists[last] = number &+ 1
    return "\(indent)\(number). "
  }

  private mutating func beginLink(_ url: String?) {
    endLink()
    guard let url,
      ["http://", "https://", "mailto:"].contains(where: url.prefix(8).lowercased().hasPrefix)
    else { return }
    link = (String(url.unicodeScalars.filter { !Self.isSpace($0) }), text.utf8.count)
  }

  /// Writes the URL of a link after its text, unless the text is the URL.
  private mutating func endLink() {
    guard let (url, start) = link else { return }
    link = nil
    let label = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
      .split { $0.isWhitespace || $0 == ">" }.joined(separator: " ")
    let bare = url.hasPrefix("mailto:") ? String(url.dropFirst(7)) : url
    guard label != url, label != bare else { return }
    if label.isEmpty {
      write(url)
    } else {
      hasBlank = true
      write("(\(url))")
    }
  }
}
