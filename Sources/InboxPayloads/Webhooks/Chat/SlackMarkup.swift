/// Slack's markup, `mrkdwn`.
enum SlackMarkup {
  /// The text as Markdown, with emphasis, links and mentions; code is unchanged.
  static func markdown(_ text: String) -> String {
    CodeFences.map(text, hasLanguages: false, code: unescaped) { text in
      // Every second piece is between backticks.
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .map { $0.isMultiple(of: 2) ? prose(String($1)) : unescaped(String($1)) }
        .joined(separator: "`")
    }
  }

  /// The text without escapes such as `&lt;`.
  static func unescaped(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  private static func prose(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      result += emphasis(String(rest[..<start]))
      guard let end = rest[start...].firstIndex(of: ">") else {
        return result + emphasis(String(rest[start...]))
      }
      result += reference(rest[rest.index(after: start)..<end])
      rest = rest[rest.index(after: end)...]
    }
    return result + emphasis(String(rest))
  }

  /// The content of angle brackets: a link, a person, a channel, a date.
  private static func reference(_ text: Substring) -> String {
    let halves = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let label = halves.count > 1 ? unescaped(String(halves[1])) : nil
    let target = unescaped(String(halves[0]))
    switch target.first {
    case "@": return label.map { $0.hasPrefix("@") ? $0 : "@\($0)" } ?? target
    case "#": return label.map { "#\($0)" } ?? target
    case "!":
      guard let label else { return "@\(target.dropFirst())" }
      return label
    default:
      guard let label, label != target else { return "<\(target)>" }
      let isLink = target.contains("://") || target.hasPrefix("mailto:")
      return isLink ? "[\(label)](\(target))" : unescaped("<\(text)>")
    }
  }

  private static func emphasis(_ text: String) -> String {
    var text = unescaped(text)
    text = doubled("*", in: text)
    return doubled("~", in: text)
  }

  /// Markdown doubles marks that are single in Slack.
  private static func doubled(_ mark: Character, in text: String) -> String {
    guard text.contains(mark) else { return text }
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
