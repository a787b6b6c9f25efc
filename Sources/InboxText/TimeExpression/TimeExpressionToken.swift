/// A token of a time expression, with its position.
struct TimeExpressionToken: Hashable {
  /// The word in lower case.
  var text: String
  /// Its first character, from 1.
  var column: Int

  /// Whether it begins as numbers do.
  var isNumeric: Bool {
    guard let first = text.first(where: { $0 != "." }) else { return false }
    return first == "-" || first == "+" || first.isASCII && first.isNumber
  }

  /// The words of a text, with blanks of any kind between them.
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

  /// The word without a comma behind it, and `a.m.` as `am`; nil for a comma alone.
  private var withoutComma: TimeExpressionToken? {
    var token = self
    if token.text.hasSuffix(",") { token.text.removeLast() }
    if token.text.hasSuffix("a.m.") || token.text.hasSuffix("p.m.") {
      token.text = token.text.dropLast(4) + (token.text.hasSuffix("a.m.") ? "am" : "pm")
    }
    return token.text.isEmpty ? nil : token
  }

  /// The word, or the time and the zone that it is made of, as in `18:00:00+0100`.
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

  /// The word, or the two that a `T` between date and time joins.
  private var dateAndTime: [TimeExpressionToken] {
    let parts = text.split(separator: "t", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].count == 10, isNumeric else { return [self] }
    return [
      TimeExpressionToken(text: parts[0], column: column),
      TimeExpressionToken(text: parts[1], column: column + 11),
    ]
  }
}
