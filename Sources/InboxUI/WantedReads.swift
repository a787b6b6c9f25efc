import Foundation
import InboxCore

/// The reads that the screen needs besides its rows: a pure function of its state.
///
/// After each event `UIState.requestReads(at:)` compares this with what was requested and answered,
/// and requests the rest.
struct WantedReads: Sendable, Hashable {
  /// The content of the preview.
  enum Preview: Sendable, Hashable {
    /// The message under the cursor; nil if there is none, or no preview.
    case message(MessageNumber?)
    /// The previous message, while another screen covers the list.
    case covered
  }

  /// A query's groups with visible headers.
  struct Groups: Sendable, Hashable {
    /// The query, with all groups unfolded.
    let query: MessageQuery
    /// The groups, top first.
    let visible: [MessageGroup]
  }

  let preview: Preview
  /// The tabs to count; nil without a tab bar.
  let tabs: [ListTab]?
  /// The groups to count; nil without headers.
  let groups: Groups?
  /// The filter of the list whose late messages are told; nil for a thread,
  /// the trash, or a filter that is being typed.
  let late: MessageFilter?

  init(_ state: UIState) {
    let isList = state.screen.isList
    preview = isList ? .message(state.split == nil ? nil : state.list.selected) : .covered
    tabs = state.barTabs
    let isTyping = state.prompt != nil && state.prompting.changesList
    let isTold =
      state.list.thread == nil && !state.list.isTrash && state.list.isLoaded && !isTyping
    late = isTold ? state.list.query.filter : nil
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
