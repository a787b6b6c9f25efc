import Foundation
import InboxCore

/// The tabs of an inbox whose configuration has none: all, unread, the sources that send most and what
/// needs the person.
enum AutomaticTabs {
  /// Most sources that have a tab.
  static let mostSources = 5

  /// The tabs before those of the sources.
  private static let first = [
    ListTab(name: "All", filter: ""),
    ListTab(name: "Unread", filter: MessageFilter.unread.text),
  ]

  /// The tab of what needs the person: open questions, the most urgent until they are resolved, and
  /// sources that are silent.
  ///
  /// It is the last one, so that the others keep their digits as it comes and goes.
  private static let needed: ListTab = {
    var tab = ListTab(name: "Needs you", filter: MessageFilter([.init(.needed)]).text)
    tab.hidesWhenEmpty = true
    return tab
  }()

  /// The tabs for top-level sources, such as `ci` for `ci` and all below it, between the others.
  ///
  /// A single source has none, as it would show the same as the first tab.
  static func tabs(of sources: [String]) -> [ListTab] {
    let own = sources.map { ListTab(name: $0, filter: MessageFilter(sourcesAt: $0).text) }
    return first + (own.count > 1 ? own : []) + [needed]
  }

  /// Adds the top-level sources of recent messages, the most frequent first, while there is room.
  ///
  /// Those that have a tab keep it and its place.
  static func add(_ recent: [String], to sources: inout [String]) {
    let names = recent.map { String($0.prefix { $0 != "/" }) }
    let counts = names.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    let found = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let new = found.filter { name in
      name.contains { !$0.isWhitespace } && !tabs(of: []).contains { $0.name == name }
        && !sources.contains(name)
    }
    sources += new.prefix(max(mostSources - sources.count, 0))
  }
}

/// The sources of the newest messages.
struct ReadRecentSources: StoreRequest {
  /// How many messages are looked at.
  static let messageCount = 200

  var turn: RequestTurn { .counting(atOnceIfQuick: false) }

  func perform(in context: RequestContext) throws -> [String] {
    let window = MessageWindow(limit: Self.messageCount)
    let snapshot = try context.inbox.snapshot(
      of: MessageQuery(), in: window, scope: context.scope, within: context.budget)
    return snapshot.rows.map(\.source)
  }

  /// Gives them tabs, which are then counted.
  func receive(_ sources: [String], in state: inout UIState) {
    AutomaticTabs.add(sources, to: &state.listCounts.tabs.topSources)
    state.effects += state.listCounts.tabs.count(state.barTabs ?? [], at: state.now, in: state.zone)
  }

  func fail(in state: inout UIState) { state.listCounts.tabs.timer.fail(at: state.now) }
}
