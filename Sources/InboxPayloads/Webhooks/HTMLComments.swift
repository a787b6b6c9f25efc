/// Comments of HTML in Markdown, which forges do not show.
enum HTMLComments {
  /// The text without its comments; code keeps them, and one that does not end is text.
  static func removed(from text: String) -> String {
    guard text.contains("<!--") else { return text }
    var lines: [String] = []
    /// What stands from the open comment on, in case that it does not end.
    var open: [Substring]?
    var fence: Substring?
    var line = ""
    for whole in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let start = whole.drop { $0 == " " }.prefix(3)
      if open == nil, fence != nil || start == "```" || start == "~~~" {
        if fence == nil { fence = start } else if fence == start { fence = nil }
        lines.append(String(whole))
        continue
      }
      var rest = whole
      if open != nil {
        guard let end = rest.firstRange(of: "-->") else {
          open?.append(whole)
          continue
        }
        rest = rest[end.upperBound...]
        open = nil
      } else {
        line = ""
      }
      while let start = commentStart(in: rest) {
        line += rest[..<start]
        guard let end = rest[start...].firstRange(of: "-->") else {
          open = [rest[start...]]
          break
        }
        rest = rest[end.upperBound...]
      }
      guard open == nil else { continue }
      line += rest
      // A line of comments alone leaves no blank one.
      if !line.allSatisfy(\.isWhitespace) || whole.allSatisfy(\.isWhitespace) { lines.append(line) }
    }
    if let open { lines += [line + open[0]] + open.dropFirst().map(String.init) }
    return lines.joined(separator: "\n")
  }

  /// Characters of code in a line; more would take long to look through for each mark.
  private static let longestCode = 1_000

  /// The first comment of a line that is not within code.
  private static func commentStart(in line: Substring) -> Substring.Index? {
    var rest = line
    while let index = rest.firstIndex(where: { $0 == "`" || $0 == "<" }) {
      rest = rest[index...]
      if rest.hasPrefix("<!--") { return index }
      let ticks = rest.prefix { $0 == "`" }
      rest = rest.dropFirst(max(ticks.count, 1))
      guard !ticks.isEmpty, let end = rest.prefix(longestCode).firstRange(of: ticks) else {
        continue
      }
      rest = rest[end.upperBound...]
    }
    return nil
  }
}
