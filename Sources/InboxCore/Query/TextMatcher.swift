import GRDB

/// A matcher of required and excluded words and phrases of filter terms.
struct TextMatcher {
  private let wanted: [Phrase]
  private let excluded: [Phrase]

  /// A term with its words.
  private struct Phrase {
    var words: IndexedWords
    var isPrefix: Bool

    func isFound(in columns: [IndexedWords]) -> Bool {
      columns.contains { $0.contains(words, endingInPrefix: isPrefix) }
    }
  }

  /// A matcher of required and excluded terms, with the tokenizer that splits them into words.
  init(_ terms: [TextTerm], excluding others: [TextTerm], tokenizer: any FTS5Tokenizer) throws {
    func phrases(_ terms: [TextTerm]) throws -> [Phrase] {
      try terms.map {
        try Phrase(words: IndexedWords($0.text, by: tokenizer), isPrefix: $0.isPrefix)
      }
    }
    (wanted, excluded) = (try phrases(terms), try phrases(others))
  }

  /// Whether the full-text index would find title, subtitle, body and rest together.
  func matches(_ texts: [String?], tokenizer: any FTS5Tokenizer) throws -> Bool {
    let columns = try texts.map { try IndexedWords($0 ?? "", by: tokenizer) }
    // FTS5 ignores a term without a word beside others; alone, it matches nothing.
    let searchable = wanted.filter { !$0.words.isEmpty }
    guard wanted.isEmpty == searchable.isEmpty else { return false }
    return searchable.allSatisfy { $0.isFound(in: columns) }
      && !excluded.contains { $0.isFound(in: columns) }
  }

  /// Provides a tokenizer outside of a store, and has no table; nil only when SQLite is out of memory.
  private static let database = try? DatabaseQueue()

  /// Whether the words of a message match the terms.
  static func matches(_ terms: [MessageFilter.Term], _ message: Message) -> Bool {
    let wanted = terms.filter { !$0.isNegated }.compactMap(\.condition.searched)
    let excluded = terms.filter(\.isNegated).compactMap(\.condition.searched)
    guard !wanted.isEmpty || !excluded.isEmpty else { return true }
    let isMatch = try? database?.unsafeRead { database in
      let tokenizer = try database.makeTokenizer(IndexedWords.tokenizer)
      let matcher = try TextMatcher(wanted, excluding: excluded, tokenizer: tokenizer)
      return try matcher.matches(message.searchedTexts, tokenizer: tokenizer)
    }
    return isMatch ?? false
  }
}

/// The words of a text as in the full-text index: tokenized and case-folded.
struct IndexedWords {
  /// The tokenizer of the index, as the schema names it.
  static let tokenizer = FTS5TokenizerDescriptor.unicode61(diacritics: .remove)

  /// Maximum bytes of a word that FTS5 stores.
  private static let maximumLength = 32_768

  private let words: [[UInt8]]

  /// Splits a text with a tokenizer made from ``tokenizer``.
  init(_ text: String, by tokenizer: any FTS5Tokenizer) throws {
    words = try tokenizer.tokenize(document: text).map {
      Array($0.token.utf8.prefix(Self.maximumLength))
    }
  }

  var isEmpty: Bool { words.isEmpty }

  /// Whether a phrase of at least one word occurs; its last word may be a prefix.
  func contains(_ phrase: IndexedWords, endingInPrefix: Bool) -> Bool {
    guard let last = phrase.words.last, phrase.words.count <= words.count else { return false }
    return (phrase.words.count - 1..<words.count).contains { end in
      let isEnd = endingInPrefix ? words[end].starts(with: last) : words[end] == last
      return isEnd
        && words[..<end].suffix(phrase.words.count - 1).elementsEqual(phrase.words.dropLast())
    }
  }
}

/// A word or phrase that is searched for.
struct TextTerm: Hashable {
  /// The typed text.
  var text: String
  /// Whether a prefix of a word is enough.
  var isPrefix: Bool

  /// The FTS5 expression of the text, quoted against operators.
  ///
  /// A NUL would end the expression early. A text without a word, like `---`, is ignored by FTS5
  /// beside other words, and alone matches nothing.
  var expression: String { Self.quoted(text) + (isPrefix ? "*" : "") }

  private static func quoted(_ text: String) -> String {
    // By scalars, as a quote with a combining mark is another character.
    let scalars = text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
      scalar == "\"" ? ["\"", "\""] : [scalar == "\0" ? " " : scalar]
    }
    return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
  }
}
