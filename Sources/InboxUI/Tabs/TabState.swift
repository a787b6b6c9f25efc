import Foundation
import InboxCore

/// The tabs with their counts, which are read outside of the event loop.
///
/// Counts that the inbox maintains itself are taken from a snapshot instead.
struct TabState: Sendable {
  /// A tab with its parsed filter.
  struct Tab: Sendable, Hashable {
    let tab: ListTab
    let filter: MessageFilter

    /// The filter whose matches are counted; nil counts none.
    var counted: MessageFilter? { tab.hidesWhenEmpty ? filter : filter.countedByTab }
  }

  /// The tabs whose filters can be read, without those that are left out of the bar.
  var tabs: [Tab] {
    all.filter { tab in
      !tab.tab.hidesWhenEmpty || tab.tab == chosen
        || tab.counted.flatMap { self[$0] }.map { $0 > 0 } ?? false
    }
  }
  /// The tab that was chosen last, which tells it from others of the same filter.
  var chosen: ListTab?
  /// The sources that have a tab of their own without a configuration.
  var topSources: [String] = []
  private var all: [Tab] = []
  private var source: [ListTab]?
  private var numbers: [MessageFilter: Int] = [:]
  var timer = CountTimer()

  /// Sets the tabs to count; new ones are due at once.
  mutating func want(_ source: [ListTab]?, at now: Date, in zone: TimeZone) {
    guard let source, source != self.source else { return }
    read(source, at: now, in: zone)
    timer.invalidate(at: now)
  }

  /// Parses the filters of tabs, with relative days resolved at `now`.
  mutating func read(_ source: [ListTab], at now: Date, in zone: TimeZone) {
    if let chosen, !source.contains(chosen) { self.chosen = nil }
    self.source = source
    all = source.compactMap { tab in
      (try? MessageFilter(parsing: tab.filter, now: now, timeZone: zone)).map {
        Tab(tab: tab, filter: $0)
      }
    }
  }

  /// The target of a tab command; nil if there is no such tab.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - shown: Index of the current tab; nil if the list has another filter.
  /// - Returns: The index of the tab.
  func target(of command: Command.Tab, from shown: Int?) -> Int? {
    guard !tabs.isEmpty else { return nil }
    switch command {
    case .nextTab: return shown.map { ($0 + 1) % tabs.count } ?? 0
    case .previousTab: return shown.map { ($0 - 1 + tabs.count) % tabs.count } ?? 0
    default: return command.index.flatMap { tabs.indices.contains($0) ? $0 : nil }
    }
  }

  /// Whether the bar on top shows tabs, over the inbox's own list.
  func areShown(in state: UIState) -> Bool {
    !tabs.isEmpty && state.barTabs != nil && state.stack.placeInBar == 0
  }

  /// Index of the tab that a list shows; of several with its filter, the chosen one.
  ///
  /// The text of the filter is compared too, since `today` is parsed to another filter tomorrow.
  func place(of list: ListState) -> Int? {
    let tabs = tabs
    let same = tabs.indices.filter { index in
      tabs[index].filter == list.ownFilter || tabs[index].tab.filter == list.filterText
    }
    return same.first { tabs[$0].tab == chosen } ?? same.first
  }

  /// The count of a tab; nil until it is known.
  ///
  /// - Parameters:
  ///   - tab: One of the tabs.
  ///   - counts: The counts that the inbox maintains.
  /// - Returns: The number of matches.
  func count(of tab: Tab, counts: InboxCounts) -> Int? {
    switch tab.filter {
    // Its number would be that of the tab beside it.
    case .all where all.contains { $0.filter == .unread }: nil
    case .all, .unread: counts.unread
    case .trash: counts.deleted
    default: tab.counted.flatMap { self[$0] }
    }
  }

  /// The count that is due; none while the numbers hold.
  ///
  /// - Parameters:
  ///   - source: The tabs.
  ///   - isAutomatic: Whether recent sources get tabs of their own; they are read before the count.
  ///   - now: The time.
  ///   - zone: The time zone of the days that filters name.
  /// - Returns: The request.
  mutating func request(
    _ source: [ListTab], isAutomatic: Bool, at now: Date, in zone: TimeZone
  ) -> [Effect] {
    guard timer.begin(at: now) else { return [] }
    guard isAutomatic, topSources.count < AutomaticTabs.mostSources else {
      return count(source, at: now, in: zone)
    }
    return [ReadRecentSources().effect]
  }

  /// Counts tabs, with relative days resolved at `now`.
  mutating func count(_ source: [ListTab], at now: Date, in zone: TimeZone) -> [Effect] {
    read(source, at: now, in: zone)
    return [CountTabs(filters: all.compactMap(\.counted)).effect]
  }

  /// The count of a filter; nil until it is known.
  subscript(filter: MessageFilter) -> Int? { numbers[filter] }

  /// Handles the counts of filters.
  mutating func receive(_ counts: [Int], of filters: [MessageFilter], at now: Date) {
    numbers = Dictionary(zip(filters, counts)) { first, _ in first }
    timer.end(at: now)
  }
}

/// The counts of the tabs.
struct CountTabs: StoreRequest {
  /// The filters; the result has a count for each.
  let filters: [MessageFilter]

  var turn: RequestTurn { .counting(atOnceIfQuick: true) }

  func perform(in context: RequestContext) throws -> [Int] {
    try context.inbox.counts(of: filters.map { context.narrowed($0) }, within: context.budget)
  }

  func receive(_ counts: [Int], in state: inout UIState) {
    state.listCounts.tabs.receive(counts, of: filters, at: state.now)
  }

  func fail(in state: inout UIState) { state.listCounts.tabs.timer.fail(at: state.now) }
}

extension TabState: ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {
    guard event.changesInbox, state.barTabs != nil else { return }
    state.listCounts.tabs.timer.invalidate(at: state.now)
  }

  static func requestReads(in state: inout UIState) {
    let (tabs, zone) = (state.barTabs, state.zone)
    state.listCounts.tabs.want(tabs, at: state.now, in: zone)
    guard let tabs else { return }
    let isAutomatic = state.preferences.tabs.isEmpty
    state.effects += state.listCounts.tabs.request(
      tabs, isAutomatic: isAutomatic, at: state.now, in: zone)
  }

  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    state.barTabs == nil ? [] : [state.listCounts.tabs.timer.deadline]
  }
}
