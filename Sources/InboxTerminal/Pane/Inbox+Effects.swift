import Foundation
package import InboxCore
package import InboxUI

extension Inbox {
  /// Most messages that are read whole at once.
  private static let mostAtOnce = 32

  /// Performs at once an effect whose result the next key builds on; nil for all others.
  ///
  /// - Throws: ``InboxError/overBudget`` for rows that take longer than the budget.
  package func answer(
    _ effect: Effect, scope: MessageFilter?, within budget: Duration?
  ) throws -> EffectResult? {
    switch effect {
    case .read(let query, let window):
      .snapshot(try snapshot(of: query, in: window, scope: scope, within: budget))
    case .fetch(let numbers, .reader):
      .fetched(try numbers.compactMap { try message($0, within: scope) })
    case .fetch(let numbers, _) where numbers.count <= Self.mostAtOnce:
      .fetched(try messages(numbers))
    case .arrivals(let query):
      .arrived(try arrivals(query, matching: scope ?? .all))
    default: nil
    }
  }

  /// Does an effect and says how it ended.
  package func result(
    of effect: Effect, for screen: ScreenIdentity,
    reporting report: BulkProgress.Report
  ) throws -> EffectResult {
    switch effect {
    case .find(.row(let seek)):
      return .found(
        try adjacentRow(
          of: seek.origin, in: seek.query, matching: seek.filter,
          direction: seek.direction))
    case .find(.count(let filter)): return .counted(try count(matching: filter))
    case .find(.rank(let number, let query)):
      return .located(try position(of: number, in: query))
    case .perform(let verb, let selection):
      return .changed(try perform(verb, on: selection, reporting: report))
    case .purge(let selection):
      return .changed(try purge(selection, reporting: report))
    case .step(.undo): return .stepped(try undo(reporting: report))
    case .step(.redo): return .stepped(try redo(reporting: report))
    case .settle:
      _ = try settle()
      return .done
    case .takeLink: return .link(try claimLink(for: screen))
    case .answer(let number, let action):
      return .answered(try answer(number, action: action.id))
    case .fetch(let numbers, _): return .fetched(try messages(numbers))
    case .read, .arrivals, .pane, .host: return .done
    }
  }
}
