package import InboxCore

/// A seek of the typed text within a short time budget.
package struct EarlySeek: Request {
  package var seek: Seek

  package init(_ seek: Seek) {
    self.seek = seek
  }

  package var effect: Effect { .find(.early(self)) }
  package func answered(_ match: EarlyMatch) -> AnsweredRequest { .foundEarly(self, match) }
}

/// The result of an early seek.
package enum EarlyMatch: Sendable, Hashable {
  /// The next match; nil if there is none.
  case next(MessageNumber?)
  /// Some match, maybe not the nearest; nil if none was found in time.
  case any(MessageNumber?)
}

/// A seek of the typed text, cancelled by further typing.
package struct TypedSeek: Request {
  package var seek: Seek

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

/// A request for the names that complete a filter, with their counts.
package struct ListFilterNames: Request {
  /// The filter of the counted messages.
  package let filter: MessageFilter

  package init(matching filter: MessageFilter = .all) {
    self.filter = filter
  }

  package var effect: Effect { .find(.names(self)) }
  package func answered(_ names: FilterNames) -> AnsweredRequest { .filterNames(names) }
}

/// A request for the names of the themes.
package struct ListThemes: Request {
  package init() {}

  package var effect: Effect { .pane(.listThemes(self)) }
  package func answered(_ names: [String]) -> AnsweredRequest { .themes(names) }
}

extension Lookup {
  /// Seeks the typed text within a short time budget.
  package static func early(_ seek: Seek) -> Lookup { .early(EarlySeek(seek)) }
  /// Seeks the typed text until more is typed.
  package static func typed(_ seek: Seek) -> Lookup { .typed(TypedSeek(seek)) }
}

extension PaneRequest {
  package static var listThemes: PaneRequest { .listThemes(ListThemes()) }
}
