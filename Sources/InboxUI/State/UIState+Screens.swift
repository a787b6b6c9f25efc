import Foundation
import InboxCore

extension UIState {
  /// Does what a command means wherever one is; nil when it depends on the screen.
  mutating func performAnywhere(_ command: Command, at now: Date) -> [Effect]? {
    switch command {
    case .quit: return [.host(.quit)]
    case .redraw: return [.host(.redraw)]
    case .reload: return [.pane(.reloadConfiguration)]
    case .help: return screen == .help ? leave() : showHelp()
    case .close: return leave()
    case .interrupt: tellHowToQuit(at: now)
    case .commandLine:
      prompt = PromptState(.command)
      return [.pane(.listThemes)] + askForInboxNames()
    case .inboxes: return askForInboxes(at: now)
    case .undo: return [.step(.undo)]
    case .redo: return [.step(.redo)]
    default: return nil
    }
    return []
  }

  /// Ctrl-C ends most programs, but this one would be gone by a slip of the finger.
  private mutating func tellHowToQuit(at now: Date) {
    let context = context(of: screen)
    let command = screens.count > 1 ? Command.quit : .close
    guard let key = keymap.names(of: command, in: context).first else { return }
    tell("\(key) quits.", at: now)
  }

  private mutating func showHelp() -> [Effect] {
    help = HelpState()
    screens.append(.help)
    return []
  }

  /// Leaves the screen on top; leaving the last one ends the program.
  mutating func leave() -> [Effect] {
    guard screens.count > 1, let left = screens.popLast() else { return [.host(.quit)] }
    takeUpPrompt()
    switch left {
    case .list: return []
    case .help:
      help = nil
      return []
    case .reader:
      readers.removeLast()
      layOutReader()
      return screen == .reader ? reloadReader() : []
    case .trash, .thread:
      lists.removeLast()
      layOutReader()
      return reread() + reloadReader()
    }
  }

  mutating func performInHelp(_ command: Command) -> [Effect] {
    guard let help else { return [] }
    guard command != .back else { return leave() }
    let line = Self.scrolled(
      help.scroll, command, page: max(areas.contentRows - 1, 1), last: lastHelpLine)
    self.help?.scroll = line
    return []
  }

  private var lastHelpLine: Int { max(ContentHeights.help(self) - areas.contentRows, 0) }

  /// Where the help stands, as ``readerPlace`` tells it of the reader.
  var helpPlace: String { Self.place(of: help?.scroll, last: lastHelpLine) }

  /// Where a text stands that is longer than the screen: `top`, `42%` or `bot`.
  static func place(of line: Int?, last: Int) -> String {
    guard let line, last > 0 else { return "" }
    if line <= 0 { return "top" }
    return line >= last ? "bot" : "\(max(line * 100 / last, 1))%"
  }

  /// Stays within the keys after their number or the screen has changed.
  mutating func clampHelp() {
    guard let help else { return }
    let last = lastHelpLine
    self.help?.scroll = min(help.scroll, last)
  }

  /// Where the keys are looked up that help lists: the screen that it lies on.
  var contextBelowHelp: InputContext {
    let below = screens.last { $0 != .help } ?? .list
    return context(of: below)
  }

  /// Where a text stands after a motion, in lines.
  static func scrolled(_ line: Int, _ command: Command, page: Int, last: Int) -> Int {
    let target =
      switch command {
      case .moveDown: line + 1
      case .moveUp: line - 1
      case .pageDown: line + page
      case .pageUp: line - page
      case .halfPageDown: line + max(page / 2, 1)
      case .halfPageUp: line - max(page / 2, 1)
      case .top: 0
      case .bottom: last
      default: line
      }
    return min(max(target, 0), last)
  }
}
