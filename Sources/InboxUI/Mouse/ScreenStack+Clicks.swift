import Foundation
import InboxCore

extension ScreenStack {
  /// Handles a click on the list: a row is selected, and viewed by the next click; a header folds
  /// its group; the number of new messages leads to them.
  mutating func click(
    _ target: ScreenTarget, in layout: ListLayout, _ context: PartContext
  ) -> Reply {
    switch target {
    case .row(let number):
      guard let index = list.index(of: number) else { return Reply() }
      if list.selected == number { return view(context) }
      return Reply(effects: list.select(index, in: layout))
    case .header(let number, let folds):
      let isOrdering = (grouping.choice ?? context.preferences.group).isOrdering
      return Reply(
        effects: list.fold(folds, groupOf: number, isOrdering: isOrdering, in: layout))
    case .news: return Reply(effects: list.moveToTop(in: layout))
    case .list, .preview, .split, .reader, .help, .tab, .banner, .keys, .menu, .item, .answer:
      return Reply()
    }
  }
}
