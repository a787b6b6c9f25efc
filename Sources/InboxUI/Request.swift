package import InboxCore

/// A request of the screen, with what becomes of its answer.
///
/// It is declared in the folder of its part, which nothing else knows: the pane performs it, and
/// ``UIState`` hands the answer back to it. Requests are compared by their values.
package protocol Request<Answer>: Sendable, Hashable {
  /// The result of the request, unless it fails.
  associatedtype Answer: Sendable

  /// The effect of the request.
  var effect: Effect { get }
  /// Handles the answer; further effects are added to those of the state.
  func receive(_ answer: Answer, in state: inout UIState)
}

/// A request that the inbox performs.
package protocol StoreRequest<Answer>: Request {
  /// When it is performed.
  var turn: RequestTurn { get }
  /// The requests of which a later one makes this one obsolete; nil for none.
  var series: RequestSeries? { get }
  /// Performs the request, within the scope of the context.
  ///
  /// - Throws: `InboxError`; ``InboxError/overBudget`` when the budget is exceeded.
  func perform(in context: RequestContext) throws -> Answer
  /// Ends the wait for the answer after a failure, whose reason is shown already.
  func fail(in state: inout UIState)
}

extension StoreRequest {
  package var effect: Effect { .store(AnyStoreRequest(request: self)) }
  package var turn: RequestTurn { .beside }
  package var series: RequestSeries? { nil }
  package func fail(in state: inout UIState) {}
}

/// When a request to the inbox is performed.
package enum RequestTurn: Sendable, Hashable {
  /// Before the next event, as the next key depends on its answer.
  case atOnce
  /// In the background, in the order of the requests: changes, and what must see them.
  case inOrder
  /// In the background, beside the changes.
  case beside
  /// In the background, beside all others, as it may take long; it may predate an earlier change.
  ///
  /// Before the first paint, one that is quick is performed at once.
  case counting(atOnceIfQuick: Bool)
}

/// Requests of which only the latest is wanted.
package enum RequestSeries: Sendable, Hashable {
  /// Searches for the typed text, and the rank of a match.
  case search
  /// The search of a key: it ends those for the typed text, and goes on whatever is typed.
  case seek
  /// Searches in titles.
  case titles
}

/// Any request to the inbox.
package struct AnyStoreRequest: Sendable, Hashable {
  /// The request.
  package let request: any StoreRequest

  package static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.request) == AnyHashable(other.request)
  }

  package func hash(into hasher: inout Hasher) {
    request.hash(into: &hasher)
  }
}

/// A request with its answer.
package struct AnsweredRequest: Sendable {
  let request: any Request
  /// Hands the answer to the request.
  let receive: @Sendable (inout UIState) -> Void

  package init<Asked: Request>(_ request: Asked, _ answer: Asked.Answer) {
    self.request = request
    receive = { request.receive(answer, in: &$0) }
  }
}

extension Event {
  /// The event of an answered request.
  package static func answered<Asked: Request>(_ request: Asked, _ answer: Asked.Answer) -> Event {
    .answered(AnsweredRequest(request, answer))
  }

  /// The event of a failed request; the text gives the reason and the fix.
  package static func failed(_ request: some Request, _ reason: String) -> Event {
    .requestFailed(request.effect, reason)
  }
}

/// The inbox and the limits with which requests are performed.
package struct RequestContext {
  /// The inbox, at the time at which lists are read.
  let inbox: Inbox
  /// The screen that made the request.
  let screen: ScreenIdentity
  /// The filter that restricts every request; nil for the whole inbox.
  let scope: MessageFilter?
  /// Time budget of a read of rows or numbers; nil for no limit.
  var budget: Duration?
  /// Polled during the work; false cancels it.
  let isWanted: () -> Bool
  /// Receives the progress of a bulk change.
  let report: BulkProgress.Report

  /// Time budget for numbers in the first paint.
  private static let firstBudget = Duration.milliseconds(2)

  /// Creates a context.
  package init(
    inbox: Inbox, screen: ScreenIdentity, scope: MessageFilter? = nil, budget: Duration? = nil,
    while isWanted: @escaping () -> Bool = { true },
    reporting report: @escaping BulkProgress.Report = { _ in }
  ) {
    (self.inbox, self.screen, self.scope, self.budget) = (inbox, screen, scope, budget)
    (self.isWanted, self.report) = (isWanted, report)
  }

  /// Performs a request.
  package func answer<Asked: StoreRequest>(_ request: Asked) throws -> AnsweredRequest {
    AnsweredRequest(request, try request.perform(in: self))
  }

  /// Performs a request if its turn is now; nil for one that runs in the background.
  ///
  /// - Throws: ``InboxError/overBudget`` for rows that exceed the budget.
  package func answerNow(_ request: some StoreRequest) throws -> AnsweredRequest? {
    switch request.turn {
    case .atOnce: return try answer(request)
    case .counting(atOnceIfQuick: true) where budget == nil:
      var context = self
      context.budget = Self.firstBudget
      do {
        return try context.answer(request)
      } catch InboxError.overBudget {
        return nil
      }
    case .inOrder, .beside, .counting: return nil
    }
  }
}
