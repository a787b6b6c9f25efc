import Foundation
package import InboxCore

/// The state of the list of sources: the tree with its counts, the cursor and the focus.
///
/// The cursor is on the row whose filter the list of messages has, so that it follows tabs and typed
/// filters.
struct SourceListState: Sendable {
  private(set) var tree = SourceTree()
  /// The sources whose actions are allowed.
  private(set) var allowed: Set<String> = []
  /// Whether keys go to the list of sources while it is visible.
  var hasFocus = false
  /// The path of the cursor while the filter is that of no row; nil for all sources.
  private var lastPath: String?
  /// The first visible row.
  private var top = 0
  /// Whether the sources have been requested.
  private var isRequested = false
  fileprivate var timer = CountTimer()

  /// Index of the row of a filter, or of the folded path above it; nil if there is none.
  func place(of filter: MessageFilter, in rows: [SourceTree.Row]) -> Int? {
    if let index = rows.firstIndex(where: { $0.filter == filter }) { return index }
    var path = tree.nodes.first { $0.filter == filter }?.path
    while let hidden = path {
      if let index = rows.firstIndex(where: { $0.path == hidden }) { return index }
      path = tree.parent(of: hidden)
    }
    return nil
  }

  /// Index of the row under the cursor.
  private func cursor(for filter: MessageFilter, in rows: [SourceTree.Row]) -> Int {
    if let place = place(of: filter, in: rows) { return place }
    // The nearest path above one that is gone, or the only path below that.
    let paths = lastPath.map { $0.parentPaths + [$0] } ?? []
    for gone in paths.reversed() {
      let index = rows.firstIndex { row in
        row.path.map { $0 == gone || $0.hasPrefix(gone + "/") } ?? false
      }
      if let index { return index }
    }
    return 0
  }

  /// The visible rows with the cursor.
  ///
  /// - Parameters:
  ///   - filter: The filter of the list of messages.
  ///   - count: The number of rows that fit.
  /// - Returns: The rows, and the index of the one under the cursor; nil if the filter is that of no
  ///   row, unless the list of sources has the focus.
  func visible(for filter: MessageFilter, count: Int) -> (rows: [SourceTree.Row], cursor: Int?) {
    let rows = tree.rows
    let cursor = hasFocus ? cursor(for: filter, in: rows) : place(of: filter, in: rows)
    let first = first(for: cursor, in: rows.count, visible: count)
    var shown = Array(rows[first...].prefix(count))
    let isCut = first + count < rows.count && count > 2
    if isCut { shown[count - 1] = SourceTree.rest(of: rows[(first + count - 1)...]) }
    let whole = first..<(first + count - (isCut ? 1 : 0))
    return (shown, cursor.flatMap { whole.contains($0) ? $0 - first : nil })
  }

  /// The first visible row, so that the cursor is in sight, above the row for the rest.
  private func first(for cursor: Int?, in total: Int, visible count: Int) -> Int {
    var first = min(top, max(total - count, 0))
    if let cursor, hasFocus {
      first = min(max(first, min(cursor - count + 2, total - count)), cursor)
    }
    return max(first, 0)
  }

  // MARK: - Commands

  /// Goes to the list of sources, which is shown for it; from there, hides it.
  ///
  /// - Parameters:
  ///   - wasFocused: Whether it has the focus.
  ///   - isEmpty: Whether the inbox is empty, which has no sources to show.
  ///   - environment: The environment of the screen.
  /// - Returns: The reply.
  mutating func toggle(
    hasFocus wasFocused: Bool, isEmpty: Bool, in environment: inout ScreenEnvironment
  ) -> Reply {
    guard !isEmpty else { return Reply(status: .listEmpty) }
    environment.showsSourceList = !wasFocused
    hasFocus = !wasFocused && environment.sourceListColumns > 0
    let isHidden = !wasFocused && !hasFocus
    return Reply(status: isHidden ? .noSourceListRoom : nil, changesLayout: true)
  }

  /// Performs a command of the focused list of sources.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - count: Its count; nil without one.
  ///   - list: The list of messages.
  ///   - areas: The layout of the terminal.
  /// - Returns: The reply; nil for commands of the list of messages.
  mutating func perform(
    _ command: Command, count: Int? = nil, on list: ListState, in areas: ScreenAreas
  ) -> Reply? {
    let (rows, visible) = (tree.rows, areas.contentRows)
    let cursor = cursor(for: list.ownFilter, in: rows)
    switch command {
    case .moving(let motion):
      return show(
        min(max(target(of: motion, count, from: cursor, visible), 0), rows.count - 1), in: rows,
        visible: visible)
    case .reading(.back), .reading(.close):
      hasFocus = false
      return Reply()
    case .finding(.toggleFold):
      return fold(rows[cursor], !(rows[cursor].isFolded ?? false))
    case .finding(.unfold): return fold(rows[cursor], false)
    case .finding(.fold):
      // On a row without rows below it, or a folded one: to the path above.
      guard rows[cursor].isFolded != false, let path = rows[cursor].path else {
        return fold(rows[cursor], true)
      }
      let parent = tree.parent(of: path)
      return parent.flatMap { parent in rows.firstIndex { $0.path == parent } }
        .map { show($0, in: rows, visible: visible) } ?? Reply()
    case .finding(.foldAll), .finding(.unfoldAll):
      tree.foldAll(command == .finding(.foldAll))
      return Reply()
    default: return nil
    }
  }

