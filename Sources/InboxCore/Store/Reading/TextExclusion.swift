import GRDB

/// Words and phrases that rows must not hold, looked for in many rows at once.
///
/// FTS5 finds the rows of a word within a range of numbers by a seek, and then at ten million rows
/// a second; a look at one row alone takes forty microseconds.
struct TextExclusion {
  /// The words and phrases, in the language of FTS5.
  private let expression: String

  /// Numbers further apart are looked up by a seek each.
  private static let greatestGap: UInt64 = 256

  /// Takes the excluded texts of criteria whose prefixes are expanded.
  ///
  /// - Returns: Nil without any, beside a search, which excludes them itself, and with a prefix of
  ///   very many words, of which FTS5 would merge all rows for each range.
  init?(_ criteria: FilterCriteria) {
    guard criteria.searched.isEmpty, !criteria.excludedTexts.contains(where: \.isOpenPrefix),
      let expression = criteria.excluded
    else { return nil }
    self.expression = expression
  }

  /// The condition on a row of `message AS m`; it collects all rows that hold one of the texts.
  var condition: SQLCondition { FilterCriteria.isFound(by: expression).negated }

  /// The numbers of rows that hold none of the texts, in the order given.
  func remaining(of numbers: [Int64], in database: Database) throws -> [Int64] {
    let sorted = numbers.sorted()
    var kept: [Int64] = []
    var start = 0
    for index in sorted.indices
    where index + 1 == sorted.count
      || UInt64(bitPattern: sorted[index + 1] &- sorted[index]) > Self.greatestGap
    {
      kept += try remaining(ofNeighbors: sorted[start...index], in: database)
      start = index + 1
    }
    guard kept.count < numbers.count, !kept.isEmpty else { return kept.isEmpty ? [] : numbers }
    let isKept = Set(kept)
    return numbers.filter(isKept.contains)
  }

  /// The same of ascending numbers with rows of few others between them.
  private func remaining(
    ofNeighbors numbers: ArraySlice<Int64>, in database: Database
  ) throws -> [Int64] {
    guard let first = numbers.first, let last = numbers.last else { return [] }
    let statement = try database.cachedStatement(
      sql: """
        SELECT rowid FROM message_text WHERE message_text MATCH ? AND rowid BETWEEN ? AND ?
        """)
    let found = try Int64.fetchCursor(statement, arguments: [expression, first, last])
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
