package import InboxCore

/// A seek of what is being typed that takes some milliseconds at most.
package struct EarlySeek: Request {
  /// What is sought.
  package var seek: Seek

  /// Makes a request.
  package init(_ seek: Seek) {
    self.seek = seek
  }

  package var effect: Effect { .find(.early(self)) }
  package func answered(_ match: EarlyMatch) -> AnsweredRequest { .foundEarly(self, match) }
}

/// A match that was found in a short time.
package enum EarlyMatch: Sendable, Hashable {
  /// The next row that matches; nil when there is none.
  case next(MessageNumber?)
  /// A row that matches, while nearer ones may match as well; nil when none was found in time.
  case any(MessageNumber?)
}

/// A seek of what is being typed, until more is typed.
package struct TypedSeek: Request {
  /// What is sought.
  package var seek: Seek

  /// Makes a request.
  package init(_ seek: Seek) {
    self.seek = seek
  }

  package var effect: Effect { .find(.typed(self)) }
  package func answered(_ number: MessageNumber?) -> AnsweredRequest { .foundTyped(self, number) }
}

extension TitleSearch: Request {
  package var effect: Effect { .find(.titles(self)) }
  package func answered(_ rows: [MessageRow]) -> AnsweredRequest { .titles(self, rows) }
}

/// A list of the names that a filter can be completed with, with their counts.
package struct ListFilterNames: Request {
  /// The filter whose matches are counted.
  package let filter: MessageFilter

  /// Makes a request.
  package init(matching filter: MessageFilter = .all) {
    self.filter = filter
  }

  package var effect: Effect { .find(.names(self)) }
  package func answered(_ names: FilterNames) -> AnsweredRequest { .filterNames(names) }
}

/// A list of the names of the themes.
package struct ListThemes: Request {
  /// Makes a request.
  package init() {}

  package var effect: Effect { .pane(.listThemes(self)) }
  package func answered(_ names: [String]) -> AnsweredRequest { .themes(names) }
}

extension Lookup {
  /// Seeks what is being typed for some milliseconds.
  package static func early(_ seek: Seek) -> Lookup { .early(EarlySeek(seek)) }
  /// Seeks what is being typed until more is typed.
  package static func typed(_ seek: Seek) -> Lookup { .typed(TypedSeek(seek)) }
}

extension PaneRequest {
  /// Lists the names of the themes.
  package static var listThemes: PaneRequest { .listThemes(ListThemes()) }
}
