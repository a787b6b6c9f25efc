import GRDB

extension FilterCriteria {
  /// The criteria with searched prefixes replaced by the words that they match, where few do.
  ///
  /// FTS5 merges the rows of all words of a prefix before it yields the first row; rows of words
  /// joined by OR come as they are found.
  func expandingPrefixes(in database: Database) throws -> FilterCriteria {
    guard !searched.isEmpty || !excludedTexts.isEmpty else { return self }
    let expansion = try PrefixExpansion(database)
    var result = self
    result.searched = try expansion.expand(searched)
    result.excludedTexts = try expansion.expand(excludedTexts)
    result.excludesFew = try result.prefersRowProbes(in: database)
    return result
  }

  /// Whether excluded words are better probed row by row than collected beforehand.
  ///
  /// A probe takes about 40 µs, collecting a million rows a second: probing wins where the words
  /// are common, and yet a page is full before many rows were probed.
  private func prefersRowProbes(in database: Database) throws -> Bool {
    let words = excludedTexts.filter { $0.words != nil }
    let isCommon = try words.contains { text in
      let found = SQLCondition("message_text WHERE message_text MATCH ?", text.expression)
      return try !database.hasAtMost(5_000, rowsIn: found)
    }
    guard isCommon else { return false }
    var probing = self
    probing.excludesFew = true
    let remaining = SQLCondition.all(probing.searchConditions.suffix(excludedTexts.count))
    return try isDense(remaining, place: firstPlace, share: 1 / 3, of: 30, in: database)
  }
}

/// Expands a searched prefix to the words of the full-text index that begin with it.
private struct PrefixExpansion {
  private let database: Database
  private let tokenizer: any FTS5Tokenizer

  /// Most words that a prefix is expanded to; one with more stays a prefix.
  private static let maximumCount = 48

  /// Splits texts as the full-text index does.
  init(_ database: Database) throws {
    self.database = database
    tokenizer = try database.makeTokenizer(IndexedWords.tokenizer)
  }

  /// The terms with prefixes expanded where few words match.
  ///
  /// Terms without a word to search for are left out, unless there are no others.
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
    let statement = try database.cachedStatement(
      sql: "SELECT term FROM message_term WHERE term >= ? LIMIT 1")
    var words: [String] = []
    var next = start
    while let word = try String.fetchOne(statement, arguments: [next]),
      word.utf8.starts(with: start.utf8)
    {
      guard words.count < Self.maximumCount else { return nil }
      words.append(word)
      // No token sorts between a word and the same with U+0001 behind it.
      next = word + "\u{1}"
    }
    return words
  }
}
