import InboxCore

extension FilterProblem {
  /// What is wrong and what could stand there, in a few words that fit below a prompt.
  var promptText: String {
    let wrong =
      switch kind {
      case .unknownWord(let word): "unknown filter word \(word)"
      case .badValue(let word, let value): "\(word) knows no \(value)"
      case .missingValue(let word): "\(word) needs a value"
      case .badComparison(let word, let comparison): "\(word) cannot be compared by \(comparison)"
      case .missingTerm: "nothing after the -"
      case .openQuote: "the quote does not end"
      case .emptyQuote: "nothing between the quotes"
      case .textAfterQuote: "a blank is missing after the quote"
      }
    if let nearest { return wrong + ", did you mean \(nearest)?" }
    return expected.isEmpty ? wrong : wrong + ", expected " + expected.joined(separator: " ")
  }
}
