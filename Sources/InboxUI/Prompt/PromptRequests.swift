package import InboxCore

/// The next match of the typed text, sought until more is typed.
struct TypedSeek: StoreRequest {
  var seek: Seek
  /// Whether any match will do that is found within a short time.
  var isEarly = false

  var series: RequestSeries? { .search }

  func perform(in context: RequestContext) throws -> EarlyMatch {
    guard isEarly else { return .next(try seek.perform(in: context)) }
    var seek = seek
    seek.query = context.narrowed(seek.query)
    return try context.inbox.earlyMatch(of: seek, while: context.isWanted)
  }

  func receive(_ match: EarlyMatch, in state: inout UIState) {
    let layout = state.listLayout
    state.effects += state.prompting.receive(match, of: seek, in: &state.stack.list, layout)
  }

  func fail(in state: inout UIState) {
    state.prompting.fail(seek)
  }
}

/// The result of a seek.
package enum EarlyMatch: Sendable, Hashable {
  /// The next match; nil if there is none.
  case next(MessageNumber?)
  /// Some match, maybe not the nearest; nil if none was found in time.
  case any(MessageNumber?)
}

/// The messages with matching titles, best first.
extension TitleSearch: StoreRequest {
  package var series: RequestSeries? { .titles }

  package func perform(in context: RequestContext) throws -> [MessageRow] {
    var search = self
    search.filter = context.narrowed(filter)
    return try context.inbox.titles(matching: search, while: context.isWanted)
  }

  package func receive(_ rows: [MessageRow], in state: inout UIState) {
    state.take(state.prompting.receive(rows, of: self))
  }

  package func fail(in state: inout UIState) {
    state.take(state.prompting.failTitles(of: self))
  }
}

/// The names that complete a filter, with their counts.
struct ListFilterNames: StoreRequest {
  func perform(in context: RequestContext) throws -> FilterNames {
    try context.inbox.filterNames(matching: context.narrowed(MessageFilter.all))
  }

  func receive(_ names: FilterNames, in state: inout UIState) {
    state.session.filterNames = names
  }
}

/// A request for the names of the themes.
package struct ListThemes: Request {

  package var effect: Effect { .pane(.listThemes(self)) }

  package func receive(_ names: [String], in state: inout UIState) {
    state.environment.themeNames = names
  }
}
