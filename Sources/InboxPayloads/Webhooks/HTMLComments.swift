/// Comments of HTML in Markdown, which forges do not show.
enum HTMLComments {
  /// The text without its comments; code keeps them, and one that does not end is text.
  static func removed(from text: String) -> String {
    guard text.contains("<!--") else { return text }
    var lines: [String] = []
    var rest = text[...]
    var fence: Substring?
    var (mayEnd, isInGap) = (true, false)
    while true {
      var (line, isCommented) = ("", false)
      let start = rest.drop { $0 == " " }.prefix(3)
      if fence != nil || start == "```" || start == "~~~" {
        if fence == nil { fence = start } else if fence == start { fence = nil }
      } else {
        while mayEnd, let start = commentStart(in: rest) {
          let end = rest[start...].firstRange(of: "-->")
          mayEnd = end != nil
          guard let end else { break }
          line += rest[..<start]
          rest = rest[end.upperBound...]
          isCommented = true
        }
      }
      let end = rest.firstIndex(where: \.isNewline)
      line += rest[..<(end ?? rest.endIndex)]
      // A line of comments alone leaves no blank one, nor two where it stood between such.
      let isBehindBlank = lines.last?.allSatisfy(\.isWhitespace) ?? true
      isInGap = line.allSatisfy(\.isWhitespace) && (isCommented || isInGap && isBehindBlank)
      if !isInGap { lines.append(line) }
      guard let end else { return lines.joined(separator: "\n") }
      rest = rest[end...].dropFirst()
    }
  }

  /// Characters of code in a line; more would take long to look through for each mark.
  private static let longestCode = 1_000

  /// The first comment of the first line that is not within code.
  private static func commentStart(in text: Substring) -> Substring.Index? {
    var rest = text
    while let index = rest.firstIndex(where: { $0 == "`" || $0 == "<" || $0.isNewline }) {
      rest = rest[index...]
      if rest[index].isNewline { return nil }
      if rest.hasPrefix("<!--") { return index }
      let ticks = rest.prefix { $0 == "`" }
      rest = rest.dropFirst(max(ticks.count, 1))
      let code = rest.prefix(longestCode).prefix { !$0.isNewline }
      guard !ticks.isEmpty, let end = code.firstRange(of: ticks) else { continue }
      rest = rest[end.upperBound...]
    }
    return nil
  }
}
