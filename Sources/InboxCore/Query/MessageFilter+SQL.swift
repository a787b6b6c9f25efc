import Foundation

extension MessageFilter {
  /// The condition on a row of `message AS m`, as the filter means it at one moment.
  ///
  /// Give `.settled` where the clock's transitions up to `now` have been settled in the same
  /// transaction, or with `m.next_at IS NULL OR m.next_at > now` beside it; `.due` is right for
  /// every row, but no index of the list carries it.
  ///
  /// - Parameters:
  ///   - now: The moment of the question.
  ///   - state: Which rows the condition meets.
  /// - Returns: The condition with its arguments.
  func condition(at now: Date, for state: RowState = .settled) -> SQLCondition {
    FilterCriteria(self, at: now).condition(for: state)
  }
}
