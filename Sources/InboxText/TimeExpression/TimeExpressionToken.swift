/// A token of a time expression with its position.
struct TimeExpressionToken: Hashable {
  /// The word in lower case, except an M by itself, as in `2M`: months for some programs.
  var text: String
  /// The position of its first character, from 1.
  var column: Int

  /// Whether it starts like a number.
  var isNumeric: Bool {
    guard let first = text.first(where: { $0 != "." }) else { return false }
    return first == "-" || first == "+" || first.isASCII && first.isNumber
  }

  /// Splits a text into words at whitespace.
  static func tokens(of text: String) -> [TimeExpressionToken] {
    var tokens: [TimeExpressionToken] = []
    var isInside = false
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      guard !character.isWhitespace else {
        isInside = false
        continue
      }
      if !isInside { tokens.append(TimeExpressionToken(text: "", column: index + 1)) }
      tokens[tokens.count - 1].text +=
        isLoneM(at: index, characters) ? "M" : character.lowercased()
      isInside = true
    }
    return tokens.compactMap(\.withoutComma).flatMap(\.dateAndTime)
      .flatMap(\.timeAndZone)
  }

  /// Removes a trailing comma, and replaces `a.m.` by `am`; nil for a lone comma.
  private var withoutComma: TimeExpressionToken? {
    var token = self
    if token.text.hasSuffix(",") { token.text.removeLast() }
    if token.text.hasSuffix("a.m.") || token.text.hasSuffix("p.m.") {
      token.text = token.text.dropLast(4) + (token.text.hasSuffix("a.m.") ? "am" : "pm")
    }
    return token.text.isEmpty ? nil : token
  }

  private static func isLoneM(at index: Int, _ characters: [Character]) -> Bool {
    guard characters[index] == "M", index > 0 else { return false }
    let (before, after) = (characters[index - 1], characters.dropFirst(index + 1).first)
    return (before.isNumber || before.isWhitespace) && after?.isLetter != true && after != "."
  }

  /// Splits time and zone, as in `18:00:00+0100` or `18:00Z`.
  private var timeAndZone: [TimeExpressionToken] {
    guard isNumeric, text.contains(":") else { return [self] }
    let name = ["z", "utc", "gmt"].first { text.hasSuffix($0) }
    let start =
      name.map { text.index(text.endIndex, offsetBy: -$0.count) }
      ?? text.lastIndex { "+-".contains($0) }
    guard let start, start != text.startIndex, text[..<start].contains(":") else { return [self] }
    let distance = text.distance(from: text.startIndex, to: start)
    return [
      TimeExpressionToken(text: String(text[..<start]), column: column),
      TimeExpressionToken(text: String(text[start...]), column: column + distance),
    ]
  }

  /// Splits date and time at a `T`, as in `2026-12-24T18:00` or `20261224T180000`.
  private var dateAndTime: [TimeExpressionToken] {
    let parts = text.split(separator: "t", maxSplits: 1).map(String.init)
    guard parts.count == 2, text.first?.isDigit == true else { return [self] }
    let isCompact = parts[0].count == 8 && parts[0].allSatisfy(\.isDigit)
    guard isCompact || parts[0].count == 10 else { return [self] }
    let digits = parts[1].prefix(while: \.isDigit)
    let time = TimeExpressionToken(text: String(digits), column: column).compactTime
    return [
      TimeExpressionToken(text: parts[0], column: column),
      TimeExpressionToken(
        text: isCompact ? (time ?? String(digits)) + parts[1].dropFirst(digits.count) : parts[1],
        column: column + parts[0].count + 1),
    ]
  }

  /// The digits of `1800` or `180000` with colons between them; nil for other words.
  var compactTime: String? {
    guard text.count == 4 || text.count == 6, text.allSatisfy(\.isDigit) else { return nil }
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<$0 + 2]) }
      .joined(separator: ":")
  }
}
