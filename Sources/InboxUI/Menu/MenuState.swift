/// A short list of choices that lies over the bottom of the screen until one is taken.
///
/// To open one from any part of the state, set ``UIState/menu``; what taking an item does is its
/// ``MenuItem/choice``, which `UIState.choose(_:at:)` carries out after the menu has gone.
///
/// ```swift
/// menu = MenuState(
///   title: "Snooze until",
///   items: [
///     MenuItem("1 hour", key: "h", detail: "14:30", choice: .snooze([number], until: moment))
///   ])
/// ```
struct MenuState: Sendable, Hashable {
  /// What the choices are about, on the border of the menu.
  var title: String
  /// The choices, from top to bottom; those without a key have got a free digit.
  private(set) var items: [MenuItem]
  /// Which item Enter takes, from 0.
  private(set) var selected: Int

  /// Makes a menu whose cursor is on `selected`, else on the ticked item, else on the first.
  ///
  /// - Parameters:
  ///   - title: What the choices are about; text from outside is made printable when drawn.
  ///   - items: The choices; without any there is nothing to take.
  ///   - selected: Where the cursor begins, from 0.
  init(title: String, items: [MenuItem], selected: Int? = nil) {
    self.title = title
    self.items = Self.numbered(items)
    self.selected = 0
    move(to: selected ?? items.firstIndex(where: \.isTicked) ?? 0)
  }

  /// The item that Enter takes; nil only in a menu without items.
  var selectedItem: MenuItem? {
    items.indices.contains(selected) ? items[selected] : nil
  }

  /// The item with that key.
  func item(for key: Character) -> MenuItem? {
    items.first { $0.key == key }
  }

  /// Moves the cursor to an item, or to the nearest one there is.
  mutating func move(to index: Int) {
    selected = min(max(index, 0), max(items.count - 1, 0))
  }

  /// Moves the cursor by items; by one it goes round at the ends.
  mutating func move(by count: Int) {
    let isRound = abs(count) == 1 && !items.isEmpty
    if isRound { selected = (selected + count + items.count) % items.count }
    if !isRound { move(to: selected + count) }
  }

  /// Gives the digits that no item has to the items that have no key.
  private static func numbered(_ items: [MenuItem]) -> [MenuItem] {
    let taken = Set(items.compactMap(\.key))
    var free = "123456789".filter { !taken.contains($0) }[...]
    return items.map { item in
      var item = item
      if item.key == nil { item.key = free.popFirst() }
      return item
    }
  }
}
