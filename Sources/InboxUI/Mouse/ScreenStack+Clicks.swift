import Foundation
import InboxCore

extension ScreenStack {
  /// Handles a click in the list: selects a row, views the selected row or its thread, folds or unfolds a group,
  /// or moves to new messages.
  mutating func click(
    _ target: ScreenTarget, in layout: ListLayout, _ context: PartContext
  ) -> Reply {
    switch target {
    case .row(let number):
      guard let index = list.index(of: number) else { return Reply() }
      if list.selected == number, list.selectedRow?.collapsedThread != nil {
        return Reply(messages: [.perform(.reading(.view))])
      }
      if list.selected == number { return view(context) }
      return Reply(effects: list.select(index, in: layout))
    case .header(let number, let folds):
      let isOrdering = (grouping.choice ?? context.preferences.group).isOrdering
      return Reply(
        effects: list.fold(folds, groupOf: number, isOrdering: isOrdering, in: layout))
    case .news: return Reply(effects: list.moveToTop(in: layout))
    case .list, .sources, .source, .preview, .split, .reader, .help, .tab, .banner, .keys, .menu,
      .item, .answer:
      return Reply()
    }
  }
}