  private func target(
    of motion: Command.Motion, _ number: Int?, from cursor: Int, _ visible: Int
  ) -> Int {
    let lines = motion.lines(page: max(visible - 1, 1), halfPage: max(visible / 2, 1))
    return lines.map { cursor + (number ?? 1) * $0 }
      ?? number.map { $0 - 1 } ?? (motion == .top ? 0 : .max)
  }

  /// Moves the cursor to a row, and shows its messages.
  private mutating func show(_ index: Int, in rows: [SourceTree.Row], visible: Int) -> Reply {
    lastPath = rows[index].path
    top = first(for: index, in: rows.count, visible: visible)
    return Reply(messages: [.filter(rows[index].filter)])
  }

  private mutating func fold(_ row: SourceTree.Row, _ isFolded: Bool) -> Reply {
    if let path = row.path, row.isFolded != nil { tree.fold(path, isFolded) }
    return Reply()
  }

  /// Handles a click on a row: shows its messages, or folds it.
  mutating func click(_ row: SourceTree.Row, folding: Bool, in areas: ScreenAreas) -> Reply {
    let rows = tree.rows
    guard !folding else { return fold(row, row.isFolded == false) }
    guard let index = rows.firstIndex(where: { $0.path == row.path }) else { return Reply() }
    return show(index, in: rows, visible: areas.contentRows)
  }

  /// Scrolls by lines; the cursor stays where it is.
  mutating func scroll(_ lines: Int, in areas: ScreenAreas) {
    let (count, visible) = (tree.rows.count, areas.contentRows)
    top = min(max(first(for: nil, in: count, visible: visible) + lines, 0), max(count - visible, 0))
  }

  // MARK: - Counts

  /// The count that is due while the list of sources is visible.
  mutating func request(isShown: Bool, at now: Date) -> [Effect] {
    guard isShown else { return [] }
    if !isRequested { timer.invalidate(at: now) }
    guard timer.begin(at: now) else { return [] }
    isRequested = true
    return [CountSources().effect]
  }

  /// Handles the counts.
  mutating func receive(_ counts: [SourceCount], at now: Date) {
    tree.update(counts)
    allowed = Set(counts.filter(\.allowsActions).map(\.source))
    timer.end(at: now)
  }
}

/// The sources with their unread messages.
package struct CountSources: StoreRequest {
  /// Makes a request.
  package init() {}

  package var turn: RequestTurn { .counting(atOnceIfQuick: true) }

  package func perform(in context: RequestContext) throws -> [SourceCount] {
    let all = context.narrowed(MessageFilter.all)
    return try context.inbox.sourceCounts(matching: all, within: context.budget)
  }

  package func receive(_ counts: [SourceCount], in state: inout UIState) {
    state.sourceList.receive(counts, at: state.now)
    state.layOutAgain()
  }

  package func fail(in state: inout UIState) { state.sourceList.timer.fail(at: state.now) }
}

/// Whether the actions of a row's source are allowed, for its menu.
struct CheckConsent: StoreRequest {
  let row: MessageRow

  var turn: RequestTurn { .atOnce }

  func perform(in context: RequestContext) throws -> Bool {
    // A read-only inbox may have an older schema.
    (try? context.inbox.allowedActionSources().contains(row.source)) ?? false
  }

  func receive(_ isAllowed: Bool, in state: inout UIState) {
    state.effects.append(ListMutes(row: row, allowsActions: isAllowed).effect)
  }
}

/// A request to allow the actions of a source no longer.
struct DisallowActions: StoreRequest {
  let source: String

  var turn: RequestTurn { .inOrder }

  func perform(in context: RequestContext) throws -> Bool {
    try context.inbox.disallowActions(of: source)
  }

  func receive(_: Bool, in state: inout UIState) {
    state.sourceList.timer.invalidate(at: state.now)
    state.showStatus(.actionsDisallowed(MuteSubject.source(source).name))
  }
}

extension SourceListState: ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {
    if event.changesInbox { state.sourceList.timer.invalidate(at: state.now) }
  }

  static func requestReads(in state: inout UIState) {
    state.effects += state.sourceList.request(isShown: state.showsSources, at: state.now)
  }

  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    state.showsSources ? [state.sourceList.timer.deadline] : []
  }
}
