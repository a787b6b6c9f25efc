package import InboxCore
package import InboxUI

/// A request that the store performs.
protocol StoreRequest: Request {
  /// Performs it.
  ///
  /// - Throws: `InboxError`; ``InboxError/overBudget`` for what takes longer than the budget.
  func perform(in context: RequestContext) throws -> Answer
  /// The same request, bounded by a host's scope.
  func within(_ scope: MessageFilter) -> Self
}

extension StoreRequest {
  // Named messages were in the list or were looked up within the scope; an undone step was the
  // person's own.
  func within(_ scope: MessageFilter) -> Self { self }
}

/// The inbox and the limits by which requests are performed.
package struct RequestContext {
  /// The inbox, at the moment that decides what is in a list.
  let inbox: Inbox
  /// The screen that asks.
  let screen: ScreenIdentity
  /// The filter that bounds every request; nil for the whole inbox.
  let scope: MessageFilter?
  /// How long a read of rows or numbers may take; nil for as long as it takes.
  var budget: Duration?
  /// Asked now and then; false ends the work.
  let isWanted: () -> Bool
  /// Gets the progress of a bulk change.
  let report: BulkProgress.Report

  /// Makes a context.
  package init(
    inbox: Inbox, screen: ScreenIdentity, scope: MessageFilter? = nil, budget: Duration? = nil,
    while isWanted: @escaping () -> Bool = { true },
    reporting report: @escaping BulkProgress.Report = { _ in }
  ) {
    (self.inbox, self.screen, self.scope, self.budget) = (inbox, screen, scope, budget)
    (self.isWanted, self.report) = (isWanted, report)
  }

  /// The request with its answer, which is of the request's own type.
  func answer<Asked: StoreRequest>(_ request: Asked) throws -> AnsweredRequest {
    let bounded = scope.map(request.within) ?? request
    return request.answered(try bounded.perform(in: self))
  }

  /// The answer to an effect that is performed beside the loop; nil for those of pane and host.
  package func answer(to effect: Effect) throws -> AnsweredRequest? {
    switch effect {
    case .read(let request): try answer(request)
    case .arrivals(let request): try answer(request)
    case .fetch(let request): try answer(request)
    case .find(.row(let request)): try answer(request)
    case .find(.count(let request)): try answer(request)
    case .find(.counts(let request)): try answer(request)
    case .find(.groups(let request)): try answer(request)
    case .find(.rank(let request)): try answer(request)
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
  /// For how long the first paint waits for numbers.
  private static let firstBudget = Duration.milliseconds(2)

  /// The answer to an effect that is performed at once, as the next key builds on it.
  ///
  /// - Returns: The answer; nil for effects that run beside the loop.
  /// - Throws: ``InboxError/overBudget`` for rows that take longer than the budget.
  package func immediateAnswer(to effect: Effect) throws -> AnsweredRequest? {
    switch effect {
    case .read(let request): try answer(request)
    case .arrivals(let request): try answer(request)
    case .fetch(let request): request.isShort ? try answer(request) : nil
    case .find(.counts(let request)): budget == nil ? try firstNumbers(request) : nil
    case .find(.groups(let request)): budget == nil ? try firstNumbers(request) : nil
    case .find, .perform, .purge, .step, .listSteps, .settle, .claimLink, .answer, .render, .pane,
      .host:
      nil
    }
  }

  /// The numbers of tabs and groups for the first paint, which does not wait for many to be counted.
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
  /// Most messages that are read whole at once.
  private static let mostAtOnce = 32

  /// Whether it is performed before the next event.
  fileprivate var isShort: Bool { purpose == .reader || numbers.count <= Self.mostAtOnce }
}
