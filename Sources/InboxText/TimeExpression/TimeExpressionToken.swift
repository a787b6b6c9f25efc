/// A token of a time expression with its position.
struct TimeExpressionToken: Hashable {
  /// The word in lower case.
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
    for (index, character) in text.enumerated() {
      guard !character.isWhitespace else {
        isInside = false
        continue
      }
      if !isInside { tokens.append(TimeExpressionToken(text: "", column: index + 1)) }
      tokens[tokens.count - 1].text += character.lowercased()
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

  /// Splits time and zone, as in `18:00:00+0100`.
  private var timeAndZone: [TimeExpressionToken] {
    guard isNumeric, text.contains(":"), let sign = text.lastIndex(where: { "+-".contains($0) }),
      sign != text.startIndex, text[..<sign].contains(":")
    else { return [self] }
    let distance = text.distance(from: text.startIndex, to: sign)
    return [
      TimeExpressionToken(text: String(text[..<sign]), column: column),
      TimeExpressionToken(text: String(text[sign...]), column: column + distance),
    ]
  }

  /// Splits date and time at a `T`.
  private var dateAndTime: [TimeExpressionToken] {
    let parts = text.split(separator: "t", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].count == 10, isNumeric else { return [self] }
    return [
      TimeExpressionToken(text: parts[0], column: column),
      TimeExpressionToken(text: parts[1], column: column + 11),
    ]
  }
}
