/// Why a text is no filter, and where.
public struct FilterProblem: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// No filter word has this name; quotes would make it a text to search for.
    case unknownWord(String)
    /// The word has no such value.
    case badValue(word: String, value: String)
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

extension FilterProblem {
  /// The candidate that is at most two edits away, the nearest first.
  static func nearest(to text: String, among candidates: [String]) -> String? {
    let wanted = Array(text.lowercased().prefix(40))
    let ranked = candidates.map { (distance: distance(wanted, Array($0)), word: $0) }
    let best = ranked.min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= 2 ? $0.word : nil }
  }

  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let substituted = diagonal + (character == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
