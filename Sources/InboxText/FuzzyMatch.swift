/// A fuzzy match: characters that occur in a text in their order, with others between them.
package enum FuzzyMatch {
  /// How well a text matches; nil where a character is missing.
  ///
  /// - Parameters:
  ///   - pattern: What was typed; case makes no difference.
  ///   - text: The text.
  /// - Returns: More for characters in a row and at beginnings of words, less for those between.
  package static func score(of pattern: String, in text: String) -> Int? {
    let wanted = Array(pattern.lowercased())
    let characters = Array(text.lowercased())
    guard !wanted.isEmpty, wanted.count <= characters.count else { return wanted.isEmpty ? 0 : nil }
    // The best score with the last matched character at each place.
    var best = [Int?](repeating: nil, count: characters.count)
    for (index, character) in wanted.enumerated() {
      var next = [Int?](repeating: nil, count: characters.count)
      var reached: Int?
      for place in characters.indices {
        if index > 0, place > 1, let before = best[place - 2] {
          reached = max(reached.map { $0 - 1 } ?? Int.min / 2, before - 1)
        } else {
          reached = reached.map { $0 - 1 }
        }
        guard characters[place] == character else { continue }
        let before = place > 0 ? characters[place - 1] : " "
        let isStart = !(before.isLetter || before.isNumber)
        let bonus = isStart ? 8 : 1
        if index == 0 {
          next[place] = bonus - min(place, 5)
          continue
        }
        let inRow = place > 0 ? best[place - 1].map { $0 + 6 } : nil
        next[place] = [inRow, reached].compactMap(\.self).max().map { $0 + bonus }
      }
      best = next
    }
    return best.compactMap(\.self).max()
  }
}
