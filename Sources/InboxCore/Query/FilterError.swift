import Foundation
package import InboxText

/// A syntax error in a filter, with its column.
public struct FilterError: Error, Sendable, Hashable {
  /// The kind of an error.
  package enum Kind: Sendable, Hashable {
    /// Unknown filter word; in quotes it would be a text to search for.
    case unknownWord(String)
    /// A term of another query language, and what stands for it here.
    case foreign(String, term: String)
    /// Invalid value of the word.
    case badValue(word: String, value: String)
    /// Invalid time of the word.
    case badMoment(word: String, TimeExpressionError.Kind)
    /// Missing value of the word.
    case missingValue(word: String)
    /// The word does not support this comparison.
    case badComparison(word: String, comparison: String)
    /// A `-` with nothing to negate.
    case missingTerm
    /// An unterminated quote.
    case openQuote
    /// An empty quote.
    case emptyQuote
    /// Text right after a closing quote, without a blank.
    case textAfterQuote
    /// More terms than `MessageFilter.maximumTermCount`.
    case tooManyTerms(limit: Int)
    /// Invalid regular expression.
    case badExpression(String)
    /// An unclosed bracket.
    case openBracket
    /// A closing bracket without an opening one.
    case closeBracket
    /// Empty brackets.
    case emptyBrackets
    /// Too deeply nested brackets.
    case tooDeep
    /// An `OR` without a term on one side.
    case missingAlternative
    /// Brackets and `OR` expand to too many alternatives.
    case tooManyAlternatives(limit: Int)
  }

  /// The column, in characters from 1.
  public var column: Int
  /// The kind of the error.
  package var kind: Kind
  /// What is valid there, as forms or known words.
  package var expected: [String]
  /// The most similar known word or value.
  package var nearest: String?

  /// Creates an error.
  package init(column: Int, kind: Kind, expected: [String] = [], nearest: String? = nil) {
    (self.column, self.kind, self.expected, self.nearest) = (column, kind, expected, nearest)
  }
}

extension FilterError {
  /// The error message, the same on screen and command line.
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
    case .unknownWord(let word): "unknown filter '\(word.printable())'"
    case .foreign(let word, let term):
      "'\(word.printable())' is no filter word; write \(term.printable()), or quote it as text"
    case .badValue(let word, let value):
      "'\(word.printable())' does not take '\(value.printable())'"
    case .badMoment(let word, let kind):
      "'\(word.printable())' takes a time: \(kind.words)"
    case .missingValue(let word): "'\(word.printable())' has no value"
    case .badComparison(let word, let comparison):
      "'\(word.printable())' does not take '\(comparison.printable())'"
    case .missingTerm: "nothing follows the '-'"
    case .openQuote: "the quote is not closed"
    case .emptyQuote: "there is nothing between the quotes"
    case .textAfterQuote: "a blank is missing after the quote"
    case .tooManyTerms(let limit): "a filter has at most \(limit) terms"
    case .badExpression(let reason): "invalid expression: \(reason.printable())"
    case .openBracket: "the bracket is not closed"
    case .closeBracket: "')' has no '('; write it in quotes to search for it"
    case .emptyBrackets: "there is nothing between the brackets"
    case .tooDeep: "brackets are nested too deeply"
    case .missingAlternative:
      "a term is missing beside 'OR'; write it in quotes to search for it"
    case .tooManyAlternatives(let limit): "brackets and OR make more than \(limit) alternatives"
    }
  }
}
