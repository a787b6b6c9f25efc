import GRDB

extension FilterCriteria {
  /// The criteria with patterns of categories and searched prefixes expanded to what they match.
  func expanded(in database: Database) throws -> FilterCriteria {
    try expandingCategories(in: database).expandingPrefixes(in: database)
  }

  /// The criteria with searched prefixes expanded to the words that they match, where few do.
  ///
  /// FTS5 merges the rows of all words of a prefix before it yields the first row; rows of words
  /// joined by OR are yielded as they are found.
  private func expandingPrefixes(in database: Database) throws -> FilterCriteria {
    guard alternatives.isEmpty else {
      var result = self
      result.alternatives = try alternatives.map { try $0.expandingPrefixes(in: database) }
      return result
    }
    guard !searched.isEmpty || !excludedTexts.isEmpty else { return self }
    let expansion = try PrefixExpansion(database)
    var result = self
    result.searched = try expansion.expand(searched)
    result.excludedTexts = try expansion.expand(excludedTexts)
    return result
  }
}

/// The expansion of a searched prefix to the words of the full-text index that begin with it.
private struct PrefixExpansion {
  private let database: Database
  private let tokenizer: any FTS5Tokenizer

  /// Maximum number of words in an expansion; a prefix with more is not expanded.
  private static let maximumCount = 48

  /// Tokenizes as the full-text index does.
  init(_ database: Database) throws {
    self.database = database
    tokenizer = try database.makeTokenizer(IndexedWords.tokenizer)
  }

  /// Expands the prefixes of terms where few words match.
  ///
  /// Terms without a word to search for are dropped, unless there are no others.
  func expand(_ terms: [TextTerm]) throws -> [TextTerm] {
    let split = try terms.map { (term: $0, words: try words(in: $0.text)) }
    let isAnySearchable = split.contains { !$0.words.isEmpty }
    return try split.filter { !$0.words.isEmpty || !isAnySearchable }.map { term, words in
      guard term.isPrefix, words.count == 1 else { return term }
      var term = term
      term.words = try self.words(beginningWith: words[0])
      return term
    }
  }

  private func words(in text: String) throws -> [String] {
    try tokenizer.tokenize(query: text.replacing("\0", with: " ")).map(\.token)
  }

  /// The words with a prefix, in order; nil when they are more than ``maximumCount``.
  private func words(beginningWith start: String) throws -> [String]? {
    try WordIndex(database)?.words(beginningWith: start, limit: Self.maximumCount)
  }
}
