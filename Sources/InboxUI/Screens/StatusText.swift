/// Fits what the status line tells into its columns, so that the sentence survives a long path.
enum StatusText {
  /// Fewest columns that a long word keeps.
  private static let shortest = 12

  /// The text in at most so many columns.
  ///
  /// The longest words give way first: of a path the end stays, of others the beginning. Only a
  /// text of short words loses its own end.
  static func fitting(_ text: String, columns: Int) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var excess = text.columns - columns
    while excess > 0 {
      let widths = words.map(\.columns)
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > shortest
      else { break }
      let short = shortened(words[widest], columns: max(widths[widest] - excess, shortest))
      excess -= widths[widest] - short.columns
      words[widest] = short
    }
    return TextLayout.truncate(words.joined(separator: " "), columns: columns)
  }

  private static func shortened(_ word: String, columns: Int) -> String {
    guard word.contains("/") else { return TextLayout.truncate(word, columns: columns) }
    return TextLayout.ellipsis + word.ending(columns: columns - 1)
  }
}
