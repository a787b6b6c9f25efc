import InboxCore
import InboxUI

extension Inbox {
  /// How long the text index is asked for older messages.
  private static let indexBudget = Duration.milliseconds(150)

  /// The messages whose titles match best: of the newest, and of all that the text index knows.
  ///
  /// However many messages there are, it reads a bounded number of them.
  ///
  /// - Parameters:
  ///   - search: What was typed, and where to look.
  ///   - isWanted: Asked now and then; false ends the search with nothing.
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
