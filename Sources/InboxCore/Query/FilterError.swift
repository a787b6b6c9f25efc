public import InboxText
/// Why a text is no filter, and where.
public struct FilterError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
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
  }

  /// Where, in characters from 1.
  public var column: Int
  /// What is wrong.
  public var kind: Kind
  /// What could stand there, as forms or known words.
  public var expected: [String]
  /// The known word or value that looks most like what was written.
  public var nearest: String?

  /// Makes a problem.
  public init(column: Int, kind: Kind, expected: [String] = [], nearest: String? = nil) {
    self.column = column
    self.kind = kind
    self.expected = expected
    self.nearest = nearest
  }
}
