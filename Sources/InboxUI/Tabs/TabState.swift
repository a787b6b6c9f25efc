import Foundation
package import InboxCore

/// The tabs with their numbers, which are counted beside the loop.
///
/// What the counters of the inbox know is taken from there.
struct TabState: Sendable {
  /// A tab with its filter, as it was read last.
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
  private(set) var topSources: [String] = []
  private var all: [Tab] = []
  private var source: [ListTab]?
  private var numbers: [MessageFilter: Int] = [:]
  private var timer = CountTimer()

  /// Whether other tabs were read than these.
  func isOutdated(_ source: [ListTab]) -> Bool { source != self.source }

  /// Notes which tabs are to be counted; others than before are due at once.
  mutating func want(_ source: [ListTab]?, at now: Date, in zone: TimeZone) {
    guard let source, isOutdated(source) else { return }
    read(source, at: now, in: zone)
    invalidate(at: now)
  }

  /// Reads the filters of tabs at a moment, on which their days depend.
  mutating func read(_ source: [ListTab], at now: Date, in zone: TimeZone) {
    if let chosen, !source.contains(chosen) { self.chosen = nil }
    self.source = source
    all = source.compactMap { tab in
      (try? MessageFilter(parsing: tab.filter, now: now, timeZone: zone)).map {
        Tab(tab: tab, filter: $0)
      }
    }
  }
}

extension TabState {
  /// The tab that a command shows; nil where there is none of its number.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - shown: Index of the tab that is shown; nil where the list has another filter.
  /// - Returns: The index of the tab.
  func target(of command: Command.Tab, from shown: Int?) -> Int? {
    guard !tabs.isEmpty else { return nil }
    switch command {
    case .next: return shown.map { ($0 + 1) % tabs.count } ?? 0
    case .previous: return shown.map { ($0 - 1 + tabs.count) % tabs.count } ?? 0
    default: return command.index.flatMap { tabs.indices.contains($0) ? $0 : nil }
    }
  }

  /// Whether the bar on top shows tabs, over the inbox's own list.
  func areShown(in state: UIState) -> Bool {
    !tabs.isEmpty && state.barTabs != nil && state.stack.placeInBar == 0
  }

  /// Index of the tab whose filter a list shows; of several, the one that was chosen.
  ///
  /// What was typed counts too, since `today` is another filter tomorrow.
  func place(of list: ListState) -> Int? {
    let tabs = tabs
    let same = tabs.indices.filter { index in
      tabs[index].filter == list.ownFilter || tabs[index].tab.filter == list.filterText
    }
    return same.first { tabs[$0].tab == chosen } ?? same.first
  }

  /// The number behind the name of a tab; nil while it is not known.
  ///
  /// - Parameters:
  ///   - tab: One of the tabs.
  ///   - counts: What the counters of the inbox know.
  /// - Returns: How many messages match.
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
  ///   - isAutomatic: Whether recent sources get tabs of their own.
  ///   - now: The time.
  ///   - zone: The time zone of the days that filters name.
  /// - Returns: The requests.
  mutating func request(
    _ source: [ListTab], isAutomatic: Bool, at now: Date, in zone: TimeZone
  ) -> [Effect] {
    guard begin(at: now) else { return [] }
    read(source, at: now, in: zone)
    let count = Effect.find(.counts(CountTabs(all.compactMap(\.counted))))
    return isAutomatic ? [.find(.recentSources(ReadRecentSources())), count] : [count]
  }

  /// Gives the sources of recent messages tabs, while there is room.
  mutating func receive(recentSources: [String]) {
    AutomaticTabs.add(recentSources, to: &topSources)
  }

  /// The number of a filter's matches; nil until it was counted.
  subscript(filter: MessageFilter) -> Int? { numbers[filter] }

  /// Notes that the numbers may have changed.
  mutating func invalidate(at now: Date) {
    timer.invalidate(at: now)
  }

  /// When something is to be done; nil while the numbers hold, or while they are counted.
  var deadline: Date? { timer.deadline }

  /// Begins the count that is due; false while none is.
  private mutating func begin(at now: Date) -> Bool { timer.begin(at: now) }

  /// Takes numbers in.
  mutating func receive(_ counts: [Int], of filters: [MessageFilter], at now: Date) {
    numbers = Dictionary(zip(filters, counts)) { first, _ in first }
    timer.end(at: now)
  }

  /// Takes in that a count has failed; the next one waits for a while.
  mutating func fail(at now: Date) {
    timer.fail(at: now)
  }
}

/// A count of what matches the filters of the tabs.
package struct CountTabs: Request {
  /// The filters; the answer has a count for each.
  package let filters: [MessageFilter]

  /// Makes a request.
  package init(_ filters: [MessageFilter]) {
    self.filters = filters
  }

  package var effect: Effect { .find(.counts(self)) }
  package func answered(_ counts: [Int]) -> AnsweredRequest { .countedTabs(self, counts) }
}
