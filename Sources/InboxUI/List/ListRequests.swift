package import InboxCore

/// A read of a window of rows.
package struct ReadRows: Request {
  /// The list.
  package let query: MessageQuery
  /// Which of its rows.
  package let window: MessageWindow

  /// Makes a request.
  package init(_ query: MessageQuery, _ window: MessageWindow) {
    (self.query, self.window) = (query, window)
  }

  package var effect: Effect { .read(self) }
  package func answered(_ snapshot: InboxSnapshot) -> AnsweredRequest { .rows(self, snapshot) }
}

extension Seek: Request {
  package var effect: Effect { .find(.row(self)) }
  package func answered(_ number: MessageNumber?) -> AnsweredRequest { .found(self, number) }
}

/// A count of which match of a search a row is.
package struct TallyMatch: Request {
  /// The search.
  package var seek: Seek
  /// The row.
  package let number: MessageNumber

  /// Makes a request.
  package init(_ seek: Seek, _ number: MessageNumber) {
    (self.seek, self.number) = (seek, number)
  }

  package var effect: Effect { .find(.tally(self)) }
  package func answered(_ tally: MatchTally?) -> AnsweredRequest { .tallied(self, tally) }
}

/// A count of the messages that match a filter.
package struct CountMessages: Request {
  /// Which messages.
  package let filter: MessageFilter

  /// Makes a request.
  package init(_ filter: MessageFilter) {
    self.filter = filter
  }

  package var effect: Effect { .find(.count(self)) }
  package func answered(_ count: Int) -> AnsweredRequest { .counted(self, count) }
}

/// A count of the messages of groups.
package struct CountGroups: Request {
  /// The groups; the answer has a count for each.
  package let groups: [MessageGroup]
  /// The list whose groups they are.
  package let query: MessageQuery

  /// Makes a request.
  package init(_ groups: [MessageGroup], in query: MessageQuery) {
    (self.groups, self.query) = (groups, query)
  }

  package var effect: Effect { .find(.groups(self)) }
  package func answered(_ counts: [GroupCount]) -> AnsweredRequest { .countedGroups(self, counts) }
}

/// A lookup of a row's rank in its list.
package struct RankRow: Request {
  /// The row.
  package let number: MessageNumber
  /// The list.
  package let query: MessageQuery

  /// Makes a request.
  package init(_ number: MessageNumber, in query: MessageQuery) {
    (self.number, self.query) = (number, query)
  }

  package var effect: Effect { .find(.rank(self)) }
  package func answered(_ rank: Int?) -> AnsweredRequest { .ranked(self, rank) }
}

extension Effect {
  /// Reads a window of rows.
  package static func read(_ query: MessageQuery, _ window: MessageWindow) -> Effect {
    .read(ReadRows(query, window))
  }
}

extension Lookup {
  /// Counts which match of a search a row is.
  package static func tally(_ seek: Seek, _ number: MessageNumber) -> Lookup {
    .tally(TallyMatch(seek, number))
  }

  /// Counts the messages that match a filter.
  package static func count(_ filter: MessageFilter) -> Lookup {
    .count(CountMessages(filter))
  }
}
