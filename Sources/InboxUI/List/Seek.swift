package import InboxCore

/// A lookup of the next row in a list that also matches a second filter.
package struct Seek: Sendable, Hashable {
  package var query: MessageQuery
  /// The second filter.
  package var filter: MessageFilter
  /// The row to start after; nil for the start, or the end when going backward.
  package var origin: MessageNumber?
  package var direction = SearchDirection.forward
  /// The number of matches to move by; at most to the last one.
  package var count = 1

  /// The filter with the words of its text, a subset that the full-text index finds fast; nil if
  /// there are no such words.
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

  /// Minimum characters of an incomplete word to look up: shorter ones match too many words.
  private static let shortestBeginning = 3

  /// Whether it counts rows instead of matches.
  var isOfAny: Bool { filter == .all }

  /// The jump to the result; a step by rows stops at the header of a folded group.
  func landing(at number: MessageNumber) -> ListJump { isOfAny ? .visible(number) : .to(number) }
}

enum SeekKind: Sendable, Hashable {
  case unread(SearchDirection)
  case match(SearchDirection)
}

/// A search for a text within a list.
package struct SearchState: Sendable, Hashable {
  /// The text that was typed.
  package var text: String
  /// The filter of its matches.
  package var filter: MessageFilter

  /// Creates a search in title, body and source, also within words.
  package init(text: String) {
    self.text = text
    filter = MessageFilter([.init(.part(text))])
  }

  /// Why a regular expression is invalid and searched as plain text, and where; nil if valid.
  var problem: String? {
    TextPattern.problem(of: text).map { "character \($0.offset + 1): \($0.message)" }
  }
}
