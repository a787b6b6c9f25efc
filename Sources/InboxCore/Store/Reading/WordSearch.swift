import GRDB

/// Finds the words of an inbox that begin as something that is searched for.
struct WordSearch {
  private let database: Database
  private let tokenizer: any FTS5Tokenizer

  /// So many words are searched one by one.
  private static let maximumCount = 48

  /// Prepares to split texts as the full-text index does.
  init(_ database: Database) throws {
    self.database = database
    tokenizer = try database.makeTokenizer(.unicode61(diacritics: .remove))
  }

  /// The same terms with their words, where there are few; those with nothing to search for are
  /// left out beside others.
  func resolve(_ terms: [TextTerm]) throws -> [TextTerm] {
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

  /// The words, in order; nil when they are too many.
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
      // Nothing that could be in a word comes before this.
      next = word + "\u{1}"
    }
    return words
  }
}
