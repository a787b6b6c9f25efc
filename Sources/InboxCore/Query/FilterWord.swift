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
    word("is:done", .condition(.phase(.done)), "Dealt with, and kept."),
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
      "Title, text or source contains this; text:re:A.*B is a regular expression."),
    word("url:", argument: "PART", .url, "A link of it, its actions or its files contains this."),
    word("title:", argument: "TITLE", .title, "With this title and no other words in it."),
    word("id:", argument: "ID", .id, "With this id of its sender."),
    word("has:link", .condition(.hasLink), "Opens a link, or has one in its text or actions."),
    word("has:picture", .condition(.hasPicture), "A picture is attached."),
    word("has:action", .condition(.hasAction), "Has actions or answers."),
    word(
      "custom.", argument: "NAME:VALUE", .custom,
      "A value of the sender's data: custom.labels.env:prod, custom.cpu>90."),
    word("WORD", .unnamed, "Title, subtitle or body has a word that begins like this."),
    word("\"WORDS\"", .unnamed, "Title, subtitle or body has these words in a row."),
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

extension MessageFilter.Term {
  /// Whether every new message meets it on arrival, or none; nil where that depends on the message.
  ///
  /// None has been read, opened or counted again, and it arrives on this machine. It may be from long
  /// ago, scheduled, expired or resolved; most are active.
  fileprivate var isMetOnArrival: Bool? {
    let isMet: Bool? =
      switch condition {
      case .status(let status): status == .unread
      case .anyState: true
      case .pinned, .opened, .machine, .phase(.done), .phase(.snoozed): false
      case .phase(.active) where !isNegated: true
      case .occurrences(let comparison, let count): comparison.holds(1, count)
      default: condition.priorities.flatMap { [0: false, Priority.allCases.count: true][$0.count] }
      }
    return isMet.map { $0 != isNegated }
  }
}

extension MessageFilter {
  /// Whether every new message matches on arrival, or none; nil where that depends on the message.
  var isMetOnArrival: Bool? {
    guard alternatives.isEmpty else {
      let single = alternatives.compactMap { $0.scopes.isEmpty ? $0.terms.only : nil }
      let excluded = single.filter(\.isNegated).map(\.condition)
      let isAnything = single.contains { !$0.isNegated && excluded.contains($0.condition) }
      return isAnything ? true : Self.any(alternatives.map(\.isMetOnArrival))
    }
    let excluded = conjuncts.joined().filter(\.isNegated).map(\.condition)
    func isMet(_ term: Term) -> Bool? {
      !term.isNegated && excluded.contains(term.condition) ? false : term.isMetOnArrival
    }
    let groups = conjuncts.flatMap { terms in
      let alone = terms.filter { $0.isNegated || $0.condition.key == nil }
      let united = terms.filter { !$0.isNegated && $0.condition.key != nil }
      return alone.map(isMet)
        + Dictionary(grouping: united, by: \.condition.key).values.map { Self.any($0.map(isMet)) }
    }
    return Self.any(groups.map { $0.map(!) }).map(!)
  }

  /// The first term that keeps it, or one of its alternatives, from matching any new message, or all
  /// terms where they contradict each other.
  var textMissedOnArrival: String? {
    let missed = (alternatives.isEmpty ? [self] : alternatives).first { $0.isMetOnArrival == false }
    return missed.map { filter in
      let term = filter.conjuncts.joined().first { $0.isMetOnArrival == false }
      return term.map { MessageFilter([$0]).text } ?? filter.text
    }
  }

  private var conjuncts: [[Term]] { [terms] + scopes }

  private static func any(_ found: [Bool?]) -> Bool? {
    found.contains(true) ? true : found.contains(nil) ? nil : false
  }
}
