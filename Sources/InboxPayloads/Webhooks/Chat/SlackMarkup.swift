/// Slack's markup, `mrkdwn`.
enum SlackMarkup {
  /// The text as Markdown, with emphasis, links and mentions; code is unchanged.
  static func markdown(_ text: String) -> String {
    CodeFences.map(text, hasLanguages: false, code: unescaped) { text in
      // Every second piece is between backticks.
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .map { place, piece in
          let text = String(piece)
          guard place.isMultiple(of: 2) else { return unescaped(text) }
          return AngleBrackets.map(text, inside: reference) {
            doubled("~", in: doubled("*", in: unescaped($0)))
          }
        }
        .joined(separator: "`")
    }
  }

  /// The text without escapes such as `&lt;`.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
      "&amp;", with: "&")
  }

  /// The content of angle brackets: a link, a person, a channel, a date.
  private static func reference(_ text: Substring) -> String {
    let bar = text.utf8.firstIndex(of: UInt8(ascii: "|"))
    let label = bar.map { unescaped(String(text[$0...].dropFirst())) }
    let target = unescaped(String(text[..<(bar ?? text.endIndex)]))
    switch target.first {
    case "@": return label.map { $0.hasPrefix("@") ? $0 : "@\($0)" } ?? target
    case "#": return label.map { "#\($0)" } ?? target
    case "!": return label ?? "@\(target.dropFirst())"
    default:
      guard let label, label != target else { return "<\(target)>" }
      let isLink = target.drop { $0 != ":" }.hasPrefix("://") || target.hasPrefix("mailto:")
      return isLink ? "[\(label)](\(target))" : unescaped("<\(text)>")
    }
  }

  /// Markdown doubles marks that are single in Slack.
  private static func doubled(_ mark: Character, in text: String) -> String {
    guard text.utf8.contains(where: { $0 == mark.asciiValue }) else { return text }
    let characters = Array(text)
    var isDoubled = [Bool](repeating: false, count: characters.count)
    var opening: Int?
    for index in characters.indices {
      let character = characters[index]
      if character.isNewline { opening = nil }
      guard character == mark else { continue }
      let before = index > 0 ? characters[index - 1] : " "
      let behind = index + 1 < characters.count ? characters[index + 1] : " "
      guard before != mark, behind != mark else { continue }
      if let start = opening, !before.isWhitespace, !behind.isLetter, !behind.isNumber {
        (isDoubled[start], isDoubled[index]) = (true, true)
        opening = nil
      } else if !behind.isWhitespace, !before.isLetter, !before.isNumber {
        opening = index
      }
    }
    return String(
      characters.indices.flatMap { index in
        isDoubled[index] ? [mark, mark] : [characters[index]]
      })
  }
}

/// What stands in angle brackets, in which chats write references.
enum AngleBrackets {
  /// The text with what stands in brackets, and what does not, converted.
  static func map(
    _ text: String, inside: (Substring) -> String, outside: (String) -> String = { $0 }
  ) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")),
      let end = rest[start...].utf8.firstIndex(of: UInt8(ascii: ">"))
    {
      result += outside(String(rest[..<start])) + inside(rest[start..<end].dropFirst())
      rest = rest[end...].dropFirst()
    }
    return result + outside(String(rest))
  }
}

/// Code fences, which chats allow at the end of a line.
enum CodeFences {
  /// The text with each fence on a line of its own, as Markdown needs it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - hasLanguages: Whether a word after the opening fence is a language.
  ///   - code: Converts code.
  ///   - prose: Converts other text.
  /// - Returns: Markdown.
  static func map(
    _ text: String, hasLanguages: Bool, code: (String) -> String, prose: (String) -> String
  ) -> String {
    guard text.utf8.contains(UInt8(ascii: "`")) else { return prose(text) }
    let pieces = text.split(separator: "```", omittingEmptySubsequences: false).map(String.init)
    // An unclosed fence is plain text.
    guard pieces.count > 1, !pieces.count.isMultiple(of: 2) else { return prose(text) }
    var result = ""
    for (index, piece) in pieces.enumerated() {
      guard !index.isMultiple(of: 2) else {
        let isBehind = index > 0 && result.last?.isNewline == true
        let isDoubled = isBehind && piece.first?.isNewline == true
        result += prose(isDoubled ? String(piece.dropFirst()) : piece)
        continue
      }
      guard piece.contains(where: \.isNewline) else {
        result += "```\(code(piece))```"
        continue
      }
      if let last = result.last, !last.isNewline { result += "\n" }
      let word = piece.prefix { !$0.isNewline }
      let isLanguage =
        hasLanguages && word.allSatisfy { $0.isLetter || $0.isNumber || "+-#_".contains($0) }
      let begin = isLanguage || piece.first?.isNewline == true ? "```" : "```\n"
      let end = piece.last?.isNewline == true ? "```\n" : "\n```\n"
      result += begin + code(piece) + end
    }
    return result
  }
}
