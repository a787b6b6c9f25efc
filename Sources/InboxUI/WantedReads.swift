import Foundation
import InboxCore

/// What the screen shows beside its rows and has to read for that: a function of its state alone.
///
/// Nobody remembers what is missing: after each event `UIState.requestReads(at:)` compares this with
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
    tabs = state.barTabs
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
