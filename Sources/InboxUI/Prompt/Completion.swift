import InboxText

/// The completion of the typed line at the cursor.
struct Completion: Sendable, Hashable {
  /// A candidate of a completion.
  struct Candidate: Sendable, Hashable {
    /// The replacement for the word before the cursor.
    var text: String
    /// Whether the word is complete, so that a blank can follow.
    var isWhole = true
    /// A detail shown beside it, such as its key.
    var detail = ""
    /// More text that is matched, such as a summary; nil if only a prefix of ``text`` matches.
    var words: String?
    /// Whether it matches only where it contains the typed text, letter by letter.
    var isLiteral = false

    /// Whether its text or its words contain a text in lower case.
    func contains(_ wanted: String) -> Bool {
      text.lowercased().contains(wanted) || words?.lowercased().contains(wanted) == true
    }
  }

  /// Characters before the completed word.
  var start: Int
  /// The typed part of the word.
  var typed: String
  /// The candidates in display order.
  var candidates: [Candidate]

  /// Keeps the candidates with the typed prefix, ignoring case; without any, the fuzzy matches.
  init(start: Int, typed: String, candidates: [Candidate]) {
    (self.start, self.typed, self.candidates) = (start, typed, candidates)
    let wanted = typed.lowercased()
    self.candidates = beginning.isEmpty ? Self.similar(to: wanted, among: candidates) : beginning
  }

  /// Fewer letters than these are in so many lines that only commands, and beginnings of filter
  /// words, are matched by them.
  static let leastLetters = 3

  /// The matches of commands and of lines with an argument, by their rank: of equal ones the
  /// commands come first, then the lines with exactly the typed argument.
  ///
  /// Where a command's name matches, other lines must contain what was typed.
  init(start: Int, typed: String, commands: [Candidate], lines: [Candidate]) {
    self.init(start: start, typed: typed, candidates: commands)
    let wanted = typed.lowercased()
    let exact = lines.filter { $0.text.hasArgument(typed) }
    let isName = candidates.contains { FuzzyMatch.score(of: typed, in: $0.text) != nil }
    let found = Set((exact + candidates).map(\.text))
    let others = Self.similar(to: wanted, among: lines).filter { candidate in
      !found.contains(candidate.text)
        && (!isName || typed.count >= Self.leastLetters && candidate.contains(wanted))
    }
    candidates = ranked(candidates + exact + others)
  }

  /// Sorts candidates by their rank; equal ones keep their order.
  private func ranked(_ candidates: [Candidate]) -> [Candidate] {
    let ranks = candidates.map { $0.rank(for: typed) }
    return candidates.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { candidates[$0] }
  }

  /// The fuzzy matches by name or words, best first.
  private static func similar(to typed: String, among candidates: [Candidate]) -> [Candidate] {
    let scored = candidates.compactMap { candidate in
      score(of: typed, in: candidate).map { (candidate, $0) }
    }
    return scored.sorted { ($1.1, $0.0.text) < ($0.1, $1.0.text) }.map(\.0)
  }

  /// The fuzzy score of a candidate; a match in the name ranks above one in the words; nil for
  /// none.
  private static func score(of typed: String, in candidate: Candidate) -> Int? {
    guard let words = candidate.words else { return nil }
    if candidate.isLiteral {
      return candidate.text.lowercased().contains(typed) ? literalScore : nil
    }
    if let score = FuzzyMatch.score(of: typed, in: candidate.text) { return score }
    return words.lowercased().contains(typed) ? -1_000 : nil
  }

  /// The score of a text that contains what was typed, below those of fuzzy matches.
  private static let literalScore = -500

  /// Minimum lead of the best score over the second for an unambiguous match.
  private static let clearLead = 6

  /// The unambiguous candidate: the only one, the prefix of all others, or a far better match than
  /// the second.
  var evident: Candidate? {
    guard let first = candidates.first, candidates.count > 1 else { return candidates.first }
    let wanted = typed.lowercased()
    if first.text.lowercased().hasPrefix(wanted) {
      return commonBeginning == first.text ? first : nil
    }
    let scores = candidates.prefix(2).map { Self.score(of: wanted, in: $0) ?? Int.min / 2 }
    return scores[0] - scores[1] >= Self.clearLead ? first : nil
  }

