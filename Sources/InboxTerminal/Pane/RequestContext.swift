package import InboxCore
package import InboxUI

/// A request that the store performs.
protocol StoreRequest: Request {
  /// Performs the request.
  ///
  /// - Throws: `InboxError`; ``InboxError/overBudget`` when the budget is exceeded.
  func perform(in context: RequestContext) throws -> Answer
  /// The same request, restricted to a host's scope.
  func within(_ scope: MessageFilter) -> Self
}

extension StoreRequest {
  // Messages selected by number were in the list or were looked up within the scope; an undone
  // step was the user's own.
  func within(_ scope: MessageFilter) -> Self { self }
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

  /// Creates a context.
  package init(
    inbox: Inbox, screen: ScreenIdentity, scope: MessageFilter? = nil, budget: Duration? = nil,
    while isWanted: @escaping () -> Bool = { true },
    reporting report: @escaping BulkProgress.Report = { _ in }
  ) {
    (self.inbox, self.screen, self.scope, self.budget) = (inbox, screen, scope, budget)
    (self.isWanted, self.report) = (isWanted, report)
  }

  /// The request with its response, which has the request's own type.
  func answer<Asked: StoreRequest>(_ request: Asked) throws -> AnsweredRequest {
    let bounded = scope.map(request.within) ?? request
    return request.answered(try bounded.perform(in: self))
  }

  /// The response to an effect in the background; nil for effects of the pane and the host.
  package func answer(to effect: Effect) throws -> AnsweredRequest? {
    switch effect {
    case .read(let request): try answer(request)
    case .arrivals(let request): try answer(request)
    case .fetch(let request): try answer(request)
    case .find(.row(let request)): try answer(request)
    case .find(.count(let request)): try answer(request)
    case .find(.counts(let request)): try answer(request)
    case .find(.recentSources(let request)): try answer(request)
    case .find(.unsent(let request)): try answer(request)
    case .find(.late(let request)): try answer(request)
    case .find(.names(let request)): try answer(request)
    case .find(.groups(let request)): try answer(request)
    case .find(.sources(let request)): try answer(request)
    case .find(.rank(let request)): try answer(request)
    case .find(.members(let request)): try answer(request)
    case .find(.early(let request)): try answer(request)
    case .find(.typed(let request)): try answer(request)
    case .find(.tally(let request)): try answer(request)
    case .find(.titles(let request)): try answer(request)
    case .perform(let request): try answer(request)
    case .purge(let request): try answer(request)
    case .step(let request): try answer(request)
    case .listSteps(let request): try answer(request)
    case .settle(let request): try answer(request)
    case .claimLink(let request): try answer(request)
    case .answer(let request): try answer(request)
    case .render(let request): try answer(request)
    case .pane, .host: nil
    }
  }
}

// MARK: - At once

extension RequestContext {
  /// Time budget for numbers in the first paint.
  private static let firstBudget = Duration.milliseconds(2)

  /// The response to an effect that is performed at once, as the next key depends on it.
  ///
  /// - Returns: The response; nil for effects that run in the background.
  /// - Throws: ``InboxError/overBudget`` for rows that exceed the budget.
  package func immediateAnswer(to effect: Effect) throws -> AnsweredRequest? {
    switch effect {
    case .read(let request): try answer(request)
    case .arrivals(let request): try answer(request)
    case .fetch(let request): request.isShort ? try answer(request) : nil
    case .find(.counts(let request)): budget == nil ? try firstNumbers(request) : nil
    case .find(.groups(let request)): budget == nil ? try firstNumbers(request) : nil
    case .find(.sources(let request)): budget == nil ? try firstNumbers(request) : nil
    case .find, .perform, .purge, .step, .listSteps, .settle, .claimLink, .answer, .render, .pane,
      .host:
      nil
    }
  }

  /// The numbers of tabs and groups for the first paint, which does not wait for a long count.
  private func firstNumbers(_ request: some StoreRequest) throws -> AnsweredRequest? {
    var context = self
    context.budget = Self.firstBudget
    do {
      return try context.answer(request)
    } catch InboxError.overBudget {
      return nil
    }
  }
}

extension FetchMessages {
  /// Maximum number of messages that are read whole at once.
  private static let mostAtOnce = 32

  /// Whether it is performed before the next event.
  fileprivate var isShort: Bool { purpose == .reader || numbers.count <= Self.mostAtOnce }
}
