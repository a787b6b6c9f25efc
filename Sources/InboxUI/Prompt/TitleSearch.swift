package import InboxCore
import InboxText

/// A fuzzy search for messages by title and source, with its ranking.
package struct TitleSearch: Sendable, Hashable {
  /// The typed words; the letters of each occur in title or source in this order.
  package var text: String
  /// The messages to search.
  package var filter: MessageFilter

  /// Maximum number of newest messages that are matched fuzzily; older ones are found by word parts
  /// in the text index.
  package static let newest = 2_000
  /// Maximum number of messages from the text index.
  package static let indexed = 200
  /// Maximum number of matches.
  package static let offered = 50

  /// Minimum letters of a word for the text index.
  private static let shortestPart = 3
  /// Maximum characters of a title that are matched.
  private static let comparedLength = 160
  /// The score penalty of a match in the source.
  private static let sourcePenalty = 6

  private var words: [String] { text.split(separator: " ").map(String.init) }

  /// The filter for the text index: messages of any age with all long words; nil without long
  /// words.
  package var indexFilter: MessageFilter? {
    let parts = words.filter { $0.count >= Self.shortestPart }
    guard !parts.isEmpty else { return nil }
    return MessageFilter(filter.terms + parts.map { .init(.part($0)) }).within(filter)
  }

  /// The matching rows, best first, then newest first.
  ///
  /// - Parameters:
  ///   - rows: The candidates.
  ///   - isWanted: Called every 64 rows; false cancels the search.
  /// - Returns: At most ``offered`` rows; none after a cancellation.
  package func best(
    of rows: [MessageRow], while isWanted: () -> Bool = { true }
  ) -> [MessageRow] {
    let words = words.map(\.folded)
    guard !words.isEmpty else { return Array(rows.prefix(Self.offered)) }
    var scored: [(row: MessageRow, score: Int)] = []
    for (index, row) in rows.enumerated() {
      if index % 64 == 0, !isWanted() { return [] }
      if let score = Self.score(of: words, in: row) { scored.append((row, score)) }
    }
    scored.sort { ($1.score, $1.row.sortDate) < ($0.score, $0.row.sortDate) }
    return scored.prefix(Self.offered).map(\.row)
  }

  /// The score of a row for all words; nil if one does not match.
  private static func score(of words: [String], in row: MessageRow) -> Int? {
    let title = title(of: row).folded
    let source = row.source.folded
    var sum = 0
    for word in words {
      let found = [
        score(of: word, in: title), score(of: word, in: source).map { $0 - sourcePenalty },
      ]
      guard let best = found.compactMap(\.self).max() else { return nil }
      sum += best
    }
    return sum
  }

  private static func score(of word: String, in text: String) -> Int? {
    // Most texts lack a letter: checking bytes first is faster.
    var rest = text.utf8[...]
    for byte in word.utf8 {
      guard let place = rest.firstIndex(of: byte) else { return nil }
      rest = rest[rest.index(after: place)...]
    }
    return FuzzyMatch.score(of: word, in: text)
  }

  /// The matched title: without one, the excerpt of the body, else the message's id.
  package static func title(of row: MessageRow) -> String {
    String((row.title ?? row.excerpt ?? row.id).prefix(comparedLength))
  }
}

extension String {
  /// The text without case and accents.
  var folded: String {
    String(decoding: TextFolding.bytes(of: self, keepsCase: false), as: UTF8.self)
  }
}
