import GRDB

/// A filter of rows by searched and excluded words and phrases, many rows at once.
///
/// FTS5 seeks the rows of a word within a range of numbers, then reads ten million rows a second.
/// For a phrase it continues past the range to the next row with it, half a second for a rare
/// phrase of common words; so for few rows the texts are read instead, some microseconds each.
struct TextFilter {
  /// The searched words and phrases; empty when texts are only excluded.
  private let searched: [TextTerm]
  /// The excluded words and phrases.
  private let excluded: [TextTerm]
  /// The FTS5 expression of the rows to keep, or of those to leave out without a search.
  private let expression: String
  /// Whether some are phrases rather than single words.
  private let hasPhrase: Bool
  /// Whether a prefix has too many words: FTS5 would merge their rows for each range.
  private let readsTexts: Bool

  /// Maximum number of rows that are checked at once.
  static let largestChunk = 8_192
  /// Maximum gap between numbers that are looked up together.
  private static let greatestGap: UInt64 = 256
  /// Maximum number of rows whose texts are read for a phrase.
  private static let fewRows = 256
  /// Maximum number of adjacent rows, among many, whose texts are read for a phrase.
  private static let fewNeighbors = 8

  /// Creates a filter for the searched and excluded texts of criteria whose prefixes are expanded.
  ///
  /// - Returns: Nil without any, and where only texts are excluded and one is a prefix of very many
  ///   words: nearly all rows would be read.
  init?(_ criteria: FilterCriteria) {
    (searched, excluded) = (criteria.searched, criteria.excludedTexts)
    guard let expression = criteria.search ?? criteria.excluded else { return nil }
    self.expression = expression
    let terms = searched + excluded
    hasPhrase = terms.contains { $0.words == nil }
    readsTexts = terms.contains(where: \.isOpenPrefix)
    if searched.isEmpty, readsTexts { return nil }
  }

  /// Whether rows must have a text, and not only lack one.
  var isSearch: Bool { !searched.isEmpty }

  /// The condition on a row of `message AS m`; it first collects all rows with one of the texts.
  var condition: SQLCondition {
    let found = FilterCriteria.isFound(by: expression)
    return isSearch ? found : found.negated
  }

  /// The numbers of the rows to keep, in the order given.
  func remaining(of numbers: [Int64], in database: Database) throws -> [Int64] {
    let sorted = numbers.sorted()
    var kept: [Int64] = []
    var few: [Int64] = []
    var start = 0
    for index in sorted.indices
    where index + 1 == sorted.count
      || UInt64(bitPattern: sorted[index + 1] &- sorted[index]) > Self.greatestGap
    {
      let neighbors = sorted[start...index]
      let isFew = sorted.count <= Self.fewRows || neighbors.count <= Self.fewNeighbors
      if readsTexts || hasPhrase && isFew {
        few += neighbors
      } else {
        kept += try remaining(ofNeighbors: neighbors, in: database)
      }
      start = index + 1
    }
    kept += try remaining(ofFew: few, in: database)
    guard kept.count < numbers.count, !kept.isEmpty else { return kept.isEmpty ? [] : numbers }
    let isKept = Set(kept)
    return numbers.filter(isKept.contains)
  }

  /// The same, by reading the texts of the rows.
  private func remaining(ofFew numbers: [Int64], in database: Database) throws -> [Int64] {
    guard !numbers.isEmpty else { return [] }
    let tokenizer = try database.makeTokenizer(IndexedWords.tokenizer)
    let matcher = try TextMatcher(searched, excluding: excluded, tokenizer: tokenizer)
    let statement = try database.cachedStatement(
      sql: "SELECT title, subtitle, body, rest FROM message WHERE number = ?")
    return try numbers.filter { number in
      guard let texts = try Row.fetchOne(statement, arguments: [number]) else { return false }
      return try matcher.matches(
        [texts[0], texts[1], texts[2], texts[3]], tokenizer: tokenizer)
    }
  }

  /// The same for ascending numbers with few other rows between them.
  private func remaining(
    ofNeighbors numbers: ArraySlice<Int64>, in database: Database
  ) throws -> [Int64] {
    guard let first = numbers.first, let last = numbers.last else { return [] }
    let found = try NumberCursor(
      "SELECT rowid FROM message_text WHERE message_text MATCH ? AND rowid BETWEEN ? AND ?",
      [expression.databaseValue, first.databaseValue, last.databaseValue], in: database)
    var next = try found.next()
    return try numbers.filter { number in
      while let passed = next, passed < number { next = try found.next() }
      return (next == number) == isSearch
    }
  }
}

extension TextTerm {
  /// Whether it is a prefix of more words than are searched one by one.
  fileprivate var isOpenPrefix: Bool { isPrefix && words == nil }
}
