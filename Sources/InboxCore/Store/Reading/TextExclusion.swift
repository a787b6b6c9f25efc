import GRDB

/// Words and phrases that rows must not hold, looked for in many rows at once.
///
/// FTS5 finds the rows of a word within a range of numbers by a seek, and then at ten million rows
/// a second. With a phrase it goes on behind the range to the next row that has it, half a second for
/// a rare phrase of common words; so of few rows the texts are read instead, some microseconds each.
struct TextExclusion {
  /// The words and phrases.
  private let terms: [TextTerm]
  /// The same in the language of FTS5.
  private let expression: String
  /// Whether some are more than words that stand alone.
  private let hasPhrase: Bool

  /// Numbers further apart are not looked up together.
  private static let greatestGap: UInt64 = 256
  /// Of at most so many rows the texts are read for a phrase.
  private static let fewRows = 256
  /// The same of neighbors among many rows.
  private static let fewNeighbors = 8

  /// Takes the excluded texts of criteria whose prefixes are expanded.
  ///
  /// - Returns: Nil without any, beside a search, which excludes them itself, and with a prefix of
  ///   very many words, of which FTS5 would merge all rows for each range.
  init?(_ criteria: FilterCriteria) {
    guard criteria.searched.isEmpty, !criteria.excludedTexts.contains(where: \.isOpenPrefix),
      let expression = criteria.excluded
    else { return nil }
    terms = criteria.excludedTexts
    hasPhrase = terms.contains { $0.words == nil }
    self.expression = expression
  }

  /// The condition on a row of `message AS m`; it collects all rows that hold one of the texts.
  var condition: SQLCondition { FilterCriteria.isFound(by: expression).negated }

  /// The numbers of rows that hold none of the texts, in the order given.
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
      if hasPhrase, isFew {
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

  /// The same of rows whose texts are read.
  private func remaining(ofFew numbers: [Int64], in database: Database) throws -> [Int64] {
    guard !numbers.isEmpty else { return [] }
    let tokenizer = try database.makeTokenizer(IndexedWords.tokenizer)
    let matcher = try TextMatcher(excluding: terms, tokenizer: tokenizer)
    let statement = try database.cachedStatement(
      sql: "SELECT title, subtitle, body FROM message WHERE number = ?")
    return try numbers.filter { number in
      guard let texts = try Row.fetchOne(statement, arguments: [number]) else { return false }
      return try matcher.matches([texts[0], texts[1], texts[2]], tokenizer: tokenizer)
    }
  }

  /// The same of ascending numbers with rows of few others between them.
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
      return next != number
    }
  }
}

extension TextTerm {
  /// Whether it is the beginning of more words than are searched one by one.
  fileprivate var isOpenPrefix: Bool { isPrefix && words == nil }
}
