/// Suggests the known name with the least edit distance to a misspelled one.
package enum NearestName {
  /// The known name with the least edit distance; nil if all are too far.
  ///
  /// An edit inserts, deletes or replaces a letter, or swaps two neighbors. At most a third of the
  /// letters may differ (one in short names), and only one if the first letter differs, which is
  /// rarely mistyped. Among a few short words more may differ, as in `hear` for `here`.
  package static func nearest(
    to name: String, in known: some Sequence<String>, within most: Int? = nil
  ) -> String? {
    let wanted = Array(name.lowercased())
    let limit = most ?? max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in known.sorted() {
      let letters = Array(candidate.lowercased())
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      guard distance <= 1 || letters.first == wanted.first else { continue }
      guard distance <= limit, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// The suffix `; did you mean …?` of an error message; empty without a suggestion.
  package static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The edit distance (Damerau–Levenshtein) of two words.
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(
          current[column] + 1, last[column + 1] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}

extension [String] {
  /// Joins alternatives as `a, b or c`, made printable.
  package var alternatives: String {
    let all = map { $0.printable() }
    guard let last = all.last, all.count > 1 else { return all.joined() }
    return all.dropLast().joined(separator: ", ") + " or " + last
  }
}
