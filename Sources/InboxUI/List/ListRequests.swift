package import InboxCore

/// A request for a window of rows.
package struct ReadRows: Request {
  package let query: MessageQuery
  package let window: MessageWindow

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

/// A request for the position of a row among the matches of a search.
package struct TallyMatch: Request {
  package var seek: Seek
  package let number: MessageNumber

  package init(_ seek: Seek, _ number: MessageNumber) {
    (self.seek, self.number) = (seek, number)
  }

  package var effect: Effect { .find(.tally(self)) }
  package func answered(_ tally: MatchTally?) -> AnsweredRequest { .tallied(self, tally) }
}

/// A request for the number of matches of a filter.
package struct CountMessages: Request {
  package let filter: MessageFilter

  package init(_ filter: MessageFilter) {
    self.filter = filter
  }

  package var effect: Effect { .find(.count(self)) }
  package func answered(_ count: Int) -> AnsweredRequest { .counted(self, count) }
}

/// A request for the counts of groups.
package struct CountGroups: Request {
  /// The groups; the result has a count for each.
  package let groups: [MessageGroup]
  package let query: MessageQuery

  package init(_ groups: [MessageGroup], in query: MessageQuery) {
    (self.groups, self.query) = (groups, query)
  }

  package var effect: Effect { .find(.groups(self)) }
  package func answered(_ counts: [GroupCount]) -> AnsweredRequest { .countedGroups(self, counts) }
}

/// A request for the rank of a row in its list.
package struct RankRow: Request {
  package let number: MessageNumber
  package let query: MessageQuery

  package init(_ number: MessageNumber, in query: MessageQuery) {
    (self.number, self.query) = (number, query)
  }

  package var effect: Effect { .find(.rank(self)) }
  package func answered(_ rank: Int?) -> AnsweredRequest { .ranked(self, rank) }
}

/// A request for the messages that rows stand for: those of collapsed threads, or of a group.
package struct ListMembers: Request {
  package let rows: JoinedRows
  package var query: MessageQuery
  /// What they are for.
  let purpose: MemberPurpose

  package var effect: Effect { .find(.members(self)) }
  package func answered(_ members: [[ActionTarget]]) -> AnsweredRequest { .members(self, members) }
}

extension Effect {
  package static func read(_ query: MessageQuery, _ window: MessageWindow) -> Effect {
    .read(ReadRows(query, window))
  }
}

extension Lookup {
  /// Looks up the position of a row among the matches of a search.
  package static func tally(_ seek: Seek, _ number: MessageNumber) -> Lookup {
    .tally(TallyMatch(seek, number))
  }

  /// Counts the matches of a filter.
  package static func count(_ filter: MessageFilter) -> Lookup {
    .count(CountMessages(filter))
  }
}
