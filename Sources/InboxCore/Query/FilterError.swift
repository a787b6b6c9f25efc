import Foundation
package import InboxText

/// An error in a filter, with its column.
public struct FilterError: Error, Sendable, Hashable {
  /// The kind of an error.
  package enum Kind: Sendable, Hashable {
    /// No filter word has this name; quotes would make it a text to search for.
    case unknownWord(String)
    /// The word has no such value.
    case badValue(word: String, value: String)
    /// The word takes a moment, and its value is none.
    case badMoment(word: String, TimeExpressionError.Kind)
    /// The word's value is missing.
    case missingValue(word: String)
    /// The word does not take this comparison.
    case badComparison(word: String, comparison: String)
    /// A `-` with nothing to negate.
    case missingTerm
    /// A quote without its end.
    case openQuote
    /// Nothing between the quotes.
    case emptyQuote
    /// Something follows a closing quote without a blank.
    case textAfterQuote
    /// The filter has more terms than `MessageFilter.maximumTermCount`.
    case tooManyTerms(limit: Int)
    /// The regular expression cannot be read.
    case badExpression(String)
    /// A bracket that has no end.
    case openBracket
    /// The end of a bracket that has no beginning.
    case closeBracket
    /// Nothing between brackets.
    case emptyBrackets
    /// Brackets within too many others.
    case tooDeep
    /// An `OR` with nothing on one side of it.
    case missingAlternative
    /// Brackets and `OR` make more alternatives than a filter may have.
    case tooManyAlternatives(limit: Int)
  }

  /// Where, in characters from 1.
  public var column: Int
  /// What is wrong.
  package var kind: Kind
  /// What could stand there, as forms or known words.
  package var expected: [String]
  /// The known word or value that looks most like what was written.
  package var nearest: String?

  /// Makes an error.
  package init(column: Int, kind: Kind, expected: [String] = [], nearest: String? = nil) {
    self.column = column
    self.kind = kind
    self.expected = expected
    self.nearest = nearest
  }
}

extension FilterError {
  /// Words what is wrong and what could stand there, the same on screen and command line.
  ///
  /// A clause without a capital or a full stop.
  public var message: String {
    if let nearest { return wrong + NearestName.hint(nearest.printable()) }
    return expected.isEmpty ? wrong : wrong + "; expected " + possible.alternatives
  }

  private var possible: [String] {
    guard case .unknownWord = kind else { return expected }
    return expected + ["text in quotes"]
  }

  private var wrong: String {
    switch kind {
    case .unknownWord(let word): "'\(word.printable())' is no filter word"
    case .badValue(let word, let value):
      "'\(word.printable())' does not take '\(value.printable())'"
    case .badMoment(let word, let kind):
      "'\(word.printable())' takes a time, and \(kind.words)"
    case .missingValue(let word): "'\(word.printable())' has no value"
    case .badComparison(let word, let comparison):
      "'\(word.printable())' does not take '\(comparison.printable())'"
    case .missingTerm: "nothing follows the '-'"
    case .openQuote: "the quote has no end"
    case .emptyQuote: "there is nothing between the quotes"
    case .textAfterQuote: "a blank is missing after the quote"
    case .tooManyTerms(let limit): "a filter has at most \(limit) terms"
    case .badExpression(let reason): "the expression cannot be read: \(reason.printable())"
    case .openBracket: "the bracket has no end"
    case .closeBracket: "')' has no '('; write it in quotes to search for it"
    case .emptyBrackets: "there is nothing between the brackets"
    case .tooDeep: "there are too many brackets within each other"
    case .missingAlternative:
      "a term is missing beside 'OR'; write it in quotes to search for it"
    case .tooManyAlternatives(let limit): "brackets and OR make more than \(limit) alternatives"
    }
  }
}
