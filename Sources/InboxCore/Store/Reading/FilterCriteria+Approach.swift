import GRDB

extension FilterCriteria {
  /// How to find a page of rows quickly.
  ///
  /// - Parameters:
  ///   - order: The order of the rows.
  ///   - even: As many rows can be sorted in the time in which a page is read in order.
  ///   - database: Where the rows are.
  /// - Returns: Rare rows at once, others along their own index if they have one.
  /// - Throws: `DatabaseError`.
  func approach(
    for order: RowOrder, even: Int, in database: Database
  ) throws -> RowPlan.Approach {
    guard order != .arrival else { return .inOrder }
    let path = try path(for: order, in: database)
    let bound = path == nil ? min(max(even, 1_000), 12_000) : 500
    let namedCount = groups.count + searched.count + (asksOnly ? 1 : 0)
    if namedCount > 1 || path == nil,
      let driver = try drivers.first(where: { try database.isRare($0.probe, bound) })
    {
      return .at(driver)
    }
    return path.map(RowPlan.Approach.along) ?? .inOrder
  }

  /// How to find all rows, of which none needs to be looked at before another.
  var countingApproach: RowPlan.Approach {
    drivers.first.map(RowPlan.Approach.at) ?? .inOrder
  }
}

extension FilterCriteria {
  /// The same with beginnings of words replaced by the words that begin so, where they are few.
  ///
  /// The full-text index puts together the rows of all words with a beginning before it gives the
  /// first; rows of words that are named one by one it gives as it finds them.
  func knowingWords(in database: Database) throws -> FilterCriteria {
    guard !searched.isEmpty || !excludedTexts.isEmpty else { return self }
    let words = try WordSearch(database)
    var result = self
    result.searched = try words.resolve(searched)
    result.excludedTexts = try words.resolve(excludedTexts)
    result.excludesFew = try result.isWorthALook(in: database)
    return result
  }

  /// Whether words that are left out are better looked for in each row than found beforehand.
  ///
  /// A look takes about 40 µs, and finding a million rows a second: so it is worth it where they
  /// are many, and yet a page is full before many rows were looked at.
  private func isWorthALook(in database: Database) throws -> Bool {
    let words = excludedTexts.filter { $0.words != nil }
    let isCommon = try words.contains { text in
      let found = SQLCondition("message_text WHERE message_text MATCH ?", text.expression)
      return try !database.isRare(found, 5_000)
    }
    guard isCommon else { return false }
    var looking = self
    looking.excludesFew = true
    let remaining = SQLCondition.all(looking.searchConditions.suffix(excludedTexts.count))
    return try isDense(remaining, place: firstPlace, share: 1 / 3, of: 30, in: database)
  }
}
