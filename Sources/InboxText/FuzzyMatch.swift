/// Fuzzy matching: the characters of a pattern occur in a text in order, with others in between.
package enum FuzzyMatch {
  /// Scores a match; nil if a character is missing.
  ///
  /// - Parameters:
  ///   - pattern: The characters to find, ignoring case.
  ///   - text: The text to search.
  /// - Returns: The score: higher for consecutive characters and starts of words, lower for gaps.
  package static func score(of pattern: String, in text: String) -> Int? {
    let wanted = Array(pattern.lowercased())
    let characters = Array(text.lowercased())
    guard !wanted.isEmpty, wanted.count <= characters.count else { return wanted.isEmpty ? 0 : nil }
    // The best score with the last matched character at each index.
    var best = [Int?](repeating: nil, count: characters.count)
    for (index, character) in wanted.enumerated() {
      var next = [Int?](repeating: nil, count: characters.count)
      var reached: Int?
      for place in characters.indices {
        reached = reached.map { $0 - 1 }
        if index > 0, place > 1, let before = best[place - 2] {
          reached = max(reached ?? .min, before - 1)
        }
        guard characters[place] == character else { continue }
        let bonus = isWordStart(place, in: characters) ? 8 : 1
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

  /// The characters of a text that a pattern matches, for highlighting.
  ///
  /// - Returns: Offsets of characters: of the pattern in a row if possible, preferably at the start
  ///   of a word, else of its characters from left to right; empty without a match.
  package static func offsets(of pattern: String, in text: String) -> [Int] {
    let wanted = Array(pattern.lowercased())
    let characters = Array(text.lowercased())
    guard !wanted.isEmpty, wanted.count <= characters.count else { return [] }
    let starts = (0...(characters.count - wanted.count)).filter {
      characters[$0..<($0 + wanted.count)].elementsEqual(wanted)
    }
    if let start = starts.first(where: { isWordStart($0, in: characters) }) ?? starts.first {
      return Array(start..<(start + wanted.count))
    }
    var offsets: [Int] = []
    for (offset, character) in characters.enumerated()
    where offsets.count < wanted.count && character == wanted[offsets.count] {
      offsets.append(offset)
    }
    return offsets.count == wanted.count ? offsets : []
  }

  private static func isWordStart(_ place: Int, in characters: [Character]) -> Bool {
    place == 0 || !(characters[place - 1].isLetter || characters[place - 1].isNumber)
  }
}
