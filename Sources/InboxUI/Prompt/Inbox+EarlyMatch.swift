import InboxCore

extension Inbox {
  /// Time budget of the scan of rows before the full-text index is used.
  static let scanBudget = Duration.milliseconds(15)
  /// Time budget of the index.
  private static let indexBudget = Duration.milliseconds(30)

  /// Finds a match of the text being typed within a short time.
  ///
  /// The rows are scanned first, because a frequent match is near. For a rare one the full-text
  /// index finds a match that begins with a word; one in the middle of a word may be nearer.
  ///
  /// - Parameters:
  ///   - seek: The search.
  ///   - budget: Time budget of the scan.
  ///   - isWanted: Polled during the search; false cancels it.
  /// - Returns: The nearest match if the scan finished in time, else any.
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
