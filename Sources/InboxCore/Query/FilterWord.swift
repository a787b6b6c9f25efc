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
    case machine
    case priority
    case occurrences
    case before
    case after
    case age
    case part
    case url
    case id
    case title
    case custom
    /// Written without a name: listed in help, not looked up.
    case unnamed
  }

  /// All words, in the order of the help.
  package static let all: [FilterWord] = [
    word("is:unread", .condition(.status(.unread)), "Not read yet."),
    word("is:read", .condition(.status(.read)), "Read already."),
    word("is:deleted", .condition(.status(.deleted)), "In the trash."),
    word("is:pinned", .condition(.pinned), "Pinned to the top."),
    word(
      "is:needed", .condition(.needed),
      "Needs you: an open question, what is most urgent until it is resolved, a silent source."),
    word("is:opened", .condition(.opened), "Its link, thread or text was opened here."),
    word("is:asking", .condition(.asking), "A question without an answer."),
    word("is:alert", .condition(.alertOnly), "Was an alert only; in no list."),
    word("is:resolved", .condition(.resolved), "Marked as resolved by its sender."),
    word(
      "is:active", .condition(.phase(.active)),
      "Started, not expired, not snoozed; is:active is:expired finds both."),
    word(
      "is:snoozed", .condition(.phase(.snoozed)),
      "Hidden until its snooze ends, by a time or an event."),
    word("is:scheduled", .condition(.phase(.scheduled)), "Hidden until its start time."),
    word("is:expired", .condition(.phase(.expired)), "Past its expiry time."),
    word("is:done", .condition(.phase(.done)), "Done, and kept."),
    word("is:any", .condition(.anyState), "In any state: hidden, done, alert-only, in the trash."),
    word(
      "source:", argument: "PATH", .source,
      "From this source or any below it; =PATH from it alone, PATH/* from any below."),
    word(
      "category:", argument: "NAME", .category,
      "In this category or one below it, in any case; =NAME in it alone."),
    word("thread:", argument: "NAME", .thread, "In this thread."),
    word("tag:", argument: "NAME", .tag, "With this tag."),
    word("on:", argument: "NAME", .machine, "Arrived on the machine NAME of an exchange."),
    word(
      "priority", argument: ">=LEVEL", .priority,
      "Compares with = >= <= > <; levels 1 to 5 or min to max."),
    word(
      "occurrences", argument: ">=N", .occurrences,
      "Compares with = >= <= > <; occurrences>1 finds repeats."),
    word(
      "before:", argument: "TIME", .before, "Earlier than a date, a time, -2d, today or yesterday."),
    word("after:", argument: "TIME", .after, "At that time or later."),
    word("age", argument: ">TIME", .age, "Older than a duration, or younger: age>2d, age<1h30m."),
    word(
      "text:", argument: "PART", .part,
      "Title, text, source or an undisplayed field contains this; text:re:A.*B is a pattern."),
    word("url:", argument: "PART", .url, "A link of it, its actions or its files contains this."),
    word("title:", argument: "TITLE", .title, "With this title and no other words in it."),
    word("id:", argument: "ID", .id, "With this id of its sender."),
    word("has:link", .condition(.hasLink), "Opens a link, or has one in its text or actions."),
    word("has:picture", .condition(.hasPicture), "A picture is attached."),
    word("has:action", .condition(.hasAction), "Has actions or answers."),
    word(
      "custom.", argument: "NAME:VALUE", .custom,
      "A value of the sender's data: custom.labels.env:prod, custom.cpu>90."),
    word("WORD", .unnamed, "Title, text or an undisplayed field has a word that begins like this."),
    word("\"WORDS\"", .unnamed, "One of these has the words in a row."),
    word("-", argument: "TERM", .unnamed, "Whatever the term or the brackets do not match."),
    word("(A OR B)", .unnamed, "Whatever any of the alternatives matches."),
  ]

  /// The words with a name, for parser and completion.
  package static let named = all.filter { $0.meaning != .unnamed }

  /// The distinct keys before a colon or comparison.
  static let keys = named.reduce(into: [String]()) { keys, word in
    if !keys.contains(word.key) { keys.append(word.key) }
  }

  /// Whether a key begins with `custom.`, before the names of a path.
  static func isPath(_ key: some Sequence<Character>) -> Bool {
    String(key).lowercased().hasPrefix(customPrefix)
  }

  static let customPrefix = "custom."

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
