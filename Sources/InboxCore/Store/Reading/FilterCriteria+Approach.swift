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
      let driver = try drivers.first(where: { try $0.isRare(bound, in: database) })
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
    if result.excludedTexts.contains(where: { $0.words != nil }) {
      result.excludesFew = true
      let remaining = SQLCondition.all(result.searchConditions.suffix(excludedTexts.count))
      result.excludesFew = try isDense(remaining, place: onlyPlace, in: database)
    }
    return result
  }
}
