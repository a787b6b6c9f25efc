package import InboxCore

/// A search for the next row of a list that also matches a second filter.
package struct Seek: Sendable, Hashable {
  /// The list.
  package var query: MessageQuery
  /// The filter that the row has to match as well.
  package var filter: MessageFilter
  /// The row to start after; nil starts before the first or after the last row.
  package var origin: MessageNumber?
  /// The direction through the list.
  package var direction: SearchDirection
  /// Which match it is; where there are fewer, the last of them.
  package var count: Int

  /// Makes a search.
  package init(
    query: MessageQuery, filter: MessageFilter, origin: MessageNumber?,
    direction: SearchDirection = .forward, count: Int = 1
  ) {
    self.query = query
    self.filter = filter
    self.origin = origin
    self.direction = direction
    self.count = count
  }

  /// The filter with the words of its text, by which the full-text index finds some of what
  /// matches; nil without a word that the index finds fast.
  package var indexedFilter: MessageFilter? {
    guard case .part(let text)? = filter.terms.last?.condition,
      !text.hasPrefix(TextPattern.expressionPrefix)
    else { return nil }
    var words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    var conditions: [MessageFilter.Condition] = []
    if let last = text.last, last.isLetter || last.isNumber, let beginning = words.popLast(),
      beginning.count >= Self.shortestBeginning
    {
      conditions.append(.word(beginning))
    }
    conditions += words.map { .phrase($0) }
    guard !conditions.isEmpty else { return nil }
    return MessageFilter(filter.terms + conditions.map { .init($0) })
  }

  /// Fewest characters of a half typed word that are looked up, as few words begin with them.
  private static let shortestBeginning = 3

  /// Whether any row matches, so that it counts rows.
  var isOfAny: Bool { filter == .all }
}

extension Seek {
  /// Where the cursor goes; a step over rows stays on the header of a folded group.
  func landing(at number: MessageNumber) -> ListJump { isOfAny ? .visible(number) : .to(number) }
}

/// The kind of a seek, with its direction.
enum SeekKind: Sendable, Hashable {
  case unread(SearchDirection)
  case match(SearchDirection)
}

/// A text that is searched for within a list.
package struct SearchState: Sendable, Hashable {
  /// The text as it was typed.
  package var text: String
  /// The filter that finds it.
  package var filter: MessageFilter

  /// Makes a search for messages that have the text anywhere in title, body or source.
  package init(text: String) {
    self.text = text
    filter = MessageFilter([.init(.part(text))])
  }

  /// Why an expression cannot be read, which is then looked for as a text; nil for all others.
  var problem: String? { TextPattern.problem(of: text)?.message }
}
