import Foundation
package import InboxCore

/// The tabs with their counts, which are read outside of the event loop.
///
/// Counts that the inbox maintains itself are taken from a snapshot instead.
struct TabState: Sendable {
  /// A tab with its parsed filter.
  struct Tab: Sendable, Hashable {
    let tab: ListTab
    let filter: MessageFilter
  }

  /// The tabs with valid filters.
  private(set) var tabs: [Tab] = []
  /// Index of the last chosen tab, which tells it from others with the same filter.
  var chosen: Int?
  private var source: [ListTab]?
  private var numbers: [MessageFilter: Int] = [:]
  private var timer = CountTimer()

  /// Whether the tabs differ from those that were parsed last.
  func isOutdated(_ source: [ListTab]) -> Bool { source != self.source }

  /// Sets the tabs to count; new ones are due at once.
  mutating func want(_ source: [ListTab]?, at now: Date, in zone: TimeZone) {
    guard let source, isOutdated(source) else { return }
    read(source, at: now, in: zone)
    invalidate(at: now)
  }

  /// Parses the filters of tabs, with relative days resolved at `now`.
  mutating func read(_ source: [ListTab], at now: Date, in zone: TimeZone) {
    if isOutdated(source) { chosen = nil }
    self.source = source
    tabs = source.compactMap { tab in
      (try? MessageFilter(parsing: tab.filter, now: now, timeZone: zone)).map {
        Tab(tab: tab, filter: $0)
      }
    }
  }
}

extension TabState {
  /// The target of a tab command; nil if there is no such tab.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - shown: Index of the current tab; nil if the list has another filter.
  /// - Returns: The index of the tab.
  func target(of command: Command.Tab, from shown: Int?) -> Int? {
    guard !tabs.isEmpty else { return nil }
    switch command {
    case .next: return shown.map { ($0 + 1) % tabs.count } ?? 0
    case .previous: return shown.map { ($0 - 1 + tabs.count) % tabs.count } ?? 0
    default: return command.index.flatMap { tabs.indices.contains($0) ? $0 : nil }
    }
  }

  /// Whether the tab bar is shown: if tabs are configured, on the main list.
  func areShown(in state: UIState) -> Bool {
    !state.preferences.tabs.isEmpty && state.stack.placeInBar == 0
  }

  /// Index of the tab that a list shows; of several with its filter, the chosen one.
  ///
  /// The text of the filter is compared too, since `today` is parsed to another filter tomorrow.
  func place(of list: ListState) -> Int? {
    let same = tabs.indices.filter { index in
      tabs[index].filter == list.ownFilter || tabs[index].tab.filter == list.filterText
    }
    return same.first { $0 == chosen } ?? same.first
  }

  /// The count of a tab; nil until it is known.
  ///
  /// - Parameters:
  ///   - tab: One of the tabs.
  ///   - counts: The counts that the inbox maintains.
  /// - Returns: The number of matches.
  func count(of tab: Tab, counts: InboxCounts) -> Int? {
    switch tab.filter {
    case .all, .unread: counts.unread
    case .trash: counts.deleted
    default: tab.filter.countedByTab.flatMap { self[$0] }
    }
  }

  /// Requests the counts if they are due.
  mutating func request(_ source: [ListTab], at now: Date, in zone: TimeZone) -> [Effect] {
    guard begin(at: now) else { return [] }
    read(source, at: now, in: zone)
    return [.find(.counts(CountTabs(tabs.compactMap(\.filter.countedByTab))))]
  }

  /// The count of a filter; nil until it is known.
  subscript(filter: MessageFilter) -> Int? { numbers[filter] }

  /// Invalidates the counts.
  mutating func invalidate(at now: Date) {
    timer.invalidate(at: now)
  }

  /// When the next count is due; nil while the counts are valid or being read.
  var deadline: Date? { timer.deadline }

  /// Starts the count if it is due; else false.
  private mutating func begin(at now: Date) -> Bool { timer.begin(at: now) }

  /// Handles the counts of filters.
  mutating func receive(_ counts: [Int], of filters: [MessageFilter], at now: Date) {
    numbers = Dictionary(zip(filters, counts)) { first, _ in first }
    timer.end(at: now)
  }

  /// Handles a failed count, and delays the next one.
  mutating func fail(at now: Date) {
    timer.fail(at: now)
  }
}

/// A request for the counts of the tabs.
package struct CountTabs: Request {
  /// The filters; the result has a count for each.
  package let filters: [MessageFilter]

  /// Creates a request.
  package init(_ filters: [MessageFilter]) {
    self.filters = filters
  }

  package var effect: Effect { .find(.counts(self)) }
  package func answered(_ counts: [Int]) -> AnsweredRequest { .countedTabs(self, counts) }
}
