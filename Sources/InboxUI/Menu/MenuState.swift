import Foundation
import InboxCore
import InboxText

/// The state of a menu over the screen.
///
/// To open one, set ``UIState/menu``. `UIState.choose(_:at:)` performs the ``MenuItem/choice`` of
/// the chosen item after the menu is closed.
///
/// ```swift
/// menu = MenuState(
///   title: "Snooze until",
///   items: [
///     MenuItem("1 hour", key: "h", detail: "14:30", choice: .snooze([number], until: moment))
///   ])
/// ```
struct MenuState: Sendable, Hashable {
  /// The title in the top border.
  var title: String
  /// The items, top first.
  private(set) var items: [MenuItem]
  /// Index of the item under the cursor.
  private(set) var selected: Int
  /// Whether Enter chooses the item under the cursor, and the cursor is drawn.
  var showsCursor = true
  /// A note in the top border, such as the key that takes an item.
  var note: String?

  /// Creates a menu with the cursor on `selected`, else on the ticked item, else on the first.
  ///
  /// - Parameters:
  ///   - title: The title; drawing makes untrusted text printable.
  ///   - items: The items.
  ///   - selected: Index of the item under the cursor.
  ///   - isNumbered: Whether items without a key get the free digits.
  init(title: String, items: [MenuItem], selected: Int? = nil, isNumbered: Bool = true) {
    self.title = title
    self.items = isNumbered ? Self.numbered(items) : items
    self.selected = 0
    move(to: selected ?? items.firstIndex(where: \.isTicked) ?? 0)
  }

  /// The item under the cursor; nil only if the menu is empty.
  var selectedItem: MenuItem? { items.indices.contains(selected) ? items[selected] : nil }

  /// The item of a key, else of a letter.
  func item(for key: Character) -> MenuItem? {
    items.first { $0.key == key } ?? items.first { $0.letter == key }
  }

  /// The outcome of a key.
  enum Outcome: Sendable, Hashable {
    /// The menu stays open.
    case stays
    /// The key is not bound; the menu stays open.
    case unbound
    case cancelled
    case chosen(ParentMessage)
  }

  /// Handles a key; keys of the items take precedence over those of all menus.
  mutating func press(_ key: Key, by keymap: Keymap, page: Int) -> Outcome {
    if case .character(let character) = key, let item = item(for: character) {
      return .chosen(item.choice)
    }
    switch keymap.command(for: key, in: .menu) {
    case .moving(let motion): move(motion, page: page)
    case .typing(.accept): return selectedItem.map { .chosen($0.choice) } ?? .cancelled
    case .typing(.cancel): return .cancelled
    default: return .unbound
    }
    return .stays
  }

  private mutating func move(_ motion: Command.Motion, page: Int) {
    guard let lines = motion.lines(page: page) else { return move(to: motion == .top ? 0 : .max) }
    move(by: lines)
  }

  private mutating func move(to index: Int) {
    selected = min(max(index, 0), max(items.count - 1, 0))
  }

  /// Moves the cursor by items, without wrapping around.
  mutating func scroll(by count: Int) { move(to: selected + count) }

  /// Moves the cursor by items; a single step wraps around at the ends.
  private mutating func move(by count: Int) {
    let wraps = abs(count) == 1 && !items.isEmpty
    if wraps { selected = (selected + count + items.count) % items.count }
    if !wraps { move(to: selected + count) }
  }

  /// Assigns the free digits to items without a key.
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

struct MenuItem: Sendable, Hashable {
  /// The text of the choice.
  var label: String
  /// The key that chooses it; it takes precedence over keys that move the cursor.
  var key: Character?
  /// A second key, lower in precedence than ``key``.
  var letter: Character?
  /// Details, right-aligned.
  var detail: String
  /// The host in the details, in their place where they do not fit.
  var host: String?
  /// The characters of ``label`` that match the typed text, as offsets.
  var matched: [Int] = []
  /// Whether it is the current choice.
  var isTicked: Bool
  /// Whether it was chosen, and has no outcome yet.
  var waits = false
  /// The choice to perform.
  var choice: ParentMessage

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - label: The text; drawing makes untrusted text printable.
  ///   - key: The key that chooses it; by default the menu assigns a digit.
  ///   - letter: A second key.
  ///   - detail: Details, dropped first on narrow screens.
  ///   - isTicked: Whether it is the current choice.
  ///   - choice: The choice to perform.
  init(
    _ label: String, key: Character? = nil, letter: Character? = nil, detail: String = "",
    isTicked: Bool = false, choice: ParentMessage
  ) {
    (self.label, self.key, self.letter) = (label, key, letter)
    (self.detail, self.isTicked, self.choice) = (detail, isTicked, choice)
  }
}

extension MenuState {
  /// The menu of themes, with the current one ticked; the one under the cursor is previewed.
  static func themes(in environment: ScreenEnvironment) -> MenuState {
    let present = environment.theme.name
      .folding(options: .diacriticInsensitive, locale: nil).lowercased()
      .replacing(" ", with: "-")
    let names = environment.themeNames.filter {
      $0 == present || !ThemeLoader.unlistedNames.contains($0)
    }
    return MenuState(
      title: "Theme",
      items: names.map { MenuItem($0, isTicked: $0 == present, choice: .theme($0)) })
  }

  /// Requests the preview of the theme under the cursor; empty in other menus.
  var previewEffects: [Effect] {
    guard case .theme(let name) = selectedItem?.choice else { return [] }
    return [PreviewTheme(name: name).effect]
  }

  /// The menu of inboxes with their counts, the current one ticked.
  static func inboxes(_ inboxes: [InboxSummary], present: String) -> MenuState {
    MenuState(
      title: "Inboxes",
      items: inboxes.map { inbox in
        MenuItem(
          inbox.name, detail: inbox.detail, isTicked: inbox.name == present,
          choice: .inbox(inbox.name))
      })
  }

  /// The menu of changes that can be undone, newest first.
  static func steps(_ steps: [UndoableStep], in context: PartContext) -> MenuState {
    let items = steps.enumerated().map { index, step in
      let named = step.title.map { "“\(TextLayout.oneLine($0, columns: 60))”" }
      let subject = step.changedCount == 1 ? named : nil
      let words = ChangeWords.words(of: step.verb).done
      return MenuItem(
        words.around(subject ?? MessageCount.text(step.changedCount)),
        detail: context.text(of: step.time), choice: .undo(index + 1))
    }
    return MenuState(title: "Undo back to", items: items)
  }

  /// The menu of orders, with the current one ticked.
  static func orders(ticking present: MessageOrder) -> MenuState {
    MenuState(
      title: "Sort",
      items: MessageOrder.allCases.map { order in
        MenuItem(
          order.label, key: order.rawValue.first, isTicked: order == present,
          choice: .sort(order))
      })
  }
}
