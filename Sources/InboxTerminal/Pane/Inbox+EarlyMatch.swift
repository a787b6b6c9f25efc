import InboxCore
import InboxUI

extension Inbox {
  /// How long rows are looked through before the full-text index is asked.
  static let scanBudget = Duration.milliseconds(15)
  /// How long the index may take.
  private static let indexBudget = Duration.milliseconds(30)

  /// Finds a match of what is being typed in a short time.
  ///
  /// The rows are looked through first, because what matches often is met soon. Of what is rare the
  /// full-text index knows a match that begins with a word; one in the middle of a word may be
  /// nearer.
  ///
  /// - Parameters:
  ///   - seek: What is sought.
  ///   - budget: How long rows are looked through.
  ///   - isWanted: Asked now and then; false ends the search.
  /// - Returns: The nearest match where the rows were looked through in time, else any.
  /// - Throws: `InboxError`.
  func earlyMatch(
    of seek: Seek, scanningFor budget: Duration = Inbox.scanBudget,
    while isWanted: @escaping () -> Bool = { true }
  ) throws -> EarlyMatch {
    do {
      return .next(try row(of: seek, matching: seek.filter, within: budget, while: isWanted))
    } catch InboxError.overBudget {
      guard isWanted(), let filter = seek.indexedFilter else { return .any(nil) }
      let number = try? row(of: seek, matching: filter, within: Self.indexBudget, while: isWanted)
      return .any(number)
    }
  }

  private func row(
    of seek: Seek, matching filter: MessageFilter, within budget: Duration,
    while isWanted: @escaping () -> Bool
  ) throws -> MessageNumber? {
    let end = ContinuousClock.now + budget
    return try adjacentRow(
      of: seek.origin, in: seek.query, matching: filter, direction: seek.direction,
      count: seek.count, while: { .now < end && isWanted() })
  }
}
