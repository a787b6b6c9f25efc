import InboxText

/// The completion of a typed line at the cursor.
struct Completion: Sendable, Hashable {
  /// A candidate of a completion.
  struct Candidate: Sendable, Hashable {
    /// What takes the place of the word before the cursor.
    var text: String
    /// Whether the word is whole with it, so that a blank can follow.
    var isWhole = true
    /// What stands beside it, such as its key.
    var detail = ""
    /// Further words that what was typed is compared with; nil where it has to begin so.
    var words: String?
  }

  /// Characters before the word that is completed.
  var start: Int
  /// What was typed of the word.
  var typed: String
  /// The ways to go on, in the order in which they are shown.
  var candidates: [Candidate]

  /// Keeps the candidates that begin with what was typed, whatever its case.
  init(start: Int, typed: String, candidates: [Candidate]) {
    self.start = start
    self.typed = typed
    let wanted = typed.lowercased()
    let beginning = candidates.filter { $0.text.lowercased().hasPrefix(wanted) }
    self.candidates = beginning.isEmpty ? Self.similar(to: wanted, among: candidates) : beginning
  }

  /// The candidates that match loosely by name or words, the best first.
  private static func similar(to typed: String, among candidates: [Candidate]) -> [Candidate] {
    let scored = candidates.compactMap { candidate in
      score(of: typed, in: candidate).map { (candidate, $0) }
    }
    return scored.sorted { ($1.1, $0.0.text) < ($0.1, $1.0.text) }.map(\.0)
  }

  /// How well a candidate matches loosely, by its name rather than its words; nil for no match.
  private static func score(of typed: String, in candidate: Candidate) -> Int? {
    guard let words = candidate.words else { return nil }
    if let score = FuzzyMatch.score(of: typed, in: candidate.text) { return score }
    return words.lowercased().contains(typed) ? -1_000 : nil
  }

  /// By how much the score of a candidate exceeds the next one's when it is meant without doubt.
  private static let clearLead = 6

  /// The candidate that is meant without doubt: the only one, the one with which all others
  /// begin, or one that matches far better than the next.
  var evident: Candidate? {
    guard let first = candidates.first, candidates.count > 1 else { return candidates.first }
    let wanted = typed.lowercased()
    if first.text.lowercased().hasPrefix(wanted) {
      return commonBeginning == first.text ? first : nil
    }
    let scores = candidates.prefix(2).map { Self.score(of: wanted, in: $0) ?? Int.min / 2 }
    return scores[0] - scores[1] >= Self.clearLead ? first : nil
  }

  /// Whether there is anything to show: a word that is whole and alone needs nothing.
  var isUseful: Bool {
    !candidates.isEmpty && !(candidates.count == 1 && candidates[0].text == typed)
  }

  /// What all candidates begin with.
  var commonBeginning: String {
    guard let first = candidates.first?.text else { return "" }
    return candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1.text) }
  }
}

/// The candidates of a completion while Tab goes through them.
struct CompletionCycle: Sendable, Hashable {
  /// The candidates.
  var completion: Completion
  /// What stood before the word.
  var before: String
  /// What stood behind it.
  var after: String
  /// The candidate in the line; nil shows what was typed.
  var index: Int?

  /// Goes on to the next or previous candidate; between the ends comes what was typed.
  mutating func step(by step: Int) {
    let count = completion.candidates.count
    let place = ((index ?? count) + step + count + 1) % (count + 1)
    index = place == count ? nil : place
  }

  /// The word that the cycle has come to.
  var word: String { index.map { completion.candidates[$0].text } ?? completion.typed }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
