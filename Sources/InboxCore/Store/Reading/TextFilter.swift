import GRDB

/// A filter of rows by their texts, for words that very many rows have.
///
/// SQLite collects all rows of the full-text index before it compares the first: 0.2 s for a
/// million. So where a quarter of the newest rows match, the texts of the next rows in the query's
/// order are read until the page is full, 20 µs each.
struct TextFilter {
  private let matcher: TextMatcher
  private let tokenizer: any FTS5Tokenizer
  private let criteria: FilterCriteria
  /// Whether all rows are read, not only those of which there are few.
  fileprivate(set) var isOfAllRows = true

  /// The columns of the texts.
  static let columns = "m.title, m.subtitle, m.body, m.rest"

  /// A filter for the searched and excluded texts of criteria; nil without any.
  init?(_ criteria: FilterCriteria, in database: Database) throws {
    guard !criteria.searched.isEmpty || !criteria.excludedTexts.isEmpty else { return nil }
    self.criteria = criteria
    tokenizer = try database.makeTokenizer(IndexedWords.tokenizer)
    matcher = try TextMatcher(
      criteria.searched, excluding: criteria.excludedTexts, tokenizer: tokenizer)
  }

  /// The same as a condition on the number of a row.
  func condition(of row: String) -> SQLCondition { .all(criteria.searchConditions(of: row)) }

  /// Whether the texts of a row match; the first of ``columns`` is at an index.
  func keeps(_ row: Row, at index: Int) throws -> Bool {
    try matcher.matches((index..<index + 4).map { row[$0] }, tokenizer: tokenizer)
  }
}

extension FilterCriteria {
  /// The filter by texts; of all rows where a quarter of the newest ones match.
  func textFilter(in database: Database) throws -> TextFilter? {
    guard var texts = try TextFilter(self, in: database) else { return nil }
    var (count, found) = (0, 0)
    let rows = try database.rows(
      """
      SELECT \(TextFilter.columns) FROM message AS m INDEXED BY message_by_time
      WHERE m.place = \(places[0].rawValue) AND m.lead = 0 ORDER BY m.sort_at DESC LIMIT 64
      """)
    while let row = try rows.next() {
      count += 1
      if try texts.keeps(row, at: 0) { found += 1 }
    }
    texts.isOfAllRows = found > 0 && 4 * found >= count
    return texts
  }

  /// The criteria without searched and excluded texts, for rows that the full-text index found, or
  /// that a ``TextFilter`` filters.
  var withoutTexts: FilterCriteria {
    var result = self
    (result.searched, result.excludedTexts) = ([], [])
    return result
  }
}