  /// Whether there is something to show; a word that is already complete has nothing.
  var isUseful: Bool {
    !candidates.isEmpty && !(candidates.count == 1 && candidates[0].text == typed)
  }

  /// The candidates that begin with the typed text.
  private var beginning: [Candidate] {
    let wanted = typed.lowercased()
    return candidates.filter { $0.text.lowercased().hasPrefix(wanted) }
  }

  /// The candidate that completes the typed text: the only one, or the one to which the others that
  /// begin with the text add an argument; nil if there are several.
  var only: Candidate? {
    guard let first = beginning.first else { return candidates.count == 1 ? candidates[0] : nil }
    let isOnly = beginning.dropFirst().allSatisfy { $0.text.hasPrefix(first.text + " ") }
    return isOnly ? first : nil
  }

  /// The common prefix of the candidates that begin with the typed text, or else of all.
  var commonBeginning: String {
    let beginning = beginning
    let texts = (beginning.isEmpty ? candidates : beginning).map(\.text)
    guard let first = texts.first else { return "" }
    return texts.dropFirst().reduce(first) { prefix, text in
      String(zip(prefix, text).prefix { $0 == $1 }.map(\.0))
    }
  }
}

/// How well a text matches what was typed, the best first.
enum MatchRank: Int, Comparable {
  /// It is the typed text.
  case whole
  /// It has the typed text as a word.
  case word
  /// It begins with the typed text.
  case beginning
  /// One of its words begins with the typed text.
  case wordBeginning
  /// It contains the typed text.
  case part
  /// It has the typed letters in this order.
  case letters
  /// Only its summary matches.
  case summary

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Completion.Candidate {
  /// How well its text matches what was typed, in any case.
  ///
  /// Titles and filters, which Enter does not run by a part, are below commands that begin with it.
  func rank(for typed: String) -> MatchRank {
    max(rank(ofTextFor: typed), isLiteral ? .wordBeginning : .whole)
  }

  private func rank(ofTextFor typed: String) -> MatchRank {
    let (text, wanted) = (Array(text.lowercased()), Array(typed.lowercased()))
    if text == wanted { return .whole }
    let starts = text.indices.filter { text[$0...].starts(with: wanted) }
    func isEdge(_ place: Int) -> Bool {
      !text.indices.contains(place) || !(text[place].isLetter || text[place].isNumber)
    }
    let words = starts.filter { isEdge($0 - 1) }
    if words.contains(where: { isEdge($0 + wanted.count) }) { return .word }
    if starts.first == 0 { return .beginning }
    if !words.isEmpty { return .wordBeginning }
    if !starts.isEmpty { return .part }
    return FuzzyMatch.score(of: typed, in: self.text) == nil ? .summary : .letters
  }
}

/// The cycle of Tab, Down and Up through the candidates.
struct CompletionCycle: Sendable, Hashable {
  var completion: Completion
  /// The line before the word.
  var before: String
  /// The line after the word.
  var after: String
  /// The index of the current candidate; nil for the typed text.
  var index: Int?

  /// Moves to the next or previous candidate; the typed text comes between last and first.
  mutating func step(by step: Int) {
    let count = completion.candidates.count
    let place = ((index ?? count) + step + count + 1) % (count + 1)
    index = place == count ? nil : place
  }

  /// The current word.
  var word: String { index.map { completion.candidates[$0].text } ?? completion.typed }
}

extension String {
  /// Whether a command line ends in an argument: `theme nord` in `nord`.
  func hasArgument(_ argument: String) -> Bool {
    let (line, argument) = (lowercased(), argument.lowercased())
    return line.hasSuffix(" \(argument)") || line.hasSuffix("=\(argument)")
  }

  /// Whether its argument begins with a text: `set density=compact` with `comp`.
  func hasArgument(beginningWith start: String) -> Bool {
    let (line, start) = (lowercased(), start.lowercased())
    guard let end = line.lastIndex(where: { $0 == " " || $0 == "=" }) else { return false }
    return line[line.index(after: end)...].hasPrefix(start)
  }
}
