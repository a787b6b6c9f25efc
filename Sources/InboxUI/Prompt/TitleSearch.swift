package import InboxCore
import InboxText

/// A search for messages by parts of their titles, and the ranking of what it finds.
package struct TitleSearch: Sendable, Hashable {
  /// What was typed: words whose letters occur in a title or source in this order.
  package var text: String
  /// Which messages are looked through.
  package var filter: MessageFilter

  /// Most of the newest messages that are compared; older ones are found by whole parts of words.
  package static let newest = 2_000
  /// Most messages that the text index adds.
  package static let indexed = 200
  /// Most matches that are offered.
  package static let offered = 50

  /// Fewest letters of a word that the text index looks up.
  private static let shortestPart = 3
  /// Most characters of a title that are compared.
  private static let comparedLength = 160
  /// What a match in the source counts less than one in the title.
  private static let sourcePenalty = 6

  /// Makes a search.
  package init(_ text: String, in filter: MessageFilter = .all) {
    self.text = text
    self.filter = filter
  }

  private var words: [String] { text.split(separator: " ").map(String.init) }

  /// What the text index looks up: messages of any age with all longer words; nil for short ones.
  package var indexFilter: MessageFilter? {
    let parts = words.filter { $0.count >= Self.shortestPart }
    guard !parts.isEmpty else { return nil }
    return MessageFilter(filter.terms + parts.map { .init(.part($0)) }).within(filter)
  }

  /// The rows that match, the best first; of equal ones the newest.
  ///
  /// - Parameters:
  ///   - rows: The candidates.
  ///   - isWanted: Asked now and then; false ends the ranking.
  /// - Returns: At most ``offered`` rows.
  package func best(
    of rows: [MessageRow], while isWanted: () -> Bool = { true }
  ) -> [MessageRow] {
    let words = words.map(Self.folded)
    guard !words.isEmpty else { return Array(rows.prefix(Self.offered)) }
    var scored: [(row: MessageRow, score: Int)] = []
    for (index, row) in rows.enumerated() {
      if index % 64 == 0, !isWanted() { return [] }
      if let score = Self.score(of: words, in: row) { scored.append((row, score)) }
    }
    scored.sort { ($1.score, $1.row.sortDate) < ($0.score, $0.row.sortDate) }
    return scored.prefix(Self.offered).map(\.row)
  }

  /// How well all words match a row; nil where one does not.
  private static func score(of words: [String], in row: MessageRow) -> Int? {
    let title = folded(title(of: row))
    let source = folded(row.source)
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
    // Most texts lack a letter, which bytes tell sooner.
    var rest = text.utf8[...]
    for byte in word.utf8 {
      guard let place = rest.firstIndex(of: byte) else { return nil }
      rest = rest[rest.index(after: place)...]
    }
    return FuzzyMatch.score(of: word, in: text)
  }

  /// The title by which a message is found; the beginning of the body where it has none.
  package static func title(of row: MessageRow) -> String {
    String((row.title ?? row.excerpt ?? row.id).prefix(comparedLength))
  }

  private static func folded(_ text: String) -> String {
    String(decoding: TextFolding.bytes(of: text, keepsCase: false), as: UTF8.self)
  }
}
