import Foundation
import InboxCore

extension UIState {
  /// Lines by which a notch of the wheel scrolls.
  private static let notch = 3

  /// Takes a mouse event on the frame that was shown.
  ///
  /// While an answer is awaited, clicks and turns of the wheel are dropped: what they were on is
  /// about to change.
  mutating func receive(_ event: MouseEvent, on frame: Frame, at now: Date) -> [Effect] {
    let click = PointerState.Click(
      target: frame.target(at: event.position), position: event.position)
    switch event.kind {
    case .press:
      interaction.pointer.press(click)
      return []
    case .drag:
      return interaction.pointer.movesSplit && acceptsMouse ? moveSplit(to: event.position) : []
    case .release:
      guard let click = interaction.pointer.release(click, at: now), acceptsMouse else { return [] }
      return perform(click, at: now)
    case .wheel(let notches):
      return acceptsMouse ? scroll(click.target, by: notches, at: now) : []
    }
  }

  private var acceptsMouse: Bool {
    preferences.mouse && interaction.typeAhead.isEmpty && !isAwaitingAnswer
  }

  /// Whether the screen itself has the focus, and nothing lies over it.
  private var isOnScreen: Bool { context == context(of: screen) }

  private mutating func scroll(
    _ target: ScreenTarget?, by notches: Int, at now: Date
  ) -> [Effect] {
    let lines = notches * Self.notch
    guard context != .help else {
      let room = HelpRoom(self)
      help?.scroll(lines, in: room)
      return []
    }
    let areas = areas
    switch target {
    case .list, .row, .header:
      return isOnScreen && screen.isList ? list.scroll(lines, in: listLayout) : []
    case .preview: if isOnScreen, let shownSplit { preview.scroll(lines, in: shownSplit.preview) }
    case .reader: if context == .reader { reader?.scroll(lines, in: areas) }
    case .menu, .item:
      guard context == .menu else {
        prompting.titles?.scroll(by: notches)
        return []
      }
      menu?.scroll(by: notches)
      return menu?.previewEffects ?? []
    case .news, .split, .tab, .banner, .keys, .answer, .help, nil: break
    }
    return []
  }

  private mutating func perform(_ click: PointerState.Click, at now: Date) -> [Effect] {
    switch click.target {
    case .keys(let keys, in: let place): return context == place ? press(keys, at: now) : []
    case .answer(let isYes, to: let asked):
      guard context == .confirm, confirmation == asked else { return [] }
      begin()
      return answer(isYes: isYes, at: now)
    case .item(let choice) where prompting.titles != nil:
      return take(prompting.clickTitle(choice), at: now)
    case .item(.command(let name)) where prompt?.purpose == .command:
      return choose(commandNamed: name, at: now)
    case .item(let choice):
      guard context == .menu, menu?.items.contains(where: { $0.choice == choice }) == true else {
        return []
      }
      return choose(choice, closingMenuAt: now)
    case .menu: return []
    case let target:
      guard context != .menu else {
        // A click beside a menu closes it.
        menu = nil
        return []
      }
      // So does one beside the box of the keys.
      if context == .help { return target == .help ? [] : leave() }
      guard isOnScreen, let target else { return [] }
      return performOnScreen(target, at: now)
    }
  }

  private mutating func performOnScreen(_ target: ScreenTarget, at now: Date) -> [Effect] {
    switch target {
    case .row(let number):
      guard screen.isList, let index = list.index(of: number) else { return [] }
      begin()
      return list.selected == number ? view() : list.select(index, in: listLayout)
    case .header(let number, let folds):
      guard screen.isList else { return [] }
      begin()
      return list.fold(
        folds, groupOf: number, isOrdering: grouping.isOrdering, in: listLayout)
    case .news:
      begin()
      return screen.isList ? list.moveToTop(in: listLayout) : []
    case .tab(let index):
      begin()
      return showTab(at: index, at: now)
    case .banner(let number):
      begin()
      return goToAlert(number, at: now)
    case .list, .preview, .split, .reader, .help, .keys, .menu, .item, .answer: return []
    }
  }

  /// Presses the keys that a hint names.
  private mutating func press(_ keys: [Key], at now: Date) -> [Effect] {
    // A hint in the middle of a sequence names all of its keys.
    interaction.pendingKeys = []
    return keys.flatMap { receive(.key($0), at: now) }
  }

  /// Forgets what only holds until the next key.
  private mutating func begin() {
    interaction.dropPendingKeys()
    (status, overlays.uncounted, interaction.isChoosingLink) = (nil, nil, false)
  }

  private mutating func moveSplit(to position: Position) -> [Effect] {
    guard isOnScreen, let shownSplit else { return [] }
    let fraction = shownSplit.fraction(on: size, borderAt: position)
    return preview.resize(to: fraction, in: environment) ? layOutAgain() : []
  }
}
