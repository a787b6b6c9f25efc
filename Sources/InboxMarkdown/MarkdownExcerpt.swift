/// Strips markup from Markdown for a one-line excerpt in a row.
///
/// It is an approximation without a parser: emphasis, headings, quotes, fences and targets of links
/// are removed; other text is kept, also the tildes around struck text, which would read as its
/// opposite without them.
package enum MarkdownExcerpt {
  /// The text without markup.
  package static func text(_ markdown: String) -> String {
    var isCode = false
    var lines: [Substring] = []
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: true) {
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") {
        isCode.toggle()
        continue
      }
      // A thematic break, the underline of a heading, or a table's delimiter row is left out.
      let isRule = trimmed.count >= 3 && trimmed.allSatisfy { "-=*_ |:".contains($0) }
      if isCode || !isRule { lines.append(isCode ? line : withoutLead(trimmed)) }
    }
    return withoutInlines(lines.joined(separator: "\n"))
  }

  /// Removes the markers of headings, quotes and tables; list items get a bullet.
  private static func withoutLead(_ line: Substring) -> Substring {
    var rest = line
    while rest.first == ">" { rest = rest.dropFirst().drop { $0 == " " } }
    let level = rest.prefix { $0 == "#" }.count
    if (1...6).contains(level), rest.dropFirst(level).first == " " {
      return rest.dropFirst(level).drop { $0 == " " }
    }
    for bullet in ["- ", "* ", "+ "] where rest.hasPrefix(bullet) {
      let item = rest.dropFirst(2)
      let hasBox = ["[ ] ", "[x] ", "[X] "].contains(where: item.hasPrefix)
      return "• " + (hasBox ? item.dropFirst(4) : item)
    }
    return rest
  }

  /// Removes emphasis, code marks and targets of links.
  private static func withoutInlines(_ text: String) -> String {
    var shown = ""
    var rest = text[...]
    while let character = rest.first {
      switch character {
      case "\\" where rest.dropFirst().first.map(isPunctuation) == true:
        shown.append(rest[rest.index(after: rest.startIndex)])
        rest = rest.dropFirst(2)
      case "*", "`":
        let run = rest.prefix { $0 == character }
        rest = rest.dropFirst(run.count)
        // A mark between blanks is text: `2 * 3`.
        let stands = (shown.last ?? " ").isWhitespace && (rest.first ?? " ").isWhitespace
        if stands { shown += run }
      case "<":
        let link = autolink(rest)
        shown += link?.text ?? "<"
        rest = link?.rest ?? rest.dropFirst()
      case "!" where rest.dropFirst().first == "[": rest = rest.dropFirst()
      case "[":
        guard let link = linkText(rest) else { fallthrough }
        shown += link.text
        rest = link.rest
      default:
        shown.append(character)
        rest = rest.dropFirst()
      }
    }
    return shown
  }

  /// Maximum characters of a link's text and of its target; anything longer is not a link.
  private static let (longestText, longestTarget) = (300, 2_000)

  /// Parses an inline link: its text and the rest after it; nil if there is none.
  private static func linkText(_ text: Substring) -> (text: Substring, rest: Substring)? {
    guard let close = text.prefix(longestText).firstIndex(of: "]") else { return nil }
    let behind = text[text.index(after: close)...]
    guard behind.first == "(", let end = behind.prefix(longestTarget).firstIndex(of: ")") else {
      return nil
    }
    return (text[text.index(after: text.startIndex)..<close], behind[behind.index(after: end)...])
  }

  /// Parses an autolink in angle brackets: its address and the rest; nil if there is none.
  private static func autolink(_ text: Substring) -> (text: Substring, rest: Substring)? {
    let inner = text.dropFirst().prefix(longestTarget)
    guard let end = inner.firstIndex(where: { $0 == ">" || $0 == "<" || $0.isWhitespace }),
      inner[end] == ">"
    else { return nil }
    let address = inner[..<end]
    let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
    let isURL = scheme.count > 1 && address.dropFirst(scheme.count).first == ":"
    guard isURL || address.contains("@") else { return nil }
    return (address, text[text.index(after: end)...])
  }

  private static func isPunctuation(_ character: Character) -> Bool {
    character.isASCII && (character.isPunctuation || character.isSymbol)
  }
}
