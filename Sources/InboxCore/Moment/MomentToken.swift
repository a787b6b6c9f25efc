/// A word of a text about a moment, and where it stands.
struct TimeExpressionToken: Hashable {
  /// The word in lower case.
  var text: String
  /// Its first character, from 1.
  var column: Int

  /// Whether it begins as numbers do.
  var isNumeric: Bool {
    guard let first = text.first else { return false }
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
    return tokens.flatMap(\.dateAndTime)
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
