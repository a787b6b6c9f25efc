/// What a typed line can go on with at the cursor.
struct Completion: Sendable, Hashable {
  /// One way to go on.
  struct Candidate: Sendable, Hashable {
    /// What takes the place of the word before the cursor.
    var text: String
    /// Whether the word is whole with it, so that a blank can follow.
    var isWhole = true
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
    self.candidates = candidates.filter { $0.text.lowercased().hasPrefix(wanted) }
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

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
