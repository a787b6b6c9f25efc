import Foundation
import InboxCore

/// What the screen shows beside its rows and has to read for that: a function of its state alone.
///
/// Nobody remembers what is missing: after each event ``UIState/requestReads(at:)`` compares this with
/// what was requested and answered, and requests the rest.
struct WantedReads: Sendable, Hashable {
  /// What the preview shows.
  enum Preview: Sendable, Hashable {
    /// The message under the cursor; nil where there is none, or no room.
    case message(MessageNumber?)
    /// What it showed before another screen covered it.
    case covered
  }

  /// Groups of a query whose headers are in sight.
  struct Groups: Sendable, Hashable {
    /// The query with its groups, none of them folded.
    let query: MessageQuery
    /// The groups, from the top.
    let visible: [MessageGroup]
  }

  /// What the preview shows.
  let preview: Preview
  /// The tabs whose matches are counted; nil without a bar of tabs.
  let tabs: [ListTab]?
  /// The groups that are counted; nil where lists have no headers.
  let groups: Groups?

  init(_ state: UIState) {
    let isList = state.screen.isList
    preview = isList ? .message(state.split == nil ? nil : state.list.selected) : .covered
    tabs = state.preferences.tabs.isEmpty ? nil : state.preferences.listTabs
    groups = state.listLayout.headers.map { headers in
      var query = state.list.snapshot.query
      query.grouping = headers.grouping.unfolded
      var reader = GroupReader(headers.grouping.kind)
      var visible: [MessageGroup] = []
      for row in state.list.visibleRows(in: state.listLayout) {
        let group = reader.group(of: row)
        if group != visible.last { visible.append(group) }
      }
      return Groups(query: query, visible: visible)
    }
  }
}

extension UIState {
  /// Marks as outdated what an event may have changed in the inbox.
  mutating func invalidateReads(after event: Event, at now: Date) {
    switch event {
    case .changed(.changed), .changed(.reload), .answered(.settled), .requestFailed(.settle, _):
      if !preferences.tabs.isEmpty { listCounts.tabs.invalidate(at: now) }
      listCounts.groups.invalidate(at: now)
    default: break
    }
  }

  /// Requests rows whose grouping differs from what setting and keys want.
  ///
  /// Rows come first: what else is read depends on those in sight.
  mutating func requestRows() -> [Effect] {
    stack.grouping.follow(preferences.group)
    let wanted = grouped(list.query, in: list).grouping
    guard wanted != list.query.grouping else { return [] }
    return list.regroup(wanted, in: listLayout)
  }

  /// Requests what the screen shows and has neither read nor requested, in any order.
  mutating func requestReads(at now: Date) -> [Effect] {
    let wanted = WantedReads(self)
    preview.want(wanted.preview, at: now)
    listCounts.tabs.want(wanted.tabs, at: now, in: zone)
    listCounts.groups.want(wanted.groups, at: now)
    let isShown = screens.contains(.reader)
    let picture = pictures.request(for: &stack.reader, isShown: isShown, in: areas, environment)
    // What is asked before there is a screen goes nowhere.
    guard size.rows > 0 else { return picture }
    let groups = screen.isList ? listCounts.groups.begin(at: now) : []
    let tabs = wanted.tabs.map { listCounts.tabs.request($0, at: now, in: zone) }
    return picture + (tabs ?? []) + groups
  }
}
