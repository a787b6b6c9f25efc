import GRDB

extension FilterCriteria {
  /// The criteria with patterns of categories expanded to the categories that there are.
  ///
  /// Categories are compared regardless of case, which their index is not; there are few of them.
  func expandingCategories(in database: Database) throws -> FilterCriteria {
    var result = self
    result.alternatives = try alternatives.map { try $0.expandingCategories(in: database) }
    result.sought = try sought.map { try $0.expandingCategories(in: database) }
    result.collapsed = try collapsed.map { try $0.expandingCategories(in: database) }
    guard groups.contains(where: { $0.kind == .category }) else { return result }
    let categories = try database.distinctLabels(.category)
    for index in groups.indices where groups[index].kind == .category {
      let patterns = groups[index].names.map(CategoryPattern.init)
      result.groups[index].categories = categories.filter { category in
        patterns.contains { $0.matches(category) }
      }
    }
    return result
  }
}

extension FilterCriteria.NameGroup {
  /// The names as they are stored; categories must have been expanded.
  var storedNames: [String] {
    guard kind == .category else { return names }
    assert(categories != nil, "the patterns of categories are not expanded")
    return categories ?? names
  }
}
