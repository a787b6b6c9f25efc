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
