import GRDB

/// The words and phrases of filter terms: those to be found, and those not to be.
struct TextSearch {
  private var wanted: [TextTerm] = []
  private var excluded: [TextTerm] = []

  init(_ terms: some Sequence<MessageFilter.Term>) {
    for term in terms {
      guard let text = term.condition.searched else { continue }
      if term.isNegated { excluded.append(text) } else { wanted.append(text) }
    }
  }

  /// Whether title, subtitle and body together hold what the full-text index would find.
  func finds(_ message: Message) -> Bool {
    guard !wanted.isEmpty || !excluded.isEmpty else { return true }
    let columns = [message.title, message.subtitle, message.body].map { IndexedWords($0 ?? "") }
    func isFound(_ term: TextTerm) -> Bool {
      let words = IndexedWords(term.text)
      return columns.contains { $0.contains(words, endingInPrefix: term.isPrefix) }
    }
    // FTS5 drops a term without a word beside others; alone, it finds nothing.
    let searchable = wanted.filter { !IndexedWords($0.text).isEmpty }
    guard wanted.isEmpty == searchable.isEmpty else { return false }
    return searchable.allSatisfy(isFound) && !excluded.contains(where: isFound)
  }
}

/// The words of a text as the full-text index holds them: cut by its tokenizer and folded.
struct IndexedWords {
  /// The tokenizer of the index, as the schema names it.
  static let tokenizer = FTS5TokenizerDescriptor.unicode61(diacritics: .remove)

  /// Lends its tokenizer and holds no table; nil only where SQLite has no memory left.
  private static let database = try? DatabaseQueue()
  /// FTS5 keeps no more bytes of a word.
  private static let maximumLength = 32_768

  private let words: [[UInt8]]

  init(_ text: String) {
    let tokens = try? Self.database?.unsafeRead { database in
      try database.makeTokenizer(Self.tokenizer).tokenize(document: text)
    }
    words = (tokens ?? []).map { Array($0.token.utf8.prefix(Self.maximumLength)) }
  }

  var isEmpty: Bool { words.isEmpty }

  /// Whether a phrase of at least one word occurs; the beginning of its last word may do.
  func contains(_ phrase: IndexedWords, endingInPrefix: Bool) -> Bool {
    guard let last = phrase.words.last, phrase.words.count <= words.count else { return false }
    return (phrase.words.count - 1..<words.count).contains { end in
      let isEnd = endingInPrefix ? words[end].starts(with: last) : words[end] == last
      return isEnd
        && words[..<end].suffix(phrase.words.count - 1).elementsEqual(phrase.words.dropLast())
    }
  }
}
