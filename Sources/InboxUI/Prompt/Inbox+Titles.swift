import InboxCore

extension Inbox {
  /// Time budget of the text index for older messages.
  private static let indexBudget = Duration.milliseconds(150)

  /// The messages with the best matching titles: among the newest, and all in the text index.
  ///
  /// It reads a bounded number of messages however many there are.
  ///
  /// - Parameters:
  ///   - search: The typed text and where to search.
  ///   - isWanted: Polled during the search; false cancels it with no result.
  /// - Returns: The rows, the best first.
  /// - Throws: `InboxError`.
  func titles(
    matching search: TitleSearch, while isWanted: () -> Bool
  ) throws -> [MessageRow] {
    let query = MessageQuery(filter: search.filter)
    let isTyped = !search.text.allSatisfy { $0 == " " }
    let count = isTyped ? TitleSearch.newest : TitleSearch.offered
    var rows = try snapshot(of: query, in: MessageWindow(limit: count)).rows
    guard isWanted() else { return [] }
    if rows.count == count, let filter = search.indexFilter {
      let known = Set(rows.lazy.map(\.number))
      let older = try? snapshot(
        of: MessageQuery(filter: filter), in: MessageWindow(limit: TitleSearch.indexed),
        within: Self.indexBudget)
      rows += (older?.rows ?? []).filter { !known.contains($0.number) }
    }
    guard isWanted() else { return [] }
    return search.best(of: rows, while: isWanted)
  }
}
