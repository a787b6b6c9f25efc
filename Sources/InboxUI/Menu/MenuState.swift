import Foundation
import InboxCore
import InboxText

/// A menu: choices over the bottom of the screen, until one is taken.
///
/// To open one, set ``UIState/menu``; `UIState.choose(_:at:)` performs the ``MenuItem/choice`` of
/// the item that was taken, after the menu has gone.
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
  /// Whether Enter takes that item; nothing stands out where it takes none.
  var showsCursor = true

  /// Makes a menu whose cursor is on `selected`, else on the ticked item, else on the first.
  ///
  /// - Parameters:
  ///   - title: What the choices are about; text from outside is made printable when drawn.
  ///   - items: The choices; without any there is nothing to take.
  ///   - selected: Where the cursor begins, from 0.
  ///   - isNumbered: Whether items without a key get a digit.
  init(title: String, items: [MenuItem], selected: Int? = nil, isNumbered: Bool = true) {
    self.title = title
    self.items = isNumbered ? Self.numbered(items) : items
    self.selected = 0
    move(to: selected ?? items.firstIndex(where: \.isTicked) ?? 0)
  }

  /// The item that Enter takes; nil only in a menu without items.
  var selectedItem: MenuItem? {
    items.indices.contains(selected) ? items[selected] : nil
  }

  /// The item with that key.
  func item(for key: Character) -> MenuItem? {
    items.first { $0.key == key } ?? items.first { $0.letter == key }
  }

  /// The outcome of a key in a menu.
  enum Outcome: Sendable, Hashable {
    /// The menu stays open.
    case stays
    /// The key means nothing here; the menu stays open.
    case unbound
    /// Nothing was chosen.
    case cancelled
    /// An item was taken.
    case chosen(MenuChoice)
  }

  /// Takes a key: the keys of the items first, then those of all menus.
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
    switch motion {
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .pageDown: move(by: page)
    case .pageUp: move(by: -page)
    case .halfPageDown: move(by: max(page / 2, 1))
    case .halfPageUp: move(by: -max(page / 2, 1))
    case .top: move(to: 0)
    case .bottom: move(to: .max)
    }
  }

  private mutating func move(to index: Int) {
    selected = min(max(index, 0), max(items.count - 1, 0))
  }

  /// Moves the cursor by items, as far as there are some.
  mutating func scroll(by count: Int) {
    move(to: selected + count)
  }

  /// Moves the cursor by items; by one it wraps around at the ends.
  private mutating func move(by count: Int) {
    let wraps = abs(count) == 1 && !items.isEmpty
    if wraps { selected = (selected + count + items.count) % items.count }
    if !wraps { move(to: selected + count) }
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

/// An item of a menu.
struct MenuItem: Sendable, Hashable {
  /// The text of the choice.
  var label: String
  /// The character that takes it at once; it wins over keys that move the cursor.
  var key: Character?
  /// A letter that takes it as well.
  var letter: Character?
  /// What more there is to say, at the right end of its line.
  var detail: String
  /// Whether it is how things are at present.
  var isTicked: Bool
  /// What taking it does.
  var choice: MenuChoice

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - label: What a person reads; text from outside is made printable when drawn.
  ///   - key: The character that takes it at once; without one the menu gives it a digit.
  ///   - letter: A letter that takes it as well.
  ///   - detail: What more there is to say; it goes first where columns are few.
  ///   - isTicked: Whether it is how things are at present.
  ///   - choice: What taking it does.
  init(
    _ label: String, key: Character? = nil, letter: Character? = nil, detail: String = "",
    isTicked: Bool = false, choice: MenuChoice
  ) {
    self.label = label
    self.key = key
    self.letter = letter
    self.detail = detail
    self.isTicked = isTicked
    self.choice = choice
  }
}

/// The choice that an item of a menu stands for; `UIState.choose(_:at:)` performs it.
enum MenuChoice: Sendable, Hashable {
  /// Sort the list.
  case sort(MessageOrder)
  /// Choose an action of a message.
  case action(MessageNumber, MessageAction)
  /// Open a message, whichever the cursor is on by then.
  case open(Tap)
  /// Use the text or the links of a message.
  case fetch(MessageNumber, FetchPurpose)
  /// Ask for the command that gets the text of a message.
  case askForPipe(MessageNumber)
  /// Ask where a file is saved.
  case askForPlace(SavedFile)
  /// Hide messages until a moment.
  case snooze([MessageNumber], until: Date)
  /// Ask for the moment until which they are hidden.
  case askForMoment([MessageNumber])
  /// Bring snoozed messages back now.
  case unsnooze([MessageNumber])
  /// Switch to the inbox of that name.
  case inbox(String)
  /// Use the theme of that name.
  case theme(String)
  /// Show only what is from a source or in a thread.
  case only(MuteSubject)
  /// Mute a source or thread, or unmute it.
  case mute(MuteSubject, MuteChange)
  /// Change all that matches, after a question.
  case all(ConfirmState.Action, MessageFilter)
  /// Undo so many changes.
  case undo(Int)
  /// Go to a message.
  case message(MessageNumber)
  /// Run the command of that name, or type its argument.
  case command(String)
}

extension MenuState {
  /// The themes, the present one ticked; the screen takes the look of the one under the cursor.
  static func themes(in environment: ScreenEnvironment) -> MenuState {
    let present = environment.theme.name
      .folding(options: .diacriticInsensitive, locale: nil).lowercased()
      .replacing(" ", with: "-")
    return MenuState(
      title: "Theme",
      items: environment.themeNames.map {
        MenuItem($0, isTicked: $0 == present, choice: .theme($0))
      })
  }

  /// The request for the theme under the cursor; none in other menus.
  var previewEffects: [Effect] {
    guard case .theme(let name) = selectedItem?.choice else { return [] }
    return [.pane(.previewTheme(name))]
  }

  /// The inboxes with what they hold, the present one ticked.
  static func inboxes(_ inboxes: [InboxSummary], present: String) -> MenuState {
    MenuState(
      title: "Inboxes",
      items: inboxes.map { inbox in
        MenuItem(
          inbox.name, detail: inbox.detail, isTicked: inbox.name == present,
          choice: .inbox(inbox.name))
      })
  }

  /// The changes that undo can take back, the newest first.
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

  /// The orders of a list, the present one ticked.
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
