package import InboxCore

extension Completion {
  private static let comparisons = [">=", "<=", "=", ">", "<"]
  private static let ages = ["1h", "1d", "2d", "7d"]
  private static let moments = ["today", "yesterday", "-1h", "-1d", "-7d"]

  /// Completes the filter word before the cursor, without terms that the filter already has.
  ///
  /// - Parameters:
  ///   - text: The filter text up to the cursor.
  ///   - behind: The filter text after the cursor.
  ///   - offset: Characters of the line before the filter.
  ///   - names: Sources, categories, tags and machines.
  /// - Returns: The completion; nil within a quote.
  static func ofFilter(
    _ text: String, before behind: String = "", offset: Int, _ names: FilterNames
  ) -> Completion? {
    guard text.count(where: { $0 == "\"" }).isMultiple(of: 2) else { return nil }
    let last = text.reversed().prefix { $0 != " " }.reversed().drop { $0 == "-" }
    let typed = String(last)
    let values = values(for: typed, names)
    let others = terms(of: String(text.dropLast(last.count))) + terms(of: behind)
    // A short word is a word of a text rather than a part of a filter word.
    let known =
      !values.isEmpty
      ? values
      : typed.count < leastLetters
        ? words.filter { $0.text.hasPrefix(typed.lowercased()) } : words
    return Completion(
      start: offset + text.count - typed.count, typed: typed,
      candidates: known.filter { !others.contains($0.text) })
  }

  /// The terms of a text without their minus signs: a term and its negation exclude each other.
  private static func terms(of text: String) -> [String] {
    text.split(separator: " ").map { $0.drop { $0 == "-" }.lowercased() }
  }

  /// The words of the filter language; one with an argument is completed up to the argument.
  private static let words: [Candidate] = FilterWord.named.map { word in
    let comparison = word.argument?.prefix { !$0.isLetter } ?? ""
    return Candidate(
      text: word.name + comparison, isWhole: word.argument == nil, words: word.summary,
      isLiteral: true)
  }

  /// The known arguments of the typed word.
  private static func values(for typed: String, _ names: FilterNames) -> [Candidate] {
    for key in ["source:", "category:", "thread:", "tag:", "on:", "custom."]
    where typed.hasPrefix(key) {
      return names.names.filter { $0.term.hasPrefix(key) }.map { name in
        Candidate(
          text: name.term, isWhole: name.isWhole, detail: name.count.map { "\($0)" } ?? "",
          words: "")
      }
    }
    for key in ["before:", "after:"] where typed.hasPrefix(key) {
      return moments.map { Candidate(text: key + $0, words: "") }
    }
    for key in ["age>", "age<"] where typed.hasPrefix(key) {
      return ages.map { Candidate(text: key + $0, words: "") }
    }
    guard let comparison = comparisons.first(where: { typed.hasPrefix("priority" + $0) }) else {
      return []
    }
    return Priority.allCases.map {
      Candidate(text: "priority" + comparison + $0.name, words: "")
    }
  }
}

/// The completion of filter words outside of the screen, as by a shell.
package enum FilterCompletion {
  /// The words that begin with the last word of a filter, in the order of the screen's menu; each
  /// with a note, such as how many messages match, or an empty one.
  package static func words(
    of text: String, _ names: FilterNames
  ) -> [(text: String, note: String)] {
    guard let completion = Completion.ofFilter(text, offset: 0, names) else { return [] }
    let sign = String(text.prefix(completion.start).reversed().prefix { $0 == "-" })
    return completion.candidates.filter { $0.text.hasPrefix(completion.typed) }.map { candidate in
      let note = candidate.detail.isEmpty ? candidate.words ?? "" : candidate.detail
      return (sign + candidate.text, note)
    }
  }
}
