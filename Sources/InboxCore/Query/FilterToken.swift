/// A term of a filter as written, cut into its parts.
struct FilterToken: Hashable {
  /// What the parts make together.
  enum Shape: Hashable {
    /// A bare word, or one that needs quotes: `"…"*`.
    case word(String)
    /// A text in quotes.
    case phrase(String)
    /// A key with a comparison and a value.
    case pair(key: String, comparison: String, value: String)
  }

  var shape: Shape
  var isNegated: Bool
  /// Where the term begins behind its `-`, in characters from 1.
  var column: Int
  /// Where the comparison of a pair stands.
  var comparisonColumn: Int
  /// Where the value of a pair begins.
  var valueColumn: Int
}
