/// A word or phrase that is searched for.
struct TextTerm: Hashable {
  /// What was typed.
  var text: String
  /// Whether a word that begins so is enough.
  var isPrefix: Bool
  /// The words of the inbox that begin so, when they are few enough to be searched one by one.
  var words: [String]?

  /// The words or the text in the language of FTS5, where quotes keep it from being an operator.
  ///
  /// A NUL would end the expression early. What has nothing to search for, like `---`, is left
  /// out by FTS5 beside other words, and alone finds nothing.
  var expression: String {
    guard let words, !words.isEmpty else { return Self.quoted(text) + (isPrefix ? "*" : "") }
    return "(" + words.map(Self.quoted).joined(separator: " OR ") + ")"
  }

  /// One expression for all of these; nil for none.
  static func expression(_ terms: [TextTerm]) -> String? {
    guard !terms.isEmpty else { return nil }
    // Without an operator between them, FTS5 leaves out what has nothing to search for.
    let plain = terms.filter { $0.words?.isEmpty ?? true }.map(\.expression)
    let chosen = terms.filter { $0.words?.isEmpty == false }.map(\.expression)
    return ((plain.isEmpty ? [] : [plain.joined(separator: " ")]) + chosen)
      .joined(separator: " AND ")
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0": result += " "
      case "\"": result += "\"\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
