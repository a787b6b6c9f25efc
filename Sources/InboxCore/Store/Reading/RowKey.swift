/// Where a row stands in the order of a query: the smaller key comes first.
struct RowKey: Comparable {
  /// The parts, most significant first; what runs downward is negated.
  var parts: [Int64]

  static func < (left: RowKey, right: RowKey) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}
