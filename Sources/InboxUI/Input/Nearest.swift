/// Finds the known name that somebody may have meant.
enum Nearest {
  /// The candidate with the fewest edits to `text`, when there are few enough to be a slip.
  static func name(to text: String, among candidates: [String]) -> String? {
    let typed = Array(text.lowercased().unicodeScalars.prefix(64))
    let ranked = candidates.map { candidate in
      (candidate, distance(typed, Array(candidate.lowercased().unicodeScalars)))
    }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(1, typed.count / 3) else {
      return nil
    }
    return best.0
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let substituted = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
