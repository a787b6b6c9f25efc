import Foundation
import LobbyCurses

/// The host's screen: a header of one row, and a window below it for the tab that is shown.
final class Screen {
  /// The host's own color pairs; a pane touches none of them.
  enum Pair: Int32 {
    case plain = 0
    case header, bell, guest
  }

  private(set) var header: UnsafeMutablePointer<WINDOW>
  private(set) var content: UnsafeMutablePointer<WINDOW>

  /// Starts ncurses, as any program of its kind does.
  init() {
    setlocale(LC_ALL, "")
    initscr()
    cbreak()
    noecho()
    set_escdelay(25)
    lobby_take_mouse()
    start_color()
    use_default_colors()
    init_pair(Int16(Pair.header.rawValue), Int16(COLOR_BLACK), Int16(COLOR_CYAN))
    init_pair(Int16(Pair.bell.rawValue), Int16(COLOR_BLACK), Int16(COLOR_YELLOW))
    init_pair(Int16(Pair.guest.rawValue), Int16(COLOR_GREEN), -1)
    header = newwin(1, 0, 0, 0)
    content = newwin(0, 0, 1, 0)
    configure()
  }

  /// Gives the terminal back.
  func close() {
    endwin()
  }

  /// Lays the windows out anew after the terminal has taken another size.
  func resize() {
    delwin(header)
    delwin(content)
    header = newwin(1, 0, 0, 0)
    content = newwin(0, 0, 1, 0)
    configure()
  }

  private func configure() {
    keypad(content, true)
    nodelay(content, true)
  }

  /// Writes into a window in one of the host's pairs.
  func write(
    _ text: String, in pair: Pair, bold: Bool = false, to window: UnsafeMutablePointer<WINDOW>,
    row: Int32, column: Int32
  ) {
    lobby_pair(window, pair.rawValue, bold ? 1 : 0)
    wmove(window, row, column)
    waddnstr(window, text, -1)
  }

  /// Sends everything that was staged to the terminal at once.
  func send(showingCursor: Bool) {
    curs_set(showingCursor ? 1 : 0)
    doupdate()
  }
}
