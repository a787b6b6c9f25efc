import InboxCore
import InboxUI

extension ErrorText {
  /// Why a text is no filter, at which character, and what was expected.
  static func text(for problem: FilterProblem) -> String {
    var text = "filter, character \(problem.column): \(text(for: problem.kind))"
    if let nearest = problem.nearest {
      text += "; did you mean '\(nearest.printable())'?"
    }
    if !problem.expected.isEmpty {
      text += (problem.nearest == nil ? "; expected " : " Expected ")
      text += problem.expected.map { $0.printable() }.joined(separator: ", ")
    }
    return text
  }

  private static func text(for kind: FilterProblem.Kind) -> String {
    switch kind {
    case .unknownWord(let word):
      "'\(word.printable())' is no filter word; write it in quotes to search for it"
    case .badValue(let word, let value):
      "'\(word.printable())' does not take '\(value.printable())'"
    case .missingValue(let word): "'\(word.printable())' has no value"
    case .badComparison(let word, let comparison):
      "'\(word.printable())' does not take '\(comparison.printable())'"
    case .missingTerm: "nothing follows the '-'"
    case .openQuote: "the quote has no end"
    case .emptyQuote: "there is nothing between the quotes"
    case .textAfterQuote: "a blank is missing after the quote"
    }
  }
}
