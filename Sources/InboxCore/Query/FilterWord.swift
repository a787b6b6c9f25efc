/// A word of the filter language, as listed by help, manual and completion.
package struct FilterWord: Sendable, Hashable {
  /// The typed text; after a `:` or a comparison the argument follows.
  package let name: String
  /// The argument in capitals; nil for none.
  package let argument: String?
  /// One sentence on what it matches.
  package let summary: String
  let meaning: Meaning

  /// The meaning of the word for the parser.
  enum Meaning: Sendable, Hashable {
    case condition(MessageFilter.Condition)
    case source
    case category
    case thread
    case tag
    case priority
    case occurrences
    case before
    case after
    case part
    /// Written without a name: listed in help, not looked up.
    case unnamed
  }

  /// All words, in the order of the help.
  package static let all: [FilterWord] = [
    word("is:unread", .condition(.status(.unread)), "Not read yet."),
    word("is:read", .condition(.status(.read)), "Read already."),
    word("is:deleted", .condition(.status(.deleted)), "In the trash."),
    word("is:pinned", .condition(.pinned), "Pinned to the top."),
    word("is:asking", .condition(.asking), "A question that nobody has answered."),
    word("is:alert", .condition(.alertOnly), "An alert only, kept in no list."),
    word("is:resolved", .condition(.resolved), "Its sender said that the matter is over."),
    word(
      "is:active", .condition(.phase(.active)),
      "Within its time and not snoozed; is:active is:expired is both."),
    word("is:snoozed", .condition(.phase(.snoozed)), "Hidden until its snooze ends."),
    word("is:scheduled", .condition(.phase(.scheduled)), "Hidden until its time begins."),
    word("is:expired", .condition(.phase(.expired)), "Past the end of its time."),
    word(
      "source:", argument: "PATH", .source,
      "From this source or any below it; =PATH from it alone, PATH/* from any below."),
    word(
      "category:", argument: "NAME", .category,
      "In this category or one below it, in any case; =NAME in it alone."),
    word("thread:", argument: "NAME", .thread, "In this thread."),
    word("tag:", argument: "NAME", .tag, "With this tag."),
    word(
      "priority", argument: ">=LEVEL", .priority,
      "As urgent as = >= <= > < say; 1 to 5, min to max."),
    word(
      "occurrences", argument: ">=N", .occurrences,
      "As often as = >= <= > < say; occurrences>1 is what came again."),
    word(
      "before:", argument: "TIME", .before, "Earlier than a date, a time, -2d, today or yesterday."),
    word("after:", argument: "TIME", .after, "At that time or later."),
    word(
      "text:", argument: "PART", .part,
      "Title, text or source has this anywhere; text:re:A.*B is an expression."),
    word("WORD", .unnamed, "Title, subtitle or body has a word that begins so."),
    word("\"WORDS\"", .unnamed, "Title, subtitle or body has these words in a row."),
    word("-", argument: "TERM", .unnamed, "What the term, or all in brackets, does not match."),
    word("(A OR B)", .unnamed, "What any of several groups of terms matches."),
  ]

  /// The words with a name, for parser and completion.
  package static let named = all.filter { $0.meaning != .unnamed }

  /// The distinct keys before a colon or comparison.
  static let keys = named.reduce(into: [String]()) { keys, word in
    if !keys.contains(word.key) { keys.append(word.key) }
  }

  /// The key before the colon or comparison.
  var key: String {
    String(name.prefix { $0 != ":" })
  }

  private static func word(
    _ name: String, argument: String? = nil, _ meaning: Meaning, _ summary: String
  ) -> FilterWord {
    FilterWord(name: name, argument: argument, summary: summary, meaning: meaning)
  }
}
