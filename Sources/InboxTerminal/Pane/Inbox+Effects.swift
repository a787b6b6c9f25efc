import Foundation
import InboxCore
import InboxUI

extension Inbox {
  /// Most messages that are read whole at once.
  private static let mostAtOnce = 32

  /// Answers at once what the next key builds on; nil for what is done beside the loop.
  ///
  /// - Throws: ``InboxError/overBudget`` for rows that take longer than the budget.
  func answer(
    _ effect: Effect, scope: MessageFilter?, within budget: Duration?
  ) throws -> Event? {
    switch effect {
    case .read(let query, let window):
      .snapshot(try snapshot(of: query, in: window, scope: scope, within: budget))
    case .load(let number):
      .finished(effect, .loaded(try message(number, within: scope)))
    case .arrivals(let question):
      .finished(effect, .arrived(try arrivals(question, matching: scope ?? .all)))
    case .fetch(let numbers, _) where numbers.count <= Self.mostAtOnce:
      .finished(effect, .fetched(try messages(numbers)))
    default: nil
    }
  }

  /// Does an effect and says how it ended.
  func result(
    of effect: Effect, for screen: ScreenIdentity,
    reporting report: BulkProgress.Report
  ) throws -> EffectResult {
    switch effect {
    case .seek(let seek):
      return .found(
        try adjacentRow(
          of: seek.origin, in: seek.query, matching: seek.filter,
          direction: seek.direction))
    case .count(let filter): return .counted(try count(matching: filter))
    case .locate(let number, let query):
      return .located(try position(of: number, in: query))
    case .perform(let verb, let selection):
      return .changed(try perform(verb, on: selection, reporting: report))
    case .purge(let selection):
      return .changed(try purge(selection, reporting: report))
    case .undo: return .undone(try undo(reporting: report))
    case .redo: return .undone(try redo(reporting: report))
    case .settle:
      _ = try settle()
      return .done
    case .takeLink: return .link(try claimLink(for: screen))
    case .answer(let number, let action):
      return .answered(try answer(number, action: action.id))
    case .fetch(let numbers, _): return .fetched(try messages(numbers))
    case .read, .load, .arrivals, .tap, .launch, .copy, .program: return .done
    }
  }
}
